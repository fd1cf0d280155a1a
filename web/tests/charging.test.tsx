import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { ChargeDraft, DraftItem } from '@/api/shapes';
import ApplyPage from '@/screens/charging/ApplyPage';
import MyPayPage from '@/screens/charging/MyPayPage';
import { InTab, lookAway, show } from './page';
import { callsTo, ok, refused, serve } from './server';

const LINE = {
  feecode: 'F0094',
  item: '电梯定期检验',
  amount: '660.00',
  count: '1',
  price: '660.00',
  factor: '',
  nature: '非税',
  role: 'base',
  explanation: '400+20×(18-5)＝660.00',
  clause: '附件 二',
  since: '2020-01-01',
};

const item = (more: Partial<DraftItem> = {}): DraftItem => ({
  id: 'b1',
  seisn: 'DT2026000001',
  appno: 'SB1',
  equname: '客梯',
  equcode: '3110',
  equclass: '3000',
  testsort: '0211',
  testsortName: '定期检验',
  acceptdate: '2026-11-20',
  urgent: false,
  lines: [LINE],
  choices: [],
  missing: '',
  calculator: '',
  ...more,
});

const draft = (more: Partial<ChargeDraft> = {}): ChargeDraft => ({
  id: '',
  version: null,
  chargesysid: '',
  unitname: '甬江物业',
  payunitsysid: 'u1',
  payunitname: '甬江物业',
  balance: '340.50',
  invoicetitle: '甬江物业',
  taxno: '',
  form: {
    items: [
      {
        id: 'b1',
        options: [],
        quantities: {},
        supmode: '',
        hazard: false,
        holiday: false,
        byhand: false,
        given: null,
      },
    ],
    manual: [],
    discount: '0',
    discountreason: '',
    payunitsysid: 'u1',
    invoicetitle: '',
    taxno: '',
    invoiceemail: '',
    remark: '',
  },
  items: [item()],
  whole: [],
  totals: { 非税: '660.00' },
  total: '660.00',
  words: '陆佰陆拾元整',
  payby: '2026-12-13',
  years: [],
  reliefs: [],
  ...more,
});

const DETAIL = '/api/chamain/chaMain/detail';
const ASSEMBLY = '/api/chamain/chaMain/assembly';
const SAVE = '/api/chamain/chaMain/save';

test('each line says how it came to be, and the sum and the balance stand beside it', async () => {
  serve({ [DETAIL]: () => ok(draft()) });
  show(<ApplyPage />, '/assistMng/payMng/payApply/apply?ids=b1');
  await screen.findByText('400+20×(18-5)＝660.00');
  screen.getByText('340.50 元');
  within(screen.getByText('应缴').parentElement!).getByText('660.00');
  screen.getByText(/陆佰陆拾元整/);
  screen.getByText('2026-12-13');
});

test('a line shows how many, at what price and by what factor; a reduction of the whole has a sum alone', async () => {
  const half = { ...LINE, feecode: 'F0101', item: '复检', amount: '330.00', factor: '0.5' };
  const less = { ...LINE, item: '优惠', amount: '-30.00', count: '', price: '' };
  serve({ [DETAIL]: () => ok(draft({ items: [item({ lines: [half] })], whole: [less] })) });
  show(<ApplyPage />, '/assistMng/payMng/payApply/apply?ids=b8');
  const cells = (name: string) =>
    within(screen.getByText(name).closest('tr')!)
      .getAllByRole('cell')
      .slice(3)
      .map((cell) => cell.textContent);
  await screen.findByText('复检');
  expect(cells('复检')).toEqual(['1', '660.00', '0.5', '330.00']);
  expect(cells('优惠')).toEqual(['', '', '', '-30.00']);
});

test('former years of the unit stand beside this registration, and the notice can be read before it is submitted', async () => {
  const years = [{ year: 2025, amount: '5830.00', items: 8 }];
  serve({ [DETAIL]: () => ok(draft({ years })) });
  show(<ApplyPage />, '/assistMng/payMng/payApply/apply?ids=b9');
  const list = within(await screen.findByRole('list', { name: '同单位历年' }));
  list.getByText('5,830.00');
  list.getByText('8 件');
  await userEvent.click(screen.getByRole('button', { name: '预览通知单' }));
  const notice = within(await screen.findByRole('dialog'));
  notice.getByText(/大写：陆佰陆拾元整.*2026-12-13 前缴纳/);
  notice.getByText('客梯 电梯定期检验');
});

test('each policy of the day says what it takes off or why it does not', async () => {
  const said = [
    { name: '学校减半', document: '甬财综1号', amount: '-330.00', why: '' },
    { name: '小微减免', document: '甬财综2号', amount: '', why: '已用优先的政策' },
  ];
  serve({ [DETAIL]: () => ok(draft({ reliefs: said })) });
  show(<ApplyPage />, '/assistMng/payMng/payApply/apply?ids=b10');
  expect((await screen.findByText('学校减半：-330.00 元')).title).toBe('依据 甬财综1号');
  expect(screen.getByText('小微减免：已用优先的政策').className).toBe('hint');
});

test('a line by hand without its reason is not saved; with it the sums of both channels are those of the server', async () => {
  const user = userEvent.setup();
  const asked = serve({
    [DETAIL]: () => ok(draft()),
    [ASSEMBLY]: () => ok(draft({ totals: { 非税: '660.00', 应税: '300.50' }, total: '960.50' })),
    [SAVE]: () => ok([{ id: 'c1', version: 1, chargesysid: 'JF1' }]),
  });
  show(<ApplyPage />, '/assistMng/payMng/payApply/apply?ids=b1');
  await screen.findByText('400+20×(18-5)＝660.00');
  await user.click(screen.getByRole('button', { name: '增加手工行' }));
  await user.type(await screen.findByLabelText('收费项目'), '委托检测');
  await user.tab();
  await user.type(screen.getByLabelText('金额（元）'), '300.50');
  await user.tab();
  await user.click(screen.getByRole('button', { name: '保存' }));
  await screen.findByText('手工金额须填写收费项目、金额和原因');
  expect(callsTo(asked, SAVE)).toHaveLength(0);
  await user.type(screen.getByLabelText('原因'), '委托');
  await user.tab();
  await waitFor(() => within(screen.getByText('应缴').parentElement!).getByText('960.50'));
  screen.getByText('非税与应税分两张收费单登记');
  await user.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(callsTo(asked, SAVE)).toHaveLength(1));
  const sent = JSON.stringify([...callsTo(asked, SAVE)[0]!.form.entries(), callsTo(asked, SAVE)[0]!.body]);
  expect(sent).toContain('委托检测');
  expect(sent).not.toContain('660.00'); // amounts that were computed are never sent
});

test('what is typed into a registration stays while its tab is hidden', async () => {
  serve({ [DETAIL]: () => ok(draft()), [ASSEMBLY]: () => ok(draft()) });
  show(
    <InTab>
      <ApplyPage />
    </InTab>,
    '/assistMng/payMng/payApply/apply?ids=b1',
  );
  await userEvent.type(await screen.findByLabelText('备注'), '月底前付');
  await lookAway();
  expect(screen.getByLabelText('备注')).toHaveProperty('value', '月底前付');
});

test('parameters given by hand are worked out before they are taken', async () => {
  const user = userEvent.setup();
  const vessel = item({ lines: [], missing: '缺少参数：容积', calculator: 'rqdj', equclass: '2000' });
  const CALL = '/api/charqdj/ibmsSeiAssChaRqdj/rqdjSave';
  let answers = 0;
  const asked = serve({
    [DETAIL]: () => ok(draft({ items: [vessel] })),
    [ASSEMBLY]: () => ok(draft({ items: [vessel], total: '700.00', totals: { 非税: '700.00' } })),
    [CALL]: () => {
      answers += 1;
      return answers === 1
        ? refused('手工参数：必填')
        : ok({ item: 'b1', lines: [{ ...LINE, amount: '700.00' }], total: '700.00', missing: '' });
    },
  });
  show(<ApplyPage />, '/assistMng/payMng/payApply/apply?ids=b2');
  await user.click(await screen.findByRole('button', { name: '容器定检计费' }));
  await user.type(await screen.findByLabelText('容积 m³'), '30');
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByRole('button', { name: '采用' })).toHaveProperty('disabled', true);
  await user.click(dialog.getByRole('button', { name: '计算' }));
  await dialog.findByText('手工参数：必填');
  expect(dialog.getByRole('button', { name: '采用' })).toHaveProperty('disabled', true);
  await user.type(dialog.getByLabelText('原因'), '按竣工图');
  await user.click(dialog.getByRole('button', { name: '计算' }));
  await dialog.findByText('合计 700.00 元');
  await user.click(dialog.getByRole('button', { name: '采用' }));
  await waitFor(() => expect(callsTo(asked, ASSEMBLY)).toHaveLength(1));
  const sent = JSON.stringify([
    ...callsTo(asked, ASSEMBLY)[0]!.form.entries(),
    callsTo(asked, ASSEMBLY)[0]!.body,
  ]);
  expect(sent).toContain('按竣工图');
  await screen.findByRole('button', { name: '恢复档案参数' });
});

test('an option is counted once it is chosen, and a group may be said to be none', async () => {
  const user = userEvent.setup();
  const strength = {
    feecode: 'F0018',
    item: '强度校核',
    unit: '元/项',
    role: 'option',
    formula: '70×数量',
    counted: true,
  };
  const boilers = [item({ choices: [strength] }), item({ id: 'b2', seisn: 'DT2026000002' })];
  const form = draft().form as { items: Record<string, unknown>[] };
  const opened = draft({
    items: boilers,
    form: { ...draft().form, samebatch: true, items: [form.items[0], { ...form.items[0], id: 'b2' }] },
  });
  const asked = serve({ [DETAIL]: () => ok(opened), [ASSEMBLY]: () => ok(opened) });
  show(<ApplyPage />, '/assistMng/payMng/payApply/apply?ids=b1,b2');
  expect(screen.queryByLabelText('强度校核数量')).toBeNull();
  await user.click(await screen.findByRole('checkbox', { name: '强度校核' }));
  await user.type(await screen.findByLabelText('强度校核数量'), '3');
  await user.tab();
  await user.click(screen.getByRole('checkbox', { name: /同一单位同批/ }));
  await waitFor(() => expect(callsTo(asked, ASSEMBLY)).toHaveLength(3));
  const last = callsTo(asked, ASSEMBLY)[2]!;
  const sent = JSON.stringify([...last.form.entries(), last.body]);
  expect(sent).toMatch(/quantities\.F0018[^}]*?3/);
  expect(sent).toMatch(/samebatch[^}]*?(false|0)/);
});

test('a unit pays what is due now, of parts the next one, and is told of what is not listed', async () => {
  const bill = (id: string, more: object) => ({
    ...{ id, chargesysid: `JF${id}`, nature: '非税', step: 'DUE', amount: '1000.00' },
    ...{ duedate: null, paycode: '', parts: 0, itemcount: 1, ...more },
  });
  const list = [
    bill('1', { step: 'PART', left: '900.00', duenow: '500.00', parts: 2, duedate: '2026-12-10' }),
    bill('2', { left: '0.10', duenow: '0.10' }),
    bill('3', { left: '0.20', duenow: '0.20' }),
  ];
  serve({
    '/api/chamain/chaMain/findList': () => ok({ list, count: 5 }),
    '/api/chamain/invoice/findList': () => ok({ list: [], count: 0 }),
  });
  show(<MyPayPage />);
  expect(await screen.findByText('500.00 元')).toBeTruthy();
  expect(screen.getByText('500.30 元')).toBeTruthy();
  expect(screen.getByText(/分 2 期，共未缴 900.00 元/)).toBeTruthy();
  expect(screen.getByText(/另有 2 笔没有列出/)).toBeTruthy();
  expect(screen.getByText(/2026-12-10 到期/)).toBeTruthy();
});
