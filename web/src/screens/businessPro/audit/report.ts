/** The report on the page of its decision: which file, and who had it in hand. */
import type { AuditScreen, ItemHead } from '@/api/shapes';

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

/** What was signed, or what would be signed now. */
export const reportPath = (screen: AuditScreen) =>
  screen.report ? '/api/appbuss/reportFile' : '/api/appbuss/reportDraft';
