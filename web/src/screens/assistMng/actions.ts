/** Buttons of the assistance screens that need more than a declaration. */
import type { ActionTable } from '@/views/actionRegistry';

export const actions: ActionTable = {
  searchKnowledge: () => import('./searchKnowledge'),
};
