/** Hand-made handlers of the archive lists, fetched when one is pressed for the first time. */
import type { ActionTable } from '@/views/actionRegistry';

const load = () => import('./handlers/all');
const own = (name: keyof Awaited<ReturnType<typeof load>>) => async () => ({ default: (await load())[name] });
const visits = () => import('./maintenance/handlers');
const refinery = () => import('./refinery/handlers');

export const actions: ActionTable = {
  openDevice: own('openDevice'),
  jyjg: own('jyjg'),
  qrcode: own('qrcode'),
  history: own('history'),
  lineHistory: () => import('./piping/lineHistory'),
  printLabels: () => import('./labels/printLabels'),
  productView: () => import('./products/productView'),
  maintenanceAdd: async () => ({ default: (await visits()).maintenanceAdd }),
  maintenanceView: async () => ({ default: (await visits()).maintenanceView }),
  maintenanceEdit: async () => ({ default: (await visits()).maintenanceEdit }),
  inspectDevice: async () => ({ default: (await refinery()).inspectDevice }),
  inspectLine: async () => ({ default: (await refinery()).inspectLine }),
  openInspected: async () => ({ default: (await refinery()).openInspected }),
};
