import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { makeQueryClient } from '@/api/queryClient';
import type { EntryItem, EntryTable, Finding } from '@/api/shapes';
import { markRows } from '@/screens/businessPro/audit/marks';
import EnterPage from '@/screens/businessPro/entry/EnterPage';
import { entryAct } from '@/screens/businessPro/entry/keys';
import {
  keepMine,
  payloadOf,
  refusal,
  type Sheet,
  sheetOf,
  type TableFill,
} from '@/screens/businessPro/entry/model';
import { pasteFault, unlisted, withKnown } from '@/screens/businessPro/entry/tables';
import { conformable, foundWords, nextUnfilled, proposedResult, untrue, withinLimit } from '@/ui/answers';
import { move } from './moves';
import { show } from './page';
import { type Asked, callsTo, ok, refused, serve } from './server';

const item = (seq: number, more: Partial<EntryItem> = {}): EntryItem => ({
  seq,
  item_no: `A1.${seq}`,
  section: seq < 3 ? '技术资料' : '试验',
  content: `项目${seq}`,
  requirement: `要求${seq}`,
  basis: '',
  number: `A1.${seq}`,
  key: false,
  type: 'check',
  measures: [],
  result: '',
  values: {},
  note: '',
  monitored: false,
  lines: [],
  prefill: '',
  taken: '',
  last: null,
  ...more,
});
const balance = {
  field: 'balancefactor',
  label: '平衡系数',
  unit: '',
  low: '0.4',
  high: '0.5',
  limit: '0.40～0.50',
  fed: false,
  least: null,
  most: null,
  whole: false,
};
const items = () => [
  item(1),
  item(2, { key: true }),
  item(3, { measures: [balance], type: 'measure' }),
  item(4),
];
const record = {
  template: 'DT-DJ',
  inspdate: '2026-11-18',
  conclusion: '',
  nextdate: null,
  ruledate: null,
  opinionno: '',
  rectifydue: null,
  problems: '',
  remark: '',
  conditions: {},
  facts: {},
  begunat: '',
  endedat: '',
  instruments: [],
};
const head = {
  id: 'b1',
  seisn: 'DT2026000001',
  reportno: 'NBTD202600001',
  stepName: '报告录入',
  testsortName: '定期检验',
  equname: '客梯',
  equcode: '31103301520190012',
  equclass: '3000',
  equdatasysid: 'e1',
  unitname: '宁波甬江置业物业服务有限公司',
  useplace: '8 幢 2 单元',
  limit_at: null,
  mine: true,
  moves: [move('enter', { primary: true }), move('enter_back', { back: true })],
};
const judged = {
  findings: [],
  worked: [],
  least: {},
  proposal: { word: '合格', code: '1031', reason: '全部符合', remark: '' },
  conclusions: [
    { value: '1031', label: '合格', allowed: true, failed: false },
    { value: '1032', label: '不合格', allowed: true, failed: true },
  ],
  problems: '',
  rectifydue: null,
  next: null,
  ruledate: null,
  tools: { proposed: [], uses: [] },
};
const screenData = () => ({
  head,
  notices: [],
  version: 3,
  record,
  items: items(),
  photos: [],
  facts: [],
  lines: [],
  subs: { names: [], rows: [] },
  ...judged,
});

type Handlers = Parameters<typeof serve>[0];
// Each test enters an item of its own: an identical write shortly after another gets the first one's answer.
let id = 'b0';
async function open(more: Handlers = {}, client = makeQueryClient()): Promise<Asked[]> {
  id = `b${Number(id.slice(1)) + 1}`;
  let version = 3;
  const asked = serve({
    '/api/appbuss/getItem': () => ok(screenData()),
    '/api/appbuss/open': () => ok(null),
    '/a/stone/attachment/findAttList': () => ok([]),
    '/api/appbuss/saveRecord': () => {
      version += 1;
      return ok({ version, nextdate: null, ...judged });
    },
    ...more,
  });
  show(<EnterPage />, `/businessPro/reportEnterInfo?id=${id}`, client);
  await screen.findAllByText('NBTD202600001');
  await screen.findByRole('radiogroup', { name: '第 1 项结果' });
  return asked;
}

const chosen = (seq: number) =>
  screen
    .getByRole('radiogroup', { name: `第 ${seq} 项结果` })
    .querySelector('[aria-checked=true]')
    ?.getAttribute('aria-label') ?? '';
const current = () => document.querySelector('[aria-current=true][data-seq]')?.getAttribute('data-seq');
const press = (key: string, more: KeyboardEventInit = {}) =>
  act(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key, bubbles: true, ...more }));
const saved = (asked: Asked[]) =>
  callsTo(asked, '/api/appbuss/saveRecord')
    .map((one) => Object.fromEntries(one.form))
    .filter((form) => form.id === id);

test('keys 1 to 4 set the four results; × stays on its item', async () => {
  await open();
  expect(current()).toBe('1');
  press('1');
  expect(chosen(1)).toBe('符合');
  expect(current()).toBe('2');
  press('2');
  expect(chosen(2)).toBe('不符合');
  expect(current()).toBe('2');
  press('ArrowDown');
  press('3');
  expect(chosen(3)).toBe('无此项');
  press('4');
  expect(chosen(4)).toBe('整改后符合');
});

test('√ on a measured item asks for the value first; Enter goes on; letters in a field are text', async () => {
  await open();
  press('ArrowDown');
  press('ArrowDown');
  expect(current()).toBe('3');
  press('Enter');
  const field = document.activeElement as HTMLInputElement;
  expect(field.dataset.measure).toBe('3-balancefactor');
  press('2');
  expect(chosen(3)).toBe('');
  await userEvent.type(field, '0.51');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  press('Enter'); // out of the field, the proposal stands outlined
  expect(document.activeElement).toBe(document.body);
  expect(current()).toBe('3');
  press('2');
  expect(chosen(3)).toBe('不符合');
  press('Enter');
  expect(current()).toBe('4');
});

test('Ctrl ↓ jumps to the next item without a result, round the end', async () => {
  await open();
  press('1');
  press('3');
  press('ArrowDown');
  expect(current()).toBe('4');
  press('4');
  press('ArrowDown', { ctrlKey: true });
  expect(current()).toBe('3');
});

test('全部符合 fills what is empty, but no key and no measured item', async () => {
  const asked = await open();
  press('2');
  await userEvent.click(screen.getByRole('button', { name: '全部符合' }));
  expect([1, 2, 3, 4].map(chosen)).toEqual(['不符合', '', '', '符合']);
  await waitFor(() => expect(saved(asked).length).toBeGreaterThan(0));
});

test('autosave sends only what changed, with the version, and takes the new version for the next', async () => {
  const asked = await open();
  press('1');
  await screen.findByText(/已自动保存/);
  expect(saved(asked)[0]).toEqual({ id, version: '3', 'results.0.seq': '1', 'results.0.r': '√' });
  press('2');
  await waitFor(() => expect(saved(asked)).toHaveLength(2));
  expect(saved(asked)[1]).toEqual({ id, version: '4', 'results.0.seq': '2', 'results.0.r': '×' });
});

test('a change by somebody else is shown with the ways on; keeping mine saves on the new version', async () => {
  let first = true;
  const asked = await open({
    '/api/appbuss/saveRecord': () => {
      if (!first) return ok({ version: 10, nextdate: null, ...judged });
      first = false;
      return refused('数据已被林志远修改', 409, { who: '林志远', when: '2026-11-20 09:00:00' });
    },
    '/api/appbuss/getItem': () => ok({ ...screenData(), version: first ? 3 : 9 }),
  });
  press('4');
  await screen.findByText(/已由 林志远/);
  await userEvent.click(screen.getByRole('button', { name: /保留我的 1 处/ }));
  await waitFor(() => expect(saved(asked)).toHaveLength(2));
  expect(saved(asked)[1]).toEqual({ id, version: '9', 'results.0.seq': '1', 'results.0.r': '△' });
});

test('without a network typing goes on and the change is sent when it is back', async () => {
  let down = true;
  const asked = await open({
    '/api/appbuss/saveRecord': () => {
      if (down) throw new TypeError('failed to fetch');
      return ok({ version: 4, nextdate: null, ...judged });
    },
  });
  press('3');
  await screen.findByText(/断网/);
  press('2');
  expect(chosen(2)).toBe('不符合');
  down = false;
  act(() => void window.dispatchEvent(new Event('online')));
  await screen.findByText(/已自动保存/);
  expect(saved(asked).at(-1)).toMatchObject({ 'results.0.seq': '1', 'results.1.seq': '2' });
});

/** Answers of saves that the test gives when it likes. */
function held() {
  const waiting: (() => void)[] = [];
  let version = 3;
  const save = () =>
    new Promise<ReturnType<typeof ok>>((resolve) => {
      waiting.push(() => {
        version += 1;
        resolve(ok({ version, nextdate: null, ...judged }));
      });
    });
  const give = async () => {
    await waitFor(() => expect(waiting.length).toBeGreaterThan(0));
    await act(async () => waiting.shift()!());
  };
  return { save, give, waiting };
}
const filled = () => ({ ...screenData(), items: items().map((one) => ({ ...one, result: '√' as const })) });
const conclusion = () =>
  screen.getByRole('combobox', { name: '检验结论' }).closest('.ant-select')!.textContent;

test.each([
  0, 1, 2,
])('what is pressed while a save is on its way is stored before handing on (%i answered)', async (given) => {
  const { save, give } = held();
  const order: string[] = [];
  const asked = await open({
    '/api/appbuss/getItem': () => ok(filled()),
    '/api/appbuss/saveRecord': ({ form }) => {
      order.push(`save ${[...form.keys()].filter((key) => !['id', 'version'].includes(key)).join()}`);
      return save();
    },
    '/api/appbuss/submitRecord': () => {
      order.push('submit');
      return ok(null);
    },
  });
  await userEvent.click(screen.getByRole('tab', { name: '日期与结论' }));
  fireEvent.change(screen.getByRole('textbox', { name: '备注' }), { target: { value: '雨天' } });
  await userEvent.click(screen.getByRole('button', { name: '保存 Alt S' })); // the first save is on its way
  if (given > 0) await give();
  await userEvent.click(screen.getAllByRole('button', { name: /^采用/ })[0]!);
  press('s', { altKey: true, code: 'KeyS' });
  await userEvent.click(screen.getByRole('button', { name: '保存 Alt S' })); // two wait for the same save
  if (given < 1) await give();
  if (given > 1) await give();
  expect(conclusion()).toContain('合格');
  if (given < 2) await give();
  await waitFor(() =>
    expect(screen.getByRole('button', { name: '提交确认' })).toHaveProperty('disabled', false),
  );
  await userEvent.click(screen.getByRole('button', { name: '提交确认' }));
  await waitFor(() => expect(order.at(-1)).toBe('submit'));
  expect(order).toEqual(['save remark', 'save conclusion', 'submit']);
  expect(saved(asked).map((form) => form.version)).toEqual(['3', '4']);
});

test('fields of the head that the answer of a save writes keep what was typed while it was on its way', async () => {
  const { save, give } = held();
  const asked = await open({
    '/api/appbuss/getItem': () =>
      ok({ ...filled(), ruledate: '2027-11-30', record: { ...record, conclusion: '1031' } }),
    '/api/appbuss/saveRecord': save,
  });
  const words = () => screen.getByRole('textbox', { name: '问题及处理意见' });
  await userEvent.click(screen.getByRole('tab', { name: '日期与结论' }));
  fireEvent.change(screen.getByRole('textbox', { name: '备注' }), { target: { value: '雨天' } });
  await userEvent.click(screen.getByRole('button', { name: '保存 Alt S' })); // it is on its way, with no problems in it
  fireEvent.change(words(), { target: { value: '吊钩磨损' } });
  await userEvent.click(screen.getByRole('button', { name: '采用 2027-11-30' }));
  await give(); // the answer knows neither problems nor a next date
  expect(words()).toHaveProperty('value', '吊钩磨损');
  await give();
  await waitFor(() => expect(saved(asked)).toHaveLength(2));
  expect(saved(asked)[1]).toMatchObject({ version: '4', problems: '吊钩磨损', nextdate: '2027-11-30' });
  expect(saved(asked)[1]).not.toHaveProperty('remark');
});

test.each([
  'before',
  'while',
])('loading the page anew %s a save is on its way keeps what was typed', async (when) => {
  const { save, give } = held();
  const client = makeQueryClient();
  let asked = 0;
  const anew = () => {
    asked += 1;
    return ok({ ...filled(), photos: [asked] }); // something else has changed meanwhile
  };
  await open({ '/api/appbuss/getItem': anew, '/api/appbuss/saveRecord': save }, client);
  await userEvent.click(screen.getByRole('tab', { name: '日期与结论' }));
  await userEvent.click(screen.getAllByRole('button', { name: /^采用/ })[0]!);
  if (when === 'while') await userEvent.click(screen.getByRole('button', { name: '保存 Alt S' }));
  await act(() => client.refetchQueries({ type: 'active' }));
  expect(conclusion()).toContain('合格');
  await give();
  expect(conclusion()).toContain('合格');
  await screen.findByText(/已自动保存/);
});

test('a machine of a fleet is filled as the one before by the server, which says whose answers it has', async () => {
  let taken = 0;
  const former = { seisn: 'NC2026000007', equcode: '511033' };
  const asked = await open({
    '/api/appbuss/getItem': () =>
      ok({ ...screenData(), version: 3 + taken, former, ...(taken ? { items: filledBefore() } : {}) }),
    '/api/appbuss/fillAsBefore': () => {
      taken = 1;
      return ok({ version: 4, nextdate: null, ...judged });
    },
  });
  await userEvent.click(screen.getByRole('button', { name: '照上一台填' }));
  expect(await screen.findByText('1 项照NC2026000007（511033）填写')).toBeTruthy();
  await waitFor(() => expect(chosen(1)).toBe('符合'));
  expect(callsTo(asked, '/api/appbuss/fillAsBefore').length).toBe(1);
  expect(callsTo(asked, '/api/appbuss/saveRecord').length).toBe(0);
});

test('handing on says what is missing beside the button', async () => {
  await open();
  expect(screen.getByRole('button', { name: '提交确认' })).toHaveProperty('disabled', true);
  expect(screen.getByText('还有 4 项未填')).toBeTruthy();
});

const filledBefore = () =>
  screenData().items.map((one: EntryItem) =>
    one.seq === 1 ? { ...one, result: '√', taken: 'NC2026000007（511033）' } : one,
  );

const hint = (more: Partial<Finding> = {}): Finding => ({
  level: 'warn',
  item_no: '',
  seq: 0,
  text: '文字中有未填写的占位内容：“××”',
  alike: '',
  check: 'X15',
  key: 'X15_remark',
  field: 'remark',
  table: '',
  row: 0,
  column: '',
  reason: '',
  by: '',
  ...more,
});

test('a hint asks for its reason where it belongs, and the reason is stored under its key', async () => {
  const saved: Asked[] = [];
  await open({
    '/api/appbuss/getItem': () => ok({ ...screenData(), findings: [hint()] }),
    '/api/appbuss/saveRecord': (asked) => {
      saved.push(asked);
      return ok({
        ...judged,
        version: 4,
        nextdate: null,
        findings: [hint({ reason: '型号即为××', by: '陈立峰' })],
      });
    },
  });
  await userEvent.click(screen.getByRole('tab', { name: '检查 1' }));
  await userEvent.click(screen.getByRole('button', { name: '去填写' }));
  const box = screen.getByLabelText('说明：文字中有未填写的占位内容：“××”');
  await userEvent.type(box, '型号即为××');
  await userEvent.tab();
  await waitFor(() => expect(saved.length).toBe(1));
  expect((saved[0]!.body as URLSearchParams).get('reasons.X15_remark')).toBe('型号即为××');
  await waitFor(() => expect(screen.getByRole('tab', { name: '检查' })).toBeTruthy());
});

test('a question that came up since the last save is asked on the page when handing on is refused', async () => {
  let came = false;
  await open({
    '/api/appbuss/getItem': () =>
      ok({ ...filled(), record: { ...record, conclusion: '1031' }, findings: came ? [hint()] : [] }),
    '/api/appbuss/submitRecord': () => {
      came = true;
      return refused('文字中有未填写的占位内容：“××”，须写明原因（至少4个字）');
    },
  });
  const button = screen.getByRole('button', { name: '提交确认' });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  await userEvent.click(button);
  await screen.findByRole('tab', { name: '检查 1' });
  expect(button).toHaveProperty('disabled', true);
});

test('a returned record begins at the first item that is still to be changed, and marks what was asked for', async () => {
  const returned = (seq: number, more: Partial<Finding>) =>
    hint({ check: 'RETURN', seq, field: '', text: `退回时叶晓东要求：复核${seq}`, ...more });
  const findings = [
    returned(2, { level: 'info', key: '' }),
    returned(3, { key: 'RETURN_3', reason: '照片可证', by: '陈立峰' }),
    returned(4, { key: 'RETURN_4' }),
  ];
  await open({ '/api/appbuss/getItem': () => ok({ ...screenData(), findings }) });
  await waitFor(() => expect(current()).toBe('4'));
  const mark = (seq: number) =>
    document.querySelector(`[data-seq="${seq}"] .entry-notes .chip`)?.textContent ?? '';
  expect([1, 2, 3, 4].map(mark)).toEqual(['', '已改', '已改', '退回']);
  expect(screen.getByLabelText('说明：退回时叶晓东要求：复核4')).toBeTruthy();
});

test('what is asked for at single items goes with the return; an empty mark asks for nothing', () => {
  expect(markRows({ 3: ' 与照片不符 ', 7: '  ', 12: '说明过于简单' })).toEqual([
    { seq: 3, text: '与照片不符' },
    { seq: 12, text: '说明过于简单' },
  ]);
});

test('a report whose checks ask for reasons says so beside the button', () => {
  const sheet = sheetOf({ items: [], record: { ...record, conclusion: '1031' } });
  expect(refusal([], sheet, [hint()])).toBe('还有 1 处要说明：文字中有未填写的占位内容：“××”');
  expect(refusal([], sheet, [hint({ reason: '无' })])).toMatch('还有 1 处要说明');
  expect(refusal([], sheet, [hint({ reason: '型号即为××' })])).toBe('');
  expect(refusal([], sheet, [hint({ level: 'error', key: '' })])).toMatch('还有 1 处要改');
});

test('instruments go by their keys, reasons as they were written since the last save', () => {
  const line = {
    id: 'i1',
    instno: 'NB-1',
    name: '万用表',
    model: '',
    serial: '',
    certno: '',
    validto: null,
    state: '',
  };
  const sheet = sheetOf({ items: [], record: { ...record, instruments: [line] } });
  sheet.head.reasons = { X15_remark: '型号即为××' };
  const head = new Set<'instruments' | 'reasons'>(['instruments', 'reasons']);
  expect(payloadOf('b1', 7, sheet, { items: new Set(), head, tables: new Set() })).toEqual({
    id: 'b1',
    version: 7,
    instruments: ['i1'],
    instrumentstates: { i1: ' ' },
    reasons: { X15_remark: '型号即为××' },
  });
});

test('the body of a save: values, note, monitored use, cleared fields', () => {
  const sheet: Sheet = sheetOf({ items: items(), record });
  sheet.answers[3] = { r: '×', v: { balancefactor: '0.51' }, n: '超限', m: true, l: [] };
  const form = payloadOf('b1', 7, sheet, {
    items: new Set([3, 1]),
    head: new Set(['problems', 'inspdate']),
    tables: new Set(),
  });
  expect(form).toEqual({
    id: 'b1',
    version: 7,
    results: [
      { seq: 1, r: '', v: {}, n: '', m: '', l: [] },
      { seq: 3, r: '×', v: { balancefactor: '0.51' }, n: '超限', m: '1', l: [] },
    ],
    problems: ' ',
    inspdate: '2026-11-18',
  });
});

test('limits, proposals, and the order of what is open', () => {
  expect(withinLimit(balance, '0.40')).toBe(true);
  expect(withinLimit(balance, '0.51')).toBe(false);
  expect(withinLimit(balance, '')).toBeNull();
  const measured = items()[2]!;
  expect(proposedResult(measured, { r: '', v: { balancefactor: '0.45' }, n: '', m: false, l: [] })).toBe('√');
  expect(proposedResult(measured, { r: '', v: { balancefactor: '0.55' }, n: '', m: false, l: [] })).toBe('×');
  expect(proposedResult(measured, { r: '', v: {}, n: '', m: false, l: [] })).toBeNull();
  const sheet = sheetOf({ items: items(), record });
  sheet.answers[3]!.v = { balancefactor: '0.6' };
  expect(conformable(items(), sheet)).toEqual([1, 4]);
  const absent = { 4: { '√': '第4项与档案不符：没有司机室' } };
  expect(conformable(items(), sheet, absent)).toEqual([1]);
  expect(untrue(absent, 4, '△')).toBe('第4项与档案不符：没有司机室');
  expect(untrue(absent, 4, '—')).toBe('');
  sheet.answers[4]!.r = '√';
  expect(nextUnfilled(items(), sheet, 3)).toBe(1);
  expect(refusal(items(), sheet, [])).toBe('还有 3 项未填');
});

test('the latest of the server with mine laid over it', () => {
  const latest = sheetOf({ items: items(), record: { ...record, problems: '他人写的' } });
  const mine = sheetOf({ items: items(), record: { ...record, remark: '我写的' } });
  mine.answers[2] = { r: '×', v: {}, n: '坏', m: false, l: [] };
  const kept = keepMine(latest, mine, { items: new Set([2]), head: new Set(['remark']), tables: new Set() });
  expect(kept.answers[2]?.r).toBe('×');
  expect(kept.head).toMatchObject({ problems: '他人写的', remark: '我写的' });
});

test('keys mean nothing inside pickers and texts of several lines', () => {
  const area = document.createElement('textarea');
  const event = (target: HTMLElement, key: string) => {
    const made = new KeyboardEvent('keydown', { key });
    Object.defineProperty(made, 'target', { value: target });
    return entryAct(made);
  };
  expect(event(area, 'Enter')).toBeNull();
  expect(event(area, '1')).toBeNull();
  expect(event(area, 'Escape')).toEqual({ kind: 'leave' });
  expect(event(document.body, '4')).toEqual({ kind: 'result', result: '△' });
  expect(event(document.body, 'p')).toEqual({ kind: 'photo' });
});

const cell = (column: string, role: 'key' | 'input' | 'computed', more = {}) => ({
  column,
  role,
  label: column,
  unit: '',
  type: 'number' as const,
  options: [],
  ...more,
});
const doors = {
  code: 'doors',
  template: 'DT-DJ',
  title: '层门',
  hint: '每扇层门一行',
  most: 500,
  cells: [cell('landing', 'key', { type: 'text' }), cell('lock', 'input'), cell('rest', 'computed')],
  params: {},
  rows: [{ landing: '1', lock: '7.5' }],
};

test('a table takes pasted rows, sends itself whole, and shows what was worked out', async () => {
  const worked = [
    {
      code: 'doors',
      template: 'DT-DJ',
      rows: [{ rest: '0.50' }, { rest: '-0.50' }],
      results: [{ label: '最小啮合', value: '6.50', unit: 'mm', item: 'A1.3', field: 'balancefactor' }],
      fails: ['lock#2'],
      lacking: ['第2行 余量：缺少余度'],
      known: [],
    },
  ];
  const asked = await open({
    '/api/appbuss/getItem': () => ok({ ...screenData(), tables: [doors] }),
    '/api/appbuss/saveRecord': () => ok({ version: 4, nextdate: null, ...judged, worked }),
  });
  await userEvent.click(screen.getByRole('tab', { name: '层门 1' }));
  await userEvent.click(screen.getByRole('button', { name: /加一行/ }));
  const first = screen.getByRole('textbox', { name: 'landing 第 2 行' });
  fireEvent.paste(first, { clipboardData: { getData: () => '2\t6.5\n3\t8' } });
  await waitFor(() => expect(saved(asked)).toHaveLength(1));
  expect(saved(asked)[0]).toMatchObject({
    'tables.doors.rows.0.landing': '1',
    'tables.doors.rows.1.landing': '2',
    'tables.doors.rows.1.lock': '6.5',
    'tables.doors.rows.2.lock': '8',
  });
  expect(await screen.findByText('第2行 余量：缺少余度')).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'lock 第 2 行' }).closest('td')?.className).toBe('outside');
  await userEvent.click(screen.getByRole('tab', { name: '检验项目' }));
  const given = document.querySelector<HTMLInputElement>('[data-measure="3-balancefactor"]')!;
  expect([given.value, given.readOnly]).toEqual(['6.50', true]);
});

test('a value that a table gives counts among the values of its item', async () => {
  const results = [{ label: '最小啮合', value: '6.50', unit: 'mm', item: 'A1.3', field: 'balancefactor' }];
  const worked = [{ code: 'doors', rows: [{}], results, fails: [], lacking: [], known: [] }];
  const measures = [
    { ...balance, fed: true },
    { ...balance, field: 'force', label: '力' },
  ];
  const two = items().map((one) => (one.seq === 3 ? { ...one, measures } : one));
  await open({
    '/api/appbuss/getItem': () => ok({ ...screenData(), items: two, tables: [doors], worked }),
  });
  expect(screen.getByText('2 个值，已填 1')).toBeTruthy();
});

test('a table that has fewer rows than the record must have says how many', async () => {
  await open({
    '/api/appbuss/getItem': () => ok({ ...screenData(), least: { doors: 5 }, tables: [doors] }),
  });
  expect(screen.getByRole('tab', { name: '层门 1/5' })).toBeTruthy();
});

test('ten megabytes pasted into a table are refused before a row is made of them', async () => {
  const asked = await open({
    '/api/appbuss/getItem': () => ok({ ...screenData(), tables: [doors] }),
  });
  await userEvent.click(screen.getByRole('tab', { name: '层门 1' }));
  const first = screen.getByRole('textbox', { name: 'landing 第 1 行' });
  const split = vi.spyOn(String.prototype, 'split');
  fireEvent.paste(first, { clipboardData: { getData: () => '1\t7.5\n'.repeat(1_700_000) } });
  expect(await screen.findByText('粘贴的内容过长，请分次粘贴')).toBeTruthy();
  fireEvent.paste(first, { clipboardData: { getData: () => '1\t7.5\n'.repeat(501) } });
  expect(await screen.findByText('层门最多500行，粘贴的内容从第1行起放不下')).toBeTruthy();
  expect(split.mock.contexts.filter((text) => String(text).includes('7.5'))).toEqual([]);
  split.mockRestore();
  expect(document.querySelectorAll('.record-table tbody tr')).toHaveLength(1);
  expect(saved(asked)).toHaveLength(0);
});

test('as much as a table holds may be pasted, wherever it ends', () => {
  const table = doors as unknown as EntryTable;
  expect(pasteFault(table, 0, '1\n'.repeat(500))).toBe('');
  expect(pasteFault(table, 0, `${'1\n'.repeat(499)}1`)).toBe('');
  expect(pasteFault(table, 1, '1\n'.repeat(500))).toBe('层门最多500行，粘贴的内容从第2行起放不下');
  expect(pasteFault(table, 0, '')).toBe('');
});

test('what the archive knows goes into empty cells once; what was cleared or typed stays', () => {
  const fill: TableFill = {
    params: {},
    rows: [{ part: '筒体', nominal: '' }, { part: ' ' }, { part: '封头', nominal: '9' }],
  };
  const known: Record<string, string>[] = [{ nominal: '12', diain: '1200' }, { nominal: '14' }];
  const filled = withKnown(fill, known, []);
  expect(filled?.rows).toEqual([
    { part: '筒体', nominal: '12', diain: '1200' },
    { part: ' ' },
    { part: '封头', nominal: '9' },
  ]);
  expect(withKnown(fill, known, known)).toBeNull();
});

test('the archive fills a new row, and the next save takes it along', async () => {
  const worked = [
    { code: 'doors', rows: [{}, {}], results: [], fails: [], lacking: [], known: [{}, { lock: '7.5' }] },
  ];
  const asked = await open({
    '/api/appbuss/getItem': () => ok({ ...screenData(), tables: [doors] }),
    '/api/appbuss/saveRecord': () => ok({ version: 4, nextdate: null, ...judged, worked }),
  });
  await userEvent.click(screen.getByRole('tab', { name: '层门 1' }));
  await userEvent.click(screen.getByRole('button', { name: /加一行/ }));
  await userEvent.type(screen.getByRole('textbox', { name: 'landing 第 2 行' }), '2');
  const lock = screen.getByRole<HTMLInputElement>('textbox', { name: 'lock 第 2 行' });
  await waitFor(() => expect(lock.value).toBe('7.5'));
  await waitFor(() => expect(saved(asked).at(-1)).toMatchObject({ 'tables.doors.rows.1.lock': '7.5' }));
  await userEvent.clear(lock);
  await waitFor(() => expect(saved(asked).at(-1)).not.toHaveProperty('tables.doors.rows.1.lock'));
  expect(lock.value).toBe('');
});

test('instruments are proposed, and named when the inspector says so', async () => {
  const clamp = { id: 'i1', instno: 'NB-01-02', name: '钳形电流表', model: 'F317', serial: '', certno: '' };
  const used = { ...clamp, validto: '2027-01-01', state: '' };
  const states = [{ value: '1', label: '正常', why: '' }];
  const tools = { proposed: [used], uses: [{ id: 'i1', items: '31' }], states };
  const asked = await open({
    '/api/appbuss/getItem': () => ok({ ...screenData(), toolbox: [used], tools }),
  });
  await userEvent.click(screen.getByRole('tab', { name: '日期与结论' }));
  expect(screen.getByText(/校准至 2027-01-01，用于第31项/)).toBeTruthy();
  expect(saved(asked)).toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: '确认所用的 1 件仪器' }));
  await waitFor(() => expect(saved(asked)[0]).toMatchObject({ instruments: 'i1' }));
  expect(saved(asked)[0]).not.toMatchObject({ 'instrumentstates.i1': '1' }); // nobody said so yet
  await userEvent.click(screen.getByRole('button', { name: '使用前后均正常' }));
  await waitFor(() => expect(saved(asked).at(-1)).toMatchObject({ 'instrumentstates.i1': '1' }));
});

test('a table whose rows were taken away is sent as empty', () => {
  const sheet = sheetOf({ items: items(), tables: [{ ...doors, rows: [{ landing: ' ' }] }] });
  const form = payloadOf('b1', 7, sheet, { items: new Set(), head: new Set(), tables: new Set(['doors']) });
  expect(form.tables).toEqual({ doors: { empty: '1' } });
});

test('facts of every kind and the conditions of the template are asked for', async () => {
  const fact = { unit: '', low: 0, high: 0, options: [], needed: false };
  const facts = [
    { ...fact, name: 'limits', label: '限制条件', kind: 'text' },
    { ...fact, name: 'safegear', label: '安全钳型式', kind: 'choice', options: ['瞬时式'] },
    { ...fact, name: 'firstday', label: '首次检验日', kind: 'day' },
    { ...fact, name: 'allowpress', label: '允许使用压力', kind: 'number', unit: 'MPa', high: 100 },
  ];
  const site = { code: 'oxygen', label: '氧含量', unit: '%', limit: '19.5～23.5 %', measured: true };
  const sites = [{ ...site, low: '19.5', high: '23.5' }];
  const asked = await open({
    '/api/appbuss/getItem': () => ok({ ...screenData(), facts, sites }),
  });
  await userEvent.click(screen.getByRole('tab', { name: '日期与结论' }));
  expect(screen.getByRole('combobox', { name: '安全钳型式' })).toBeTruthy();
  expect(screen.getByRole('textbox', { name: '允许使用压力' }).getAttribute('placeholder')).toBe('0～100');
  expect(screen.queryByText('判定')).toBeNull(); // every line says what it asks for
  await userEvent.type(screen.getByRole('textbox', { name: '限制条件' }), '降压');
  await userEvent.type(screen.getByRole('textbox', { name: '氧含量' }), '20');
  await waitFor(() =>
    expect(saved(asked).at(-1)).toMatchObject({ 'facts.limits': '降压', 'conditions.oxygen': '20' }),
  );
});

test('problems begin with what the items found', () => {
  const sheet = sheetOf({ items: items(), tables: [] });
  sheet.answers[1] = { ...sheet.answers[1]!, r: '×', n: '吊钩磨损' };
  sheet.answers[2] = { ...sheet.answers[2]!, r: '√' };
  sheet.answers[4] = { ...sheet.answers[4]!, r: '△' };
  expect(foundWords(items(), sheet)).toBe('第1项项目1：吊钩磨损；第4项项目4：不符合“要求4”');
});

test('a table whose key is a choice lists what has no row yet', () => {
  const lines = { ...doors, cells: [cell('lineid', 'key', { type: 'choice', options: ['L1', 'L2', 'L3'] })] };
  expect(unlisted(lines, { params: {}, rows: [{ lineid: 'L2' }] })).toEqual([
    { lineid: 'L1' },
    { lineid: 'L3' },
  ]);
  expect(unlisted(doors, { params: {}, rows: [] })).toEqual([]);
});
