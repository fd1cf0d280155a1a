/** 综合查询: everything under way, and what is finished. */
import { SegmentedList } from '@/screens/businessPro/lists/SegmentedList';

const choices = [
  { viewNo: 'jy_buss_all', label: '全部业务' },
  { viewNo: 'jy_buss_end_all', label: '已办结' },
];

export default function CompositeQuery() {
  return <SegmentedList choices={choices} />;
}
