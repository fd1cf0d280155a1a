/** Drawings of the archives that no declaration can give. */
import type { PanelTable } from '@/views/panelRegistry';

export const panels: PanelTable = {
  'maintenance-months': () => import('./maintenance/MonthsChart'),
};
