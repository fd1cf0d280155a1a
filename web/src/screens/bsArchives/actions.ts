/** Hand-made handlers of the archive lists, fetched when one is pressed for the first time. */
import type { ActionTable } from '@/views/actionRegistry';

const load = () => import('./handlers/all');
const own = (name: keyof Awaited<ReturnType<typeof load>>) => async () => ({ default: (await load())[name] });

export const actions: ActionTable = {
  openDevice: own('openDevice'),
  jyjg: own('jyjg'),
  qrcode: own('qrcode'),
  history: own('history'),
  lineHistory: () => import('./piping/lineHistory'),
};
