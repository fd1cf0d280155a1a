/** Drawings of charging that no declaration can give. */
import type { PanelTable } from '@/views/panelRegistry';

export const panels: PanelTable = {
  replayProgress: () => import('./ReplayProgress'),
};
