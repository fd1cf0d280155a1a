/** The archive page of a device by its class. */
const forms: Record<string, string> = {
  1000: 'boilerForm',
  2000: 'pressureVesselForm',
  3000: 'elevatorForm',
  4000: 'hoistingMachineryForm',
  5000: 'fieldMotorVehiclesForm',
  6000: 'majorAmusementFacilitiesForm',
  8000: 'pressurePipingForm',
  9000: 'passengerRopewayForm',
};

export const equipmentRoute = (equclass: unknown, id: unknown) =>
  `/bsArchives/equipment/${forms[String(equclass)] ?? 'elevatorForm'}?id=${String(id ?? '')}`;
