/** Drawings of the forms of statistics that no declaration can give. */
import type { PanelTable } from '@/views/panelRegistry';

export const panels: PanelTable = {
  'form-table': () => import('./FormTable'),
  'edition-table': () => import('./EditionTable'),
  'edition-difference': () => import('./EditionDifference'),
};
