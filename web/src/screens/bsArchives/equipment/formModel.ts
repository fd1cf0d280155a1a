/** The device form: what it starts with and what it sends. */
import type { Params } from '@/api/client';
import type { Row } from '@/api/layout';
import type { DeviceDetail, EquipmentForm } from '@/api/shapes';
import { isBlank } from '@/ui/format';

/** Keys of units stand beside their names in the record. */
const units: Record<string, string> = {
  useorgsysid: 'useorgname',
  maiorgsysid: 'maiorgname',
  porgaosysid: 'porgname',
};

export function startOf(detail: DeviceDetail | undefined): Row {
  if (!detail) return {};
  const lines = detail.groups.flatMap((group) => group.fields);
  const values: Row = Object.fromEntries(lines.map((line) => [line.prop, line.value ?? undefined]));
  const shown: Row = Object.fromEntries(
    lines
      .filter((line) => !isBlank(line.shown) && line.shown !== line.value)
      .map((line) => [`${line.prop}Name`, line.shown]),
  );
  const keys: Row = { ...detail.units };
  for (const [key, name] of Object.entries(units)) shown[`${key}Name`] = values[name];
  return { ...values, ...shown, ...keys };
}

// An empty value is left out of a form, so a cleared field is sent as one space; the server trims it.
const CLEARED = ' ';

const same = (a: unknown, b: unknown) => String(a ?? '') === String(b ?? '');

/** A new device sends all its fields; a change sends what was changed, on the version that was read. */
export function bodyOf(
  config: EquipmentForm,
  values: Row,
  start: Row,
  equclass: string,
  detail?: DeviceDetail,
): Params {
  const fields = config.groups.flatMap((group) => group.fields).filter((field) => !field.readonly);
  if (!detail) {
    return { equclass, ...Object.fromEntries(fields.map((field) => [field.prop, values[field.prop]])) };
  }
  const changed = fields.filter((field) => !same(values[field.prop], start[field.prop]));
  return {
    id: detail.id,
    version: detail.version,
    ...Object.fromEntries(
      changed.map((field) => [field.prop, isBlank(values[field.prop]) ? CLEARED : values[field.prop]]),
    ),
  };
}
