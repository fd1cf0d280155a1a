/** 五码快速加入: one of a device's five codes is typed or scanned, and the device joins the declaration. */

import { get, messageOf, read } from '@/api/client';
import type { Row } from '@/api/layout';
import type { DeviceChoice, Page } from '@/api/shapes';
import { VALVE } from '@/ui/equipmentRoutes';
import { useApp } from '@/ui/useApp';
import { codesOf } from './DevicePicker';
import { wordsOf } from './model';
import type { ApplyState } from './useApply';

const STOPPED = '2'; // of C637
const text = (value: unknown) => String(value ?? '');

function deviceOf(row: Row): DeviceChoice {
  return {
    equdatasysid: text(row.id),
    subject: text(row.subject) || 'device',
    equname: text(row.equname),
    equcode: text(row.equcode),
    regcode: text(row.regcode),
    usecertno: text(row.usecertno),
    prono: text(row.prono),
    model: text(row.model),
    equclass: text(row.equclass),
    equclacode: text(row.equclacode),
    useplace: text(row.useplace),
    ninspdate: row.ninspdate ? text(row.ninspdate) : null,
    insresult: text(row.insresult),
    insreportno: text(row.insreportno),
    overdue: text(row.isNinspdateOverdue) === '1',
    fee: null,
    feelines: [],
    feenote: '',
    why: '',
    early: '',
    state: text(row.equstatusName),
    stopped: text(row.equstatus) === STOPPED,
  };
}

/** A row of the list of safety valves under the names of a device. */
const asDevice = (row: Row): Row => ({
  ...row,
  subject: 'valve',
  equname: '安全阀',
  equcode: row.valveno,
  model: row.valvemodel,
  equclass: VALVE,
  equclacode: VALVE,
  useplace: text(row.hostequname),
  ninspdate: row.nextcaldate,
  insresult: row.calresult,
  insreportno: row.calreportno,
  isNinspdateOverdue: row.isOverdue,
});

export function useFindDevice(state: ApplyState) {
  const { message } = useApp();
  const { values, unitDevices } = state;

  const join = (device: DeviceChoice): boolean => {
    if (values.devices.some((one) => one.equdatasysid === device.equdatasysid)) {
      message.info(`${device.equcode || device.equname} 已在申报单上`);
      return true;
    }
    const other = values.devices.find((one) => one.equclass !== device.equclass);
    if (other) {
      message.warning('一张申报单只能申报同一种类的设备，请分开申报');
      return false;
    }
    state.add([device]);
    return true;
  };

  const add = async (code: string): Promise<boolean> => {
    const wanted = code.toUpperCase();
    const own = unitDevices.filter((device) => codesOf(device).includes(wanted));
    if (own.length === 1) return join(own[0]!);
    if (values.subject === 'product') {
      const hint = values.unitsysid ? '请核对编号' : '请先选择制造单位';
      message.warning(`没有找到 ${code} 的产品，${hint}`);
      return false;
    }
    try {
      const valves = values.subject === 'valve';
      const page = await get<Page>(valves ? '/api/samvalve/findList' : '/api/eqdbase/eqdBasic/findEqdList', {
        codes: code,
        pageNo: 1,
        pageSize: 5,
      });
      if (page.list.length === 0) {
        message.warning(`没有找到 ${code} 的${wordsOf(values.subject).things}，请核对编码`);
        return false;
      }
      if (page.list.length > 1) {
        message.warning(`有 ${page.list.length} 台以上设备符合，请输入完整的编码`);
        return false;
      }
      const row = valves ? asDevice(page.list[0]!) : page.list[0]!;
      if (!values.unitsysid) await takeUnit(row);
      else if (row.useorgsysid !== values.unitsysid) {
        message.warning(`该设备的使用单位是${text(row.useorgname)}，不是受检单位，请核对`);
      }
      return join(deviceOf(row));
    } catch (error) {
      message.error(messageOf(error));
      return false;
    }
  };

  /** The unit comes with the first device. */
  const takeUnit = async (row: Row) => {
    const found = await read('/api/common/getUnitList', { name: row.useorgname });
    const unit = found.find((one) => one.id === row.useorgsysid);
    state.set({
      unitsysid: text(row.useorgsysid),
      unitname: text(row.useorgname),
      unitcode: text(unit?.code),
      unitaddress: text(unit?.address),
      inscontactname: values.inscontactname || text(unit?.contact),
      INSCONTACTTEL: values.INSCONTACTTEL || text(unit?.tel),
    });
  };

  return { add };
}
