/** Drawings of the system's pages that no declaration can give. */
import type { PanelTable } from '@/views/panelRegistry';

export const panels: PanelTable = {
  movingFiles: () => import('./moving/MovingFiles'),
};
