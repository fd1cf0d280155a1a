/** Hand-made handlers of the business lists. Each is fetched when it is pressed for the first time. */
import type { ActionTable } from '@/views/actionRegistry';

export const actions: ActionTable = {
  charge: () => import('./handlers/charge'),
  void: () => import('./handlers/voidMain'),
  voidTask: () => import('./handlers/voidTask'),
  flowLog: () => import('./handlers/flowLog'),
  sms: () => import('./handlers/sms'),
  assess: () => import('./handlers/assess'),
  refer: () => import('./handlers/refer'),
  mainBack: () => import('./handlers/mainBack'),
  sendBack: () => import('./handlers/sendBack'),
  sendBackRow: () => import('./handlers/sendBack'),
  arrangeMany: () => import('./handlers/arrangeMany'),
  endAsk: () => import('./handlers/endAsk'),
  endDeal: () => import('./handlers/endDeal'),
  printReport: () => import('./handlers/printReport'),
  printMany: () => import('./handlers/printReport'),
  withdraw: () => import('./handlers/withdraw'),
  report: () => import('./handlers/report'),
};
