/** 报告确认办理, 报告审核办理（含分项审核） and 报告审批办理: one page, three flows. */
import { AuditPage } from './AuditPage';
import { approveFlow, auditFlow, verifyFlow } from './flows';

export const VerifyPage = () => <AuditPage flow={verifyFlow} />;
export const ReviewPage = () => <AuditPage flow={auditFlow} />;
export const ApprovePage = () => <AuditPage flow={approveFlow} />;
