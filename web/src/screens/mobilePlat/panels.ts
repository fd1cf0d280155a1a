import type { PanelTable } from '@/views/panelRegistry';

export const panels: PanelTable = {
  phonePreview: () => import('@/pda/Preview'),
};
