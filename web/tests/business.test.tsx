import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import type { Row } from '@/api/layout';
import type { DeviceChoice, TaskItem } from '@/api/shapes';
import { Field } from '@/screens/businessPro/apply/Field';
import {
  applyChecks,
  bodyOf,
  emptyApply,
  likeLast,
  phoneFault,
  stops,
} from '@/screens/businessPro/apply/model';
import {
  dropOn,
  placesOf,
  planOf,
  refuseCell,
  shareOf,
  visitsOn,
  whyBeside,
} from '@/screens/businessPro/arrange/model';
import { AssessDialog } from '@/screens/businessPro/handlers/AssessDialog';
import charge from '@/screens/businessPro/handlers/charge';
import sms from '@/screens/businessPro/handlers/sms';
import { limitWords } from '@/ui/limit';
import { validate } from '@/ui/validators';
import type { ActionContext } from '@/views/actionRegistry';
import { show } from './page';
import { callsTo, ok, refused, serve } from './server';

function context(rows: Row[], more: Partial<ActionContext> = {}) {
  const notify = { success: vi.fn(), warning: vi.fn(), error: vi.fn(), confirm: vi.fn(), info: vi.fn() };
  return {
    action: { code: 'x', label: 'x', place: 'row', kind: 'page' },
    viewNo: 'jy_appmain_sheet_list',
    rows,
    ids: rows.map((row) => String(row.id)),
    search: {},
    refresh: vi.fn(),
    open: vi.fn(),
    navigate: vi.fn(),
    print: vi.fn(),
    ...more,
    notify,
  } as unknown as ActionContext & { notify: typeof notify };
}

// -- declaration ----------------------------------------------------------------------------------------------

const device = (more: Partial<DeviceChoice> = {}): DeviceChoice => ({
  subject: 'device',
  equdatasysid: 'e1',
  equname: '客梯',
  equcode: '31103301520190012',
  regcode: '',
  usecertno: '梯11浙B00123(24)',
  prono: '',
  model: '',
  equclass: '3000',
  equclacode: '3110',
  useplace: '8 幢 2 单元',
  ninspdate: '2026-11-30',
  insresult: '1031',
  insreportno: '',
  overdue: false,
  fee: '660.00',
  feelines: [],
  feenote: '',
  why: '',
  early: '',
  state: '在用',
  stopped: false,
  ...more,
});
const filled = {
  ...emptyApply,
  unitsysid: 'u1',
  equclacode: '3110',
  seisort: '02',
  testsort: '0211',
  inscontactname: '胡斌',
  INSCONTACTTEL: '13805746021',
  devices: [device()],
};
const faults = (values: typeof filled) => stops(applyChecks(values, validate)).map((check) => check.text);

test('before submission everything that is missing is listed with its field', () => {
  const checks = stops(applyChecks(emptyApply, validate));
  expect(checks.map((check) => check.field)).toEqual([
    'unitsysid',
    'equclacode',
    'seisort',
    'testsort',
    'inscontactname',
    'INSCONTACTTEL',
    'equipment',
  ]);
  expect(faults(filled)).toEqual([]);
});

test('a short mobile number says how many digits it has; urgent and mail ask for their words', () => {
  expect(phoneFault('1380574602', validate)).toBe('手机号应为 11 位，现在 10 位');
  expect(phoneFault('0574-87654321', validate)).toBe('');
  expect(faults({ ...filled, isurgent: true })).toEqual(['加急须写明原因']);
  expect(faults({ ...filled, reportget: '02' })).toEqual(['邮寄须填写地址']);
  expect(faults({ ...filled, reportget: '03' })).toEqual([]);
});

test('a device that cannot be declared stops with its reason; the server adds what it alone knows', () => {
  expect(faults({ ...filled, devices: [device({ why: '有在办业务（DT2026000001）' })] })).toEqual([
    '8 幢 2 单元 有在办业务（DT2026000001）',
  ]);
  const server = [
    { ok: false, field: 'equipment', text: '设备不在用，不能申报定期检验' },
    { ok: false, warn: true, field: 'unit', text: '使用单位不是受检单位' },
  ];
  const checks = applyChecks(filled, validate, server);
  expect(stops(checks).map((check) => check.text)).toEqual(['设备不在用，不能申报定期检验']);
});

test('names, codes and fees stay here; an address is sent only for mail', () => {
  const body = bodyOf({ ...filled, mailaddress: '旧地址', id: 'a1', version: 2 });
  expect(body).toMatchObject({
    id: 'a1',
    version: 2,
    equclass: '3000',
    payunitsysid: 'u1',
    mailaddress: '',
    equipment: [{ equdatasysid: 'e1' }],
  });
  expect(body).not.toHaveProperty('unitname');
  expect(body).not.toHaveProperty('devices');
});

test('like the last declaration: how, not which devices', () => {
  const last = {
    seisort: '02',
    testsort: '0211',
    inscontactname: '胡斌',
    reportget: '01',
    equclacode: '3110',
  };
  const next = likeLast({ ...emptyApply, unitsysid: 'u1' }, last);
  expect(next).toMatchObject({ ...last, devices: [], unitsysid: 'u1' });
});

// -- list actions ---------------------------------------------------------------------------------------------

test('a short message needs a number, asks once, and says when it was sent', async () => {
  const asked = serve({ '/api/smssend/smsSend/sendSmsByTemplate': () => ok(null) });
  const without = context([{ id: '1', appno: 'SB1' }]);
  await sms(without);
  expect(without.notify.warning).toHaveBeenCalledWith('请填写短信服务号码,再进行发送！');
  expect(without.notify.confirm).not.toHaveBeenCalled();

  const withNumber = context([{ id: '1', appno: 'SB1', INSCONTACTTEL: '13805746021' }]);
  await sms(withNumber);
  const question = withNumber.notify.confirm.mock.calls[0]![0];
  expect(question).toMatchObject({ title: '确认提示', content: '确定要发送短信吗' });
  expect(asked).toHaveLength(0);
  await question.onOk();
  const form = Object.fromEntries(asked[0]!.form);
  expect(form).toEqual({ sendType: 'SBDJ', recnumber: '13805746021', datacode: 'SB1' });
  expect(withNumber.notify.info).toHaveBeenCalledWith({ title: '提示', content: '发送短信成功' });
});

test('charging shows the refusal word for word', async () => {
  serve({ '/api/appmain/checkCharge': () => refused('所选申报登记受检单位不同') });
  const pressed = context([{ id: '1' }, { id: '2' }]);
  await charge(pressed);
  expect(pressed.notify.warning).toHaveBeenCalledWith('所选申报登记受检单位不同');
});

// -- assessment -----------------------------------------------------------------------------------------------

const assessment = {
  appno: 'SB1',
  appmainsysid: 'a1',
  equcodeset: '3000',
  equcodesetName: '电梯',
  seisortcodeset: '02',
  usertype: '01',
  unitname: '宁波甬江置业物业服务有限公司',
  inscontactname: '胡斌',
  inscontacttel: '13805746021',
  assessusername: '周晓琳',
  assesstime: '2026-11-20',
  assessstate: '',
  describe: '',
  note: '',
  onlySee: '2',
};

function assess(detail: Row, more: Parameters<typeof serve>[0] = {}, extra?: ReactNode) {
  const asked = serve({ '/api/custassess/getDetailCustAssess': () => ok(detail), ...more });
  const close = vi.fn();
  show(
    <>
      <AssessDialog appno="SB1" appMainId="a1" onClose={close} />
      {extra}
    </>,
  );
  return { asked, close };
}

test('the assessment is 800 wide, asks for the rating, sends ticks as a list and no shown names', async () => {
  const { asked, close } = assess(assessment, { '/api/custassess/saveCustAssess': () => ok(null) });
  const dialog = await screen.findByRole('dialog');
  expect(dialog.style.getPropertyValue('--ant-modal-xs-width') || dialog.style.width).toContain('800');
  await screen.findByDisplayValue('13805746021');
  await userEvent.click(screen.getByRole('button', { name: '保存' }));
  expect(await screen.findByText('必填')).toBeTruthy();
  expect(callsTo(asked, '/api/custassess/saveCustAssess')).toHaveLength(0);
  for (const label of ['很好', '较好', '一般', '较差']) expect(screen.getByLabelText(label)).toBeTruthy();
  await userEvent.click(screen.getByLabelText('较好'));
  await userEvent.click(screen.getByLabelText('申报单填写不规范'));
  await userEvent.click(screen.getByLabelText('态度较差'));
  await userEvent.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  const form = Object.fromEntries(callsTo(asked, '/api/custassess/saveCustAssess')[0]!.form);
  expect(form).toMatchObject({
    appno: 'SB1',
    appmainsysid: 'a1',
    assessstate: '02',
    describe: '01,03',
    assesstime: '2026-11-20',
  });
  expect(form).not.toHaveProperty('equcodesetName');
  expect(form).not.toHaveProperty('onlySee');
  expect(await screen.findByText('保存成功')).toBeTruthy();
});

test('a refused assessment says why under 提示 and stays', async () => {
  const { close } = assess(
    { ...assessment, assessstate: '01' },
    { '/api/custassess/saveCustAssess': () => refused('评价等级：请从选项中选择') },
  );
  await screen.findByDisplayValue('13805746021');
  await userEvent.click(screen.getByRole('button', { name: '保存' }));
  expect(await screen.findByText('评价等级：请从选项中选择')).toBeTruthy();
  expect(screen.getAllByText('提示').length).toBeGreaterThan(0);
  expect(close).not.toHaveBeenCalled();
});

test('onlySee 1 is only read and closed', async () => {
  assess({ ...assessment, assessstate: '01', onlySee: '1' });
  const phone = await screen.findByDisplayValue<HTMLInputElement>('13805746021');
  expect(phone.disabled).toBe(true);
  expect(screen.queryByRole('button', { name: '保存' })).toBeNull();
  expect(screen.getAllByRole('button', { name: '关闭' }).length).toBeGreaterThan(0);
});

// -- arrangement and limits -----------------------------------------------------------------------------------

const person = (more = {}) => ({
  id: 'p1',
  name: '陈立峰',
  why: '',
  mainwhy: '',
  quals: [{ item: 'DT-1', validto: '2026-12-01' }],
  load: [],
  away: [],
  ...more,
});

test('a cell refuses who is not qualified and the days after the certificate ends', () => {
  expect(refuseCell(person(), '2026-11-26', '全天')).toBe('');
  expect(refuseCell(person(), '2026-12-02', '全天')).toBe('证书 2026-12-01 到期');
  expect(refuseCell(person({ mainwhy: '没有 DT 资格' }), '2026-11-26', '全天')).toBe('没有 DT 资格');
});

test('beside a name its sentence goes on without it, and one about those who are left names them', () => {
  const only = '能批准报告的只有陈立峰，参加检验后报告无人批准，请换人';
  expect(whyBeside(person({ why: '陈立峰没有 DT 资格' }))).toBe('没有 DT 资格');
  expect(whyBeside(person({ why: only }))).toBe(only);
});

test('a cell refuses the days on which a person is away, and no others', () => {
  const away = person({ away: [{ begins: '2026-11-26', ends: '2026-11-27', half: '', word: '请假' }] });
  const said = ['2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28'].map((day) =>
    refuseCell(away, day, '全天'),
  );
  expect(said).toEqual(['', '请假（11-26 至 11-27）', '请假（11-26 至 11-27）', '']);
});

test('who is away for the morning is there in the afternoon', () => {
  const day = '2026-11-26';
  const away = person({ away: [{ begins: day, ends: day, half: '上午', word: '上午请假' }] });
  const said = ['全天', '上午', '下午', ''].map((slot) => refuseCell(away, day, slot).split('（')[0]);
  expect(said).toEqual(['上午请假', '上午请假', '', '上午请假']);
});

test('tasks stand by street and estate, each once, those of the task in hand first', () => {
  const load = (seisn: string, date: string, estate: string) => ({
    date,
    seisn,
    unitname: '甲',
    equname: '客梯',
    open: true,
    timeslot: '全天',
    street: '月湖街道',
    estate,
    inspectornames: '陈立峰、林志远',
  });
  const both = [
    load('1', '2026-11-26', '翠苑'),
    load('2', '2026-11-26', '翠苑'),
    load('3', '2026-11-27', ''),
  ];
  const people = [person({ load: both }), person({ id: 'p2', load: both })];
  const item = { street: '江厦街道', estate: '东园' } as TaskItem;
  const plain = (by: 'street' | 'estate') =>
    placesOf(people, [item], by).map((one) => [
      one.name,
      one.here,
      one.count,
      one.days.get('2026-11-26')?.length,
    ]);
  expect(plain('street')).toEqual([
    ['江厦街道', true, 0, undefined],
    ['月湖街道', false, 3, 2],
  ]);
  expect(plain('estate')).toEqual([
    ['东园', true, 0, undefined],
    ['翠苑', false, 2, 2],
    ['未写明', false, 1, undefined],
  ]);
});

test('machines of one unit are one visit; a morning is half a day', () => {
  const load = (unitname: string, timeslot: string) => ({
    date: '2026-11-26',
    seisn: `${unitname}${timeslot}`,
    unitname,
    equname: '客梯',
    open: true,
    timeslot,
    street: '',
    estate: '',
    inspectornames: '',
  });
  const visits = visitsOn(
    person({ load: [load('甲', '上午'), { ...load('甲', '上午'), seisn: '2' }, load('乙', '全天')] }),
    '2026-11-26',
  );
  expect(visits.map((visit) => [visit.unitname, visit.loads.length, visit.share])).toEqual([
    ['甲', 2, 0.5],
    ['乙', 1, 1],
  ]);
  expect(shareOf(visits)).toBe(1.5);
});

test('dropping makes the person main inspector and keeps who was main as companion', () => {
  const plan = {
    ...planOf({
      items: [],
      moves: [],
      people: [],
      instruments: [],
      days: [],
      suggested: { instruments: [], vehicle: '', lastinspectors: '', lastdate: null },
    }),
    scinspector: 'p2',
    inspectors: ['p3'],
  };
  expect(dropOn(plan, 'p1', '2026-11-26')).toMatchObject({
    scinspector: 'p1',
    inspectors: ['p2', 'p3'],
    plandate: '2026-11-26',
  });
});

test('limits in words', async () => {
  const { default: dayjs } = await import('dayjs');
  const now = dayjs('2026-11-20T09:00:00');
  expect(limitWords('2026-11-20T17:00:00', now)).toMatchObject({
    text: '今日 17:00',
    late: false,
    soon: true,
  });
  expect(limitWords('2026-11-18T17:00:00', now)).toMatchObject({ text: '超 2 日', late: true });
  expect(limitWords('2026-11-26T17:00:00', now)).toMatchObject({ text: '11-26，余 6 日', late: false });
  expect(limitWords('2026-11-20', now)).toMatchObject({ text: '今日', late: false, soon: true });
  expect(limitWords('2026-11-19', now)).toMatchObject({ text: '超 1 日', late: true });
  expect(limitWords(null, now)).toBeNull();
});

test('the arrange page proposes no day that has passed', () => {
  const detail = (plandate: string | null) =>
    ({
      items: [{ plandate }],
      moves: [],
      people: [],
      instruments: [],
      days: [],
      suggested: { instruments: [], vehicle: '', lastinspectors: '', lastdate: null },
    }) as unknown as Parameters<typeof planOf>[0];
  expect(planOf(detail('2020-01-02')).plandate).toBe('');
  expect(planOf(detail('2999-01-02')).plandate).toBe('2999-01-02');
  expect(planOf(detail(null)).plandate).toBe('');
});

test('a field of a declaration says what is wrong half a second after typing', () => {
  vi.useFakeTimers();
  const told = vi.fn();
  render(
    <Field name="tel" label="电话" onLeave={told}>
      <input aria-label="电话" />
    </Field>,
  );
  fireEvent.input(screen.getByLabelText('电话'), { target: { value: '1' } });
  vi.advanceTimersByTime(400);
  fireEvent.input(screen.getByLabelText('电话'), { target: { value: '12' } });
  vi.advanceTimersByTime(499);
  expect(told).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(told).toHaveBeenCalledExactlyOnceWith('tel');
  vi.useRealTimers();
});
