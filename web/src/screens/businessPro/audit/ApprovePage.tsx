/** 报告审批办理 */
import { AuditPage } from './AuditPage';
import { approveFlow } from './flows';

export default function ApprovePage() {
  return <AuditPage flow={approveFlow} />;
}
