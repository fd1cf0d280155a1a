/** What differs between confirming, auditing and approving a report. */
import type { ItemHead } from '@/screens/businessPro/api';

export interface AuditFlow {
  /** Steps this page decides on. */
  steps: string[];
  list: string;
  verb: string;
  done: string;
  forward: (step: string) => string;
  limit: string;
}

export const verifyFlow: AuditFlow = {
  steps: ['BGQR'],
  list: '/businessPro/reportConfirm',
  verb: '确认',
  done: '已确认',
  forward: () => '/api/appbuss/verifyReport',
  limit: '确认期限',
};

export const auditFlow: AuditFlow = {
  steps: ['BGSH', 'BGSH_FX'],
  list: '/businessPro/reportAudit',
  verb: '同意',
  done: '审核通过',
  forward: (step) => (step === 'BGSH_FX' ? '/api/appbuss/auditReportFx' : '/api/appbuss/auditReport'),
  limit: '审核期限',
};

export const approveFlow: AuditFlow = {
  steps: ['BGSP'],
  list: '/businessPro/reportApproval',
  verb: '批准',
  done: '已批准',
  forward: () => '/api/appbuss/approveReport',
  limit: '批准期限',
};

export const isApproval = (flow: AuditFlow) => flow.steps.includes('BGSP');

/** Steps after which the report is fixed and signed. */
const ISSUED = ['BGDY', 'BGGD', 'BGFF', 'DONE'];
export const isIssued = (head: Pick<ItemHead, 'step'>) => ISSUED.includes(head.step);

/** Who had the report in hand before. */
export const handsOf = (head: ItemHead) =>
  [
    head.enteredbyName && `编制 ${head.enteredbyName}`,
    head.verifiedbyName && `校核 ${head.verifiedbyName}`,
    head.auditedbyName && `审核 ${head.auditedbyName}`,
    head.inspdate && `检验 ${head.inspdate.slice(5)}`,
  ]
    .filter(Boolean)
    .join('　');

export const reportPath = (head: Pick<ItemHead, 'step'>) =>
  isIssued(head) ? '/api/appbuss/reportFile' : '/api/appbuss/reportDraft';

/** Agreeing over an open error needs words; the server wants at least four characters. */
export const MIN_WORDS = 4;
