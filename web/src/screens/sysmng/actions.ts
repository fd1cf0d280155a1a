/** Buttons of the management screens that need more than a declaration. */
import type { ActionTable } from '@/views/actionRegistry';

export const actions: ActionTable = {
  signature: () => import('./signature'),
  previewNumber: () => import('./previewNumber'),
  auditFields: () => import('./auditFields'),
  ruleHistory: () => import('./ruleHistory'),
  showDateRun: () => import('./showDateRun'),
  fetchOut: () => import('./fetchOut'),
  partnerToken: () => import('./partnerToken'),
  'sys_role_list/grant': () => import('./grantPermissions'),
};
