/** Buttons of the charging screens that need more than a declaration. */
import type { ActionTable } from '@/views/actionRegistry';

export const actions: ActionTable = {
  tryFee: () => import('./tryFee'),
  'cha_apply_list/register': () => import('./registerCharge'),
  payCode: () => import('./payCode'),
  replayLines: () => import('./replayLines'),
  feeSheet: () => import('./feeSheet'),
  monthJournal: () => import('./monthJournal'),
  takeStatement: () => import('./takeStatement'),
  takeBillResult: () => import('./takeBillResult'),
};
