/** Buttons of the charging screens that need more than a declaration. */
import type { ActionTable } from '@/views/actionRegistry';

export const actions: ActionTable = {
  tryFee: () => import('./tryFee'),
  feeSheet: () => import('./feeSheet'),
  takeStatement: () => import('./takeStatement'),
};
