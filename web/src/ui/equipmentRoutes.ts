/** Where the archive of a device is opened and edited, by its class. */
const forms: Record<string, string> = {
  1000: 'boilerForm',
  2000: 'pressureVesselForm',
  3000: 'elevatorForm',
  4000: 'hoistingMachineryForm',
  5000: 'fieldMotorVehiclesForm',
  6000: 'majorAmusementFacilitiesForm',
  8000: 'pressurePipingForm',
  '8000GX': 'pressurePipelineForm',
  9000: 'passengerRopewayForm',
};

/** Safety valves are kept in a ledger of their own: class and kind at once. */
export const VALVE = '7310';

const lettered: Record<string, string> = { F: VALVE, R: '2000' };

/** The class of a kind of device: safety accessories are those of valves, tanks are vessels. */
export function classOf(equclacode: unknown): string {
  const code = String(equclacode ?? '');
  return code === VALVE ? VALVE : (lettered[code.slice(0, 1)] ?? code.slice(0, 1).padEnd(4, '0'));
}

/** The page of a device or a valve; none where its class has no page or no device is named. */
export function equipmentRoute(equclass: unknown, id: unknown): string | undefined {
  if (equclass === VALVE && id) return `/bsArchives/safety/samvalveAdd?id=${encodeURIComponent(String(id))}`;
  const form = forms[String(equclass)];
  return form && id ? `/bsArchives/equipment/${form}?id=${encodeURIComponent(String(id))}` : undefined;
}

/** Where the archive of a device is edited. */
export function equipmentEditRoute(equclass: string, id: string): string {
  const form = forms[equclass] ?? 'elevatorForm';
  const page = `create${form[0]!.toUpperCase()}${form.slice(1)}`;
  return `/bsArchives/equipment/${page}?id=${encodeURIComponent(id)}`;
}

/** The class a page of a device is for, by the last part of its path. */
export function classOfPath(pathname: string): string {
  const name = pathname
    .split('/')
    .at(-1)
    ?.replace(/^create/, '')
    .toLowerCase();
  return Object.keys(forms).find((equclass) => forms[equclass]!.toLowerCase() === name) ?? '';
}

/** The permission of an action on a class; amusement rides are called shorter there. */
export function equipmentPermission(equclass: string, action: string): string {
  const name =
    equclass === '6000' ? 'majorAmusement' : (forms[equclass] ?? 'elevatorForm').replace('Form', '');
  return `basic:equpment:${name}:${action}`;
}
