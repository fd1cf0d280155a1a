/** Drawings of the turnarounds that no declaration can give. */
import type { PanelTable } from '@/views/panelRegistry';

export const panels: PanelTable = {
  turnaroundCurve: () => import('./TurnaroundCurve'),
};
