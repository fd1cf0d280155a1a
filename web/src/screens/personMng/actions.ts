/** Hand-made handlers of the lists of persons, fetched when one is pressed for the first time. */
import type { ActionTable } from '@/views/actionRegistry';

export const actions: ActionTable = {
  national: () => import('./national'),
};
