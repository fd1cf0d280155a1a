/** 报告确认办理, 报告审核办理（含分项审核） and 报告审批办理: one page, by the moves it makes; 检验人员签名 beside it. */
import { AuditPage } from './AuditPage';

export { SignPage } from './SignPage';

export const VerifyPage = () => <AuditPage moves={['verify']} />;
export const ReviewPage = () => <AuditPage moves={['audit', 'audit_fx']} />;
export const ApprovePage = () => <AuditPage moves={['approve']} approval />;
