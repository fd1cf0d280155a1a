/** Hand-made handlers of the archive lists, fetched when one is pressed for the first time. */
import type { ActionTable } from '@/views/actionRegistry';

const load = () => import('./handlers/all');
const own = (name: keyof Awaited<ReturnType<typeof load>>) => async () => ({ default: (await load())[name] });
const loadChanges = () => import('./changes/handlers');
const change = (name: keyof Awaited<ReturnType<typeof loadChanges>>) => async () => ({
  default: (await loadChanges())[name],
});
const visits = () => import('./maintenance/handlers');
const refinery = () => import('./refinery/handlers');

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
  complete: own('complete'),
  jyjg: own('jyjg'),
  qrcode: own('qrcode'),
  history: own('history'),
  faults: async () => ({ default: (await import('./quality/handlers')).faults }),
  addQuery: async () => ({ default: (await import('./queries/handlers')).addQuery }),
  editQuery: async () => ({ default: (await import('./queries/handlers')).editQuery }),
  batchUpdate: change('batchUpdate'),
  mergeDevices: change('mergeDevices'),
  mergeUnits: change('mergeUnits'),
  deleteDevices: change('deleteDevices'),
  deleteUnits: change('deleteUnits'),
  stopDevices: change('stopDevices'),
  restartDevices: change('restartDevices'),
  logoutDevices: change('logoutDevices'),
  moveDevices: change('moveDevices'),
  transfers: change('transfers'),
  openChanged: change('openChanged'),
  stateProof: change('stateProof'),
  traceDetail: change('traceDetail'),
  unitAsOf: change('unitAsOf'),
  lineHistory: () => import('./piping/lineHistory'),
  printLabels: () => import('./labels/printLabels'),
  maintenanceAdd: async () => ({ default: (await visits()).maintenanceAdd }),
  maintenanceVisit: async () => ({ default: (await visits()).maintenanceVisit }),
  maintenanceView: async () => ({ default: (await visits()).maintenanceView }),
  maintenanceEdit: async () => ({ default: (await visits()).maintenanceEdit }),
  inspectDevice: async () => ({ default: (await refinery()).inspectDevice }),
  inspectLine: async () => ({ default: (await refinery()).inspectLine }),
  openInspected: async () => ({ default: (await refinery()).openInspected }),
  printEquipment: unit('printEquipment'),
  revealNumber: unit('revealNumber'),
  revealLegal: unit('revealLegal'),
  revealPersonPhone: unit('revealPersonPhone'),
  revealUnitPhone: unit('revealUnitPhone'),
  revealContactPhone: unit('revealContactPhone'),
  revealUserPhone: unit('revealUserPhone'),
  assignDevices: unit('assignDevices'),
  authorizationFiles: outside('authorizationFiles'),
  registerReport: outside('registerReport'),
  reportFiles: outside('reportFiles'),
  openReportDevice: outside('openReportDevice'),
  transferContent: outside('transferContent'),
};
