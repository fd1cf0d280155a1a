/** A declaration while it is written: its values, what is sent, and what still stops it. */
import dayjs from 'dayjs';
import type { Params } from '@/api/client';
import type { Row } from '@/api/layout';
import type { Check, DeclarationDetail, DeviceChoice, FeeLine } from '@/api/shapes';
import { classOf, VALVE } from '@/ui/equipmentRoutes';
import type { Validate } from '@/ui/validators';

export interface ApplyValues {
  /** What the chosen inspection is of, as the server says with the combinations: device, valve or product. */
  subject: string;
  id?: string;
  version?: number;
  appno?: string;
  /** How a saved one came in; the server says it. */
  appway: string;
  equclacode: string;
  seisort: string;
  testsort: string;
  unitsysid: string;
  unitname: string;
  unitcode: string;
  unitaddress: string;
  payunitsysid: string;
  payunitname: string;
  invoicetitle: string;
  taxno: string;
  invoiceemail: string;
  inscontactname: string;
  INSCONTACTTEL: string;
  plandate: string;
  reportget: string;
  mailaddress: string;
  isurgent: boolean;
  urgentreason: string;
  earlyreason: string;
  afterstop: boolean;
  chedept: string;
  remark: string;
  devices: DeviceChoice[];
}

export const emptyApply: ApplyValues = {
  subject: 'device',
  appway: '',
  equclacode: '',
  seisort: '',
  testsort: '',
  unitsysid: '',
  unitname: '',
  unitcode: '',
  unitaddress: '',
  payunitsysid: '',
  payunitname: '',
  invoicetitle: '',
  taxno: '',
  invoiceemail: '',
  inscontactname: '',
  INSCONTACTTEL: '',
  plandate: '',
  reportget: '03',
  mailaddress: '',
  isurgent: false,
  urgentreason: '',
  earlyreason: '',
  afterstop: false,
  chedept: '',
  remark: '',
  devices: [],
};

/** A declaration of safety valves begins with what it is for: they are calibrated, most of them on the bench. */
export const valveApply: ApplyValues = {
  ...emptyApply,
  subject: 'valve',
  equclacode: VALVE,
  seisort: '04',
  testsort: '0401',
};

/** What the page calls the things that are declared. */
const deviceWords = {
  title: '申报',
  things: '设备',
  code: '设备代码',
  second: '使用登记证',
  place: '名称与地点',
  unit: '台',
  scan: '扫码，或输入五码中任意一码',
};
const productWords = {
  title: '产品申报',
  things: '产品',
  code: '产品编号、批号',
  second: '规格型号',
  place: '产品名称与制造单位',
  unit: '批',
  scan: '输入产品编号或批号',
};
const valveWords = {
  title: '安全阀申报',
  things: '安全阀',
  code: '安全阀编号',
  second: '型号',
  place: '安装设备与位置',
  unit: '只',
  scan: '扫码，或输入安全阀编号',
};
export type Words = typeof deviceWords;

export const secondOf = (device: DeviceChoice) =>
  device.subject === 'device' ? device.usecertno : device.model;
export const placeOf = (device: DeviceChoice) =>
  device.subject === 'valve' ? device.useplace : `${device.equname} ${device.useplace}`;

const words: Record<string, Words> = { device: deviceWords, valve: valveWords, product: productWords };
export const wordsOf = (subject: string): Words => words[subject] ?? deviceWords;

export const ways = [
  { value: '01', label: '自取' },
  { value: '02', label: '邮寄' },
  { value: '03', label: '电子' },
];
const MAIL = '02';
export const isMailed = (values: Pick<ApplyValues, 'reportget'>) => values.reportget === MAIL;

/** Whether a device is declared so early that the reason is asked; a saved reason stays in sight. */
export const isEarly = (values: Pick<ApplyValues, 'devices' | 'earlyreason'>) =>
  Boolean(values.earlyreason) || values.devices.some((one) => one.early);

/** Whether a stopped device is declared, which only the inspection before restart is for; what was said stays in sight. */
export const isStopped = (values: Pick<ApplyValues, 'devices' | 'afterstop'>) =>
  values.afterstop || values.devices.some((one) => one.stopped);

const text = (value: unknown) => (value === null || value === undefined ? '' : String(value));

/** A device as the saved declaration keeps it; what it may be declared for is asked again from the unit's list. */
function deviceOf(row: Row): DeviceChoice {
  return {
    equdatasysid: text(row.equdatasysid),
    subject: text(row.subject),
    equname: text(row.equname),
    equcode: text(row.equcode),
    regcode: text(row.regcode),
    usecertno: text(row.usecertno),
    prono: text(row.prono),
    model: text(row.model),
    equclass: classOf(row.equclacode),
    equclacode: text(row.equclacode),
    useplace: text(row.useplace),
    ninspdate: row.ninspdate ? text(row.ninspdate) : null,
    insresult: text(row.lastresult),
    insreportno: text(row.lastreportno),
    overdue: Boolean(row.overdue),
    fee: (row.fee as string | null) ?? null,
    feelines: (row.feelines as FeeLine[] | undefined) ?? [],
    feenote: text(row.feenote),
    why: '',
    early: '',
    state: text(row.state),
    stopped: row.stopped === true,
  };
}

export function valuesOf({ main, equipment }: DeclarationDetail): ApplyValues {
  const known = Object.fromEntries(
    Object.keys(emptyApply)
      .filter((name) => name in main && name !== 'devices')
      .map((name) => [name, text(main[name])]),
  );
  const devices = equipment.map(deviceOf);
  return {
    ...emptyApply,
    ...known,
    id: text(main.id),
    version: Number(main.version),
    appno: text(main.appno),
    appway: text(main.appway),
    subject: devices[0]?.subject || emptyApply.subject,
    equclacode: devices[0]?.equclacode ?? text(main.equclacode || main.equclass),
    isurgent: main.isurgent === true || main.isurgent === '1' || main.isurgent === 1,
    afterstop: main.afterstop === true || main.afterstop === '1' || main.afterstop === 1,
    payunitsysid: main.payunitsysid === main.unitsysid ? '' : text(main.payunitsysid),
    devices,
  };
}

/** The name under which the server reads what is declared. */
const named: Record<string, string> = { valve: 'samvalveid', product: 'productid' };

/** What the server reads; names, codes and fees of unit and devices it looks up itself. */
export function bodyOf(values: ApplyValues): Params {
  const { devices, unitname, unitcode, unitaddress, payunitname, appno, equclacode, subject, ...sent } =
    values;
  return {
    ...sent,
    equclass: classOf(equclacode),
    payunitsysid: sent.payunitsysid || sent.unitsysid,
    isurgent: sent.isurgent,
    urgentreason: sent.isurgent ? sent.urgentreason : '',
    earlyreason: isEarly(values) ? sent.earlyreason : '',
    afterstop: isStopped(values) && sent.afterstop,
    mailaddress: isMailed(sent) ? sent.mailaddress : '',
    equipment: devices.map((device) => ({
      [named[device.subject] ?? 'equdatasysid']: device.equdatasysid,
    })),
  };
}

/** Like the last declaration of the same unit: what was inspected and how, never the devices themselves. */
export function likeLast(values: ApplyValues, last: Row): ApplyValues {
  const same = !values.equclacode || classOf(values.equclacode) === classOf(last.equclacode || last.equclass);
  const sorts = same ? (['seisort', 'testsort'] as const) : [];
  const names = [...sorts, 'inscontactname', 'INSCONTACTTEL', 'reportget', 'mailaddress'] as const;
  const more = ['chedept', 'invoicetitle', 'taxno', 'invoiceemail'] as const;
  const taken = Object.fromEntries(
    [...names, ...more].filter((name) => last[name]).map((name) => [name, text(last[name])]),
  );
  return {
    ...values,
    ...taken,
    equclacode: values.equclacode || text(last.equclacode || last.equclass),
  };
}

export function phoneFault(phone: string, check: Validate): string {
  const value = phone.trim();
  if (!value) return '请填写联系电话';
  if (/^1\d*$/.test(value) && value.length !== 11) return `手机号应为 11 位，现在 ${value.length} 位`;
  return check('mobileOrLandline', value) ?? '';
}

/** The sentence under a field, empty when it is in order. */
export function faultOf(name: string, values: ApplyValues, check: Validate): string {
  switch (name) {
    case 'unitsysid':
      return values.unitsysid ? '' : '请选择受检单位';
    case 'equclacode':
      return values.equclacode ? '' : '请选择设备类别';
    case 'seisort':
      return values.seisort ? '' : '请选择检验类别';
    case 'testsort':
      return values.testsort ? '' : '请选择检验类型';
    case 'inscontactname':
      return values.inscontactname.trim() ? '' : '请填写联系人';
    case 'INSCONTACTTEL':
      return phoneFault(values.INSCONTACTTEL, check);
    case 'plandate':
      return values.plandate && dayjs(values.plandate).isBefore(dayjs(), 'day') ? '期望日期已过' : '';
    case 'urgentreason':
      return values.isurgent && !values.urgentreason.trim() ? '加急须写明原因' : '';
    case 'earlyreason':
      return isEarly(values) && !values.earlyreason.trim() ? '离到期还早，须写明提前申报的原因' : '';
    case 'afterstop':
      return values.devices.some((one) => one.stopped) && !values.afterstop
        ? '有停用的设备，只能申报为停用后重新检验'
        : '';
    case 'mailaddress':
      return isMailed(values) && !values.mailaddress.trim() ? '邮寄须填写地址' : '';
    case 'invoiceemail':
      return check('email', values.invoiceemail.trim()) ?? '';
    default:
      return '';
  }
}

const asked = ['unitsysid', 'equclacode', 'seisort', 'testsort', 'inscontactname', 'INSCONTACTTEL'];
const conditional = ['plandate', 'urgentreason', 'earlyreason', 'afterstop', 'mailaddress', 'invoiceemail'];

/** 提交前: first what stops, then what is in order. Sentences of the server come after those known here. */
export function applyChecks(values: ApplyValues, check: Validate, server: Check[] = []): Check[] {
  const out: Check[] = [];
  for (const field of [...asked, ...conditional]) {
    const fault = faultOf(field, values, check);
    if (fault) out.push({ ok: false, field, text: fault });
  }
  const words = wordsOf(values.subject);
  if (values.devices.length === 0)
    out.push({ ok: false, field: 'equipment', text: `请至少选择一${words.unit}${words.things}` });
  for (const device of values.devices.filter((one) => one.why)) {
    out.push({ ok: false, field: 'equipment', text: `${device.useplace || device.equcode} ${device.why}` });
  }
  const known = new Set(out.map((one) => one.field));
  const stopping = server.filter((one) => !one.ok && !known.has(one.field));
  const holding: Check[] = server.filter((one) => one.ok && !known.has(one.field));
  if (values.devices.length > 0 && !known.has('equipment') && server.length === 0) {
    holding.push({ ok: true, text: `${values.devices.length} ${words.unit}${words.things}均可申报` });
  }
  return [...out, ...stopping, ...holding];
}

/** What keeps the declaration from being handed in; a warning does not. */
export const stops = (checks: Check[]) => checks.filter((one) => !one.ok && !one.warn);

export const feeOf = (devices: DeviceChoice[]) =>
  devices.reduce((sum, device) => sum + (Number(device.fee) || 0), 0);
