/** 报告确认办理 */
import { AuditPage } from './AuditPage';
import { verifyFlow } from './flows';

export default function VerifyPage() {
  return <AuditPage flow={verifyFlow} />;
}
