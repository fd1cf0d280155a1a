/** Where the archive of a machine is opened, by its class. */
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

export function equipmentRoute(equclass: string | undefined, id: string): string | undefined {
  const form = forms[equclass ?? ''];
  return form && `/bsArchives/equipment/${form}?id=${encodeURIComponent(id)}`;
}

/** Where the archive of a machine is edited, or a new one of its class entered. */
export function equipmentEditRoute(equclass: string, id = ''): string {
  const form = forms[equclass] ?? 'elevatorForm';
  const page = `create${form[0]!.toUpperCase()}${form.slice(1)}`;
  return `/bsArchives/equipment/${page}${id && `?id=${encodeURIComponent(id)}`}`;
}
