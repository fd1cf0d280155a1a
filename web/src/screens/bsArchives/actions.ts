/** Hand-made handlers of the archive lists. */
import type { ActionTable } from '@/views/actionRegistry';

export const actions: ActionTable = {
  openDevice: () => import('./handlers/openDevice'),
  jyjg: () => import('./handlers/jyjg'),
  qrcode: () => import('./handlers/qrcode'),
  history: () => import('./handlers/history'),
};
