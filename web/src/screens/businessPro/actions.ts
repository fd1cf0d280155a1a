/** Hand-made handlers of the business lists, fetched when one is pressed for the first time. */
import type { ActionTable } from '@/views/actionRegistry';

const load = () => import('./handlers/basic');
type Basic = keyof Awaited<ReturnType<typeof load>>;
const basic = (name: Basic) => async () => ({ default: (await load())[name] });
const print = () => import('./handlers/printReport');

export const actions: ActionTable = {
  charge: basic('charge'),
  flowLog: basic('flowLog'),
  sms: basic('sms'),
  assess: () => import('./handlers/assess'),
  print_row: print,
  print_toolbar: print,
  reprint_row: print,
  report: basic('report'),
};
