/** Menu entries that show two lists. */
import { useSearchParams } from 'react-router';
import { usePermission } from '@/ui/permission';
import { SegmentedList } from './SegmentedList';

const QUERY = [
  { viewNo: 'jy_buss_all', label: '全部业务' },
  { viewNo: 'jy_buss_end_all', label: '已办结' },
];

const MAIN = { viewNo: 'jy_step_BGSH', label: '报告审核' };
const PARTIAL = { viewNo: 'jy_step_BGSH_FX', label: '分项审核' };

/** 报告审核: the reports to audit, and for whoever may, the partial reports that come before. */
export function ReportAuditList() {
  const [search] = useSearchParams();
  const { can } = usePermission();
  const main = can('inspection:audit:handle');
  const partial = can('inspection:auditfx:handle');
  const choices = [...(main || !partial ? [MAIN] : []), ...(partial ? [PARTIAL] : [])];
  const wanted = search.get('stepcode') === 'BGSH_FX' ? PARTIAL.viewNo : undefined;
  // What one may do arrives after the first drawing; the list starts anew when it does.
  return <SegmentedList key={choices.length} choices={choices} first={wanted} />;
}

/** 综合查询: everything under way, and what is finished. */
export const CompositeQuery = () => <SegmentedList choices={QUERY} />;
