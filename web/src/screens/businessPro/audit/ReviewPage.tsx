/** 报告审核办理（含分项审核） */
import { AuditPage } from './AuditPage';
import { auditFlow } from './flows';

export default function ReviewPage() {
  return <AuditPage flow={auditFlow} />;
}
