/** What an inspector has gathered at the machine, and what is sent of it. */
import type { Params } from '@/api/client';
import type { OnsiteDevice, OnsiteSort } from '@/api/shapes';
import type { Position } from '@/ui/locate';

/** Why there is no place: 1 the inspector gives none, 2 the phone found none. */
type NoPlace = '' | '1' | '2';

export type Until = 'submit' | 'accept' | 'begin';

export interface OnsiteValues {
  /** testsort of the chosen inspection. */
  sort: string;
  inscontactname: string;
  INSCONTACTTEL: string;
  earlyreason: string;
  afterstop: boolean;
  remark: string;
  position?: Position;
  noplace: NoPlace;
  until: Until;
  coinspector: string;
  boxno: string;
  siteconditions: string;
  safetybriefed: boolean;
  confirmHoliday: boolean;
}

export const emptyOnsite: OnsiteValues = {
  sort: '',
  inscontactname: '',
  INSCONTACTTEL: '',
  earlyreason: '',
  afterstop: false,
  remark: '',
  noplace: '',
  until: 'submit',
  coinspector: '',
  boxno: '',
  siteconditions: '',
  safetybriefed: false,
  confirmHoliday: false,
};

const named = (device: OnsiteDevice, why: string) => `${device.equcode || device.equname}：${why}`;

/** The inspections of the devices, each with the first reason of any of them; those that can be declared first. */
export function sortsOf(devices: readonly OnsiteDevice[]): OnsiteSort[] {
  const said = (code: string, of: (sort: OnsiteSort) => string) => {
    for (const device of devices) {
      const own = device.sorts.find((one) => one.testsort === code);
      if (!own) return named(device, '没有这种检验');
      if (of(own)) return devices.length > 1 ? named(device, of(own)) : of(own);
    }
    return '';
  };
  return (devices[0]?.sorts ?? [])
    .map((sort) => ({
      ...sort,
      why: said(sort.testsort, (one) => one.why),
      early: said(sort.testsort, (one) => one.early),
      acceptwhy: said(sort.testsort, (one) => one.acceptwhy),
      beginwhy: said(sort.testsort, (one) => one.beginwhy),
    }))
    .sort((a, b) => Number(Boolean(a.why)) - Number(Boolean(b.why)));
}

/** Why a device does not go onto the same declaration; '' when it does. */
export function apart(devices: readonly OnsiteDevice[], next: OnsiteDevice): string {
  const first = devices[0];
  if (!first) return '';
  if (devices.some((one) => one.id === next.id)) return `${next.equcode || next.equname}已加入`;
  if (next.unitsysid !== first.unitsysid) return `该设备的使用单位是${next.unitname}，请另行申报`;
  return next.equclass === first.equclass ? '' : '一张申报单只能申报同一种类的设备，请分开申报';
}

/** What still has to be done before it can be sent; '' when nothing. */
export function lacking(
  devices: readonly OnsiteDevice[],
  sort: OnsiteSort | undefined,
  values: OnsiteValues,
): string {
  if (devices.length === 0) return '请先扫码加入设备';
  if (!sort || sort.why) return '请选择检验项目';
  if (sort.early && !values.earlyreason.trim()) return '请填写提前申报原因';
  if (devices.some((one) => one.stopped) && !values.afterstop) return '设备已停用，请选停用后重新检验';
  if (!values.inscontactname.trim()) return '请填写在场联系人';
  if (!values.position && !values.noplace) return '请选择是否提供位置';
  if (values.until === 'begin') {
    if (!values.coinspector) return '请选择协检';
    if (!values.boxno) return '请选择仪器箱';
    if (!values.safetybriefed) return '请确认安全交底';
  }
  return '';
}

export function bodyOf(
  devices: readonly OnsiteDevice[],
  sort: OnsiteSort,
  { position, sort: _code, ...values }: OnsiteValues,
): Params {
  return {
    ...values,
    ...(position ? { ...position, noplace: '' } : {}),
    unitsysid: devices[0]?.unitsysid ?? '',
    devices: devices.map((one) => one.id),
    seisort: sort.seisort,
    testsort: sort.testsort,
  };
}
