/** Hand-made handlers of the archive lists, fetched when one is pressed for the first time. */
import type { ActionTable } from '@/views/actionRegistry';

const load = () => import('./handlers/all');
const own = (name: keyof Awaited<ReturnType<typeof load>>) => async () => ({ default: (await load())[name] });

const units = () => import('./units/handlers');
const unit = (name: keyof Awaited<ReturnType<typeof units>>) => async () => ({
  default: (await units())[name],
});
const outsides = () => import('./inspection/handlers');
const outside = (name: keyof Awaited<ReturnType<typeof outsides>>) => async () => ({
  default: (await outsides())[name],
});

export const actions: ActionTable = {
  openDevice: own('openDevice'),
  jyjg: own('jyjg'),
  qrcode: own('qrcode'),
  history: own('history'),
  printEquipment: unit('printEquipment'),
  revealNumber: unit('revealNumber'),
  assignDevices: unit('assignDevices'),
  authorizationFiles: outside('authorizationFiles'),
  registerReport: outside('registerReport'),
  reportFiles: outside('reportFiles'),
  openReportDevice: outside('openReportDevice'),
  transferContent: outside('transferContent'),
};
