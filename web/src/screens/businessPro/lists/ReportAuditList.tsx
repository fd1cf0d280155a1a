/** 报告审核: the reports to audit, and for whoever may, the partial reports that come before. */
import { useSearchParams } from 'react-router';
import { usePermission } from '@/ui/permission';
import { SegmentedList } from './SegmentedList';

const MAIN = { viewNo: 'jy_step_BGSH', label: '报告审核' };
const PARTIAL = { viewNo: 'jy_step_BGSH_FX', label: '分项审核' };

export default function ReportAuditList() {
  const [search] = useSearchParams();
  const { can } = usePermission();
  const main = can('inspection:audit:handle');
  const partial = can('inspection:auditfx:handle');
  const choices = [...(main || !partial ? [MAIN] : []), ...(partial ? [PARTIAL] : [])];
  const wanted = search.get('stepcode') === 'BGSH_FX' ? PARTIAL.viewNo : undefined;
  // What one may do arrives after the first drawing; the list starts anew when it does.
  return <SegmentedList key={choices.length} choices={choices} first={wanted} />;
}
