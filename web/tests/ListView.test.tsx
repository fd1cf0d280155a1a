import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import dayjs from 'dayjs';
import { expect, test, vi } from 'vitest';
import type { ActionContext } from '@/views/actionRegistry';
import { registerActions } from '@/views/actionRegistry';
import { ListView } from '@/views/ListView';
import { PrintContext } from '@/views/useActions';
import { show } from './page';
import { type Asked, callsTo, ok, refused, serve } from './server';

const rows = [
  {
    id: '1',
    appno: 'SB001',
    unitname: '甲公司',
    fee: 6240,
    appway: 'XCAPP',
    status: '10',
    statusName: '待受理',
    statusTone: 'go',
    due: '2026-11-30T00:00:00',
    late: '0',
  },
  {
    id: '2',
    appno: 'SB002',
    unitname: '乙公司',
    fee: 12,
    appway: '',
    status: '20',
    statusName: '补正中',
    statusTone: 'ca',
    due: '2026-10-31',
    late: '1',
    backReason: '资料不齐',
    backDutyTaskName: '业务申报',
    backDescription: '缺报告',
  },
];
const action = (code: string, place: string, kind: string, more = {}) => ({
  code,
  label: code,
  place,
  kind,
  permission: '',
  needs: 'none',
  ...more,
});
const table = {
  viewNo: 'v',
  title: '申报登记',
  url: '/api/list',
  params: { stepcode: 'YWSB' },
  rowKey: 'id',
  defaultSort: '-appno',
  pageSize: 20,
  exportable: true,
  late: 'late',
  due: ['due'],
  columns: [
    { prop: 'appno', label: '申报单号', type: 'code', width: 120, sortable: true, link: '/info?id={id}' },
    { prop: 'unitname', label: '受检单位', type: 'text', width: 200, sortable: false },
    { prop: 'fee', label: '费用', type: 'money', width: 90, sortable: false },
    { prop: 'appway', label: '申报方式', type: 'way', width: 80, sortable: false },
    { prop: 'due', label: '下次检验日期', type: 'date', width: 100, sortable: false },
    { prop: 'status', label: '状态', type: 'state', width: 90, sortable: false },
    { prop: 'hidden', label: '藏着的', type: 'text', width: 90, shown: false },
  ],
  actions: [
    action('新增', 'toolbar', 'route', { route: '/new', permission: 'p:add' }),
    action('作废', 'toolbar', 'page', { needs: 'many', empty: '请选择作废数据' }),
    action('删除', 'toolbar', 'call', { needs: 'many', url: '/api/del', confirm: '确定删除吗' }),
    action('申报单', 'row', 'print', { needs: 'one', print: 'SBDDY' }),
    action('受理', 'row', 'call', {
      needs: 'one',
      url: '/api/accept',
      when: { status: ['10'] },
      done: '{appno}已受理',
    }),
  ],
  segments: [],
  views: [{ viewId: 'w1', name: '我登记的', mine: true, columns: [], search: { unitname: '甲' }, sort: '' }],
};
const search = {
  viewNo: 'v',
  fields: [
    { prop: 'unitname', label: '受检单位', widget: 'input', quick: true },
    { prop: 'appno', label: '单号', widget: 'input', quick: false },
  ],
};

function start(
  more: Record<string, (asked: Asked) => Record<string, unknown>> = {},
  props = {},
  at = '/list',
) {
  const asked = serve({
    '/api/layout/findTableConfig': () => ok(table),
    '/api/layout/findSearchFormConfig': () => ok(search),
    '/api/user/permission': () => ok([{ operatorCode: 'p:other' }]),
    '/api/list': () => ok({ pageNo: 1, pageSize: 20, count: 2, countCapped: false, list: rows }),
    ...more,
  });
  const print = vi.fn();
  show(
    <PrintContext value={print}>
      <ListView viewNo="v" {...props} />
    </PrintContext>,
    at,
  );
  return { asked, print };
}
const lastList = (asked: Asked[]) => Object.fromEntries(callsTo(asked, '/api/list').at(-1)!.query);

test('of a late row the day that has passed is red, not one that is still to come', async () => {
  const days = ['2020-01-31', '2999-01-31'].map((due, at) => ({ ...rows[1], id: `d${at}`, due }));
  start({ '/api/list': () => ok({ pageNo: 1, pageSize: 20, count: 2, countCapped: false, list: days }) });
  const classes = (await screen.findAllByText(/-01-31/)).map((one) => one.closest('td')!.className);
  expect(classes.map((one) => one.includes('due'))).toEqual([true, false]);
});

test('draws columns, words, marks and late rows from the configuration', async () => {
  const { asked } = start({}, { fixed: { equId: '9' } });
  const link = await screen.findByRole('link', { name: 'SB001' });
  expect(link.getAttribute('href')).toBe('/info?id=1');
  expect(screen.getByText('6,240.00')).toBeTruthy();
  expect(screen.getByText('现场申报')).toBeTruthy();
  expect(screen.getByText('单位申报')).toBeTruthy();
  expect(screen.getByText('2026-11-30')).toBeTruthy();
  expect(screen.getByText('待受理').className).toContain('go');
  expect(screen.queryByText('藏着的')).toBeNull();
  expect(screen.getByText('共 2 条')).toBeTruthy();
  const late = screen.getByRole('link', { name: 'SB002' }).closest('tr')!;
  expect(late.className).toContain('late');
  expect(within(late).getByLabelText('退回过')).toBeTruthy();
  expect(lastList(asked)).toMatchObject({
    stepcode: 'YWSB',
    equId: '9',
    orderBy: '-appno',
    pageNo: '1',
    pageSize: '20',
  });
});

test('searches, folds, takes conditions from the address and drops them again', async () => {
  const { asked } = start({}, {}, '/list?urgency=late');
  await screen.findByRole('link', { name: 'SB001' });
  expect(lastList(asked)).toMatchObject({ urgency: 'late' });
  expect(screen.queryByRole('textbox', { name: '单号' })).toBeNull();
  await userEvent.click(screen.getByText('展开 1 项'));
  await userEvent.type(screen.getByRole('textbox', { name: '单号' }), 'SB{Enter}');
  await waitFor(() => expect(lastList(asked)).toMatchObject({ appno: 'SB' }));
  await userEvent.click(screen.getByRole('button', { name: '重置' }));
  await waitFor(() => expect(lastList(asked).appno).toBeUndefined());
  await userEvent.click(screen.getByText('我登记的'));
  await waitFor(() => expect(lastList(asked)).toMatchObject({ unitname: '甲' }));
});

test('a button without its permission warns and does nothing', async () => {
  start();
  await screen.findByRole('link', { name: 'SB001' });
  await userEvent.click(screen.getByRole('button', { name: /新增/ }));
  expect(await screen.findByText('对不起，您没有此操作的权限')).toBeTruthy();
  expect(screen.getAllByText('提示').length).toBeGreaterThan(0);
  expect(screen.getByTestId('place').textContent).toBe('/list');
});

test('actions ask for rows first, then for confirmation, then call', async () => {
  const { asked } = start({ '/api/del': () => ok(null, { errorMsg: '删除成功' }) });
  await screen.findByRole('link', { name: 'SB001' });
  await userEvent.click(screen.getByRole('button', { name: '作废' }));
  expect(await screen.findByText('请选择作废数据')).toBeTruthy();
  for (const box of screen.getAllByRole('checkbox', { name: '选中此行' })) await userEvent.click(box);
  expect(screen.getByText('已选', { exact: false }).textContent).toContain('2');
  await userEvent.click(screen.getAllByRole('button', { name: '删除' })[0]!);
  expect(await screen.findByText('确定删除吗')).toBeTruthy();
  expect(callsTo(asked, '/api/del')).toHaveLength(0);
  const dialog = screen.getByText('确定删除吗').closest<HTMLElement>('.ant-modal')!;
  await userEvent.click(within(dialog).getByRole('button', { name: '删除' }));
  await waitFor(() => expect(callsTo(asked, '/api/del')[0]?.form.getAll('ids')).toEqual(['1', '2']));
  expect(await screen.findByText('删除成功')).toBeTruthy();
});

test('row actions print, are disabled where the row does not meet them, and reach their handler', async () => {
  const handler = vi.fn((_context: ActionContext) => undefined);
  registerActions({ 'v/作废': async () => ({ default: handler }) });
  const { print } = start();
  await screen.findByRole('link', { name: 'SB001' });
  await userEvent.click(screen.getAllByRole('button', { name: '申报单' })[0]!);
  expect(print).toHaveBeenCalledWith(expect.objectContaining({ printType: 'SBDDY', ids: ['1'] }));
  const accept = screen.getAllByRole<HTMLButtonElement>('button', { name: '受理' });
  expect(accept.map((button) => button.disabled)).toEqual([false, true]);
  await userEvent.click(screen.getAllByRole('checkbox', { name: '选中此行' })[1]!);
  await userEvent.click(screen.getAllByRole('button', { name: '作废' })[0]!);
  await waitFor(() => expect(handler).toHaveBeenCalledOnce());
  expect(handler.mock.calls[0]?.[0]).toMatchObject({ viewNo: 'v', ids: ['2'] });
});

test('a button without a dialog says what its move says, and where the matter stands now', async () => {
  start({ '/api/accept': () => ({ ...ok(1), next: '现在到“任务安排”环节' }) });
  await screen.findByRole('link', { name: 'SB001' });
  await userEvent.click(screen.getAllByRole('button', { name: '受理' })[0]!);
  expect(await screen.findByText('SB001已受理，现在到“任务安排”环节')).toBeTruthy();
});

test('where nobody counted one can page on', async () => {
  const { asked } = start({
    '/api/list': ({ query }) => {
      const second = query.get('pageNo') === '2';
      return ok({
        pageNo: second ? 2 : 1,
        pageSize: 20,
        count: second ? 23 : 20,
        countCapped: !second,
        list: rows,
      });
    },
  });
  expect(await screen.findByText('之后可能还有，可以继续翻页，或点「数准确」')).toBeTruthy();
  await userEvent.click(screen.getByTitle('2'));
  expect(await screen.findByText('共 23 条')).toBeTruthy();
  expect(lastList(asked)).toMatchObject({ pageNo: '2' });
  await userEvent.click(screen.getByTitle('1')); // the place of a list is kept
});

test('what was looked through in part says how far, in place of «nothing» and of a next page', async () => {
  const note = '只查了列表的前20,000条，要查其余的请多输入几位，或增加查询条件';
  const one = rows.slice(0, 1);
  start({
    '/api/list': ({ query }) =>
      ok({ pageNo: 1, pageSize: 20, count: 1, countCapped: true, note, list: query.get('appno') ? [] : one }),
  });
  expect(await screen.findByText(note)).toBeTruthy();
  expect(screen.queryByTitle('2')).toBeNull();
});

test('capped counts say so and are counted exactly on demand; a refused count leaves the rows', async () => {
  let tooLong = true;
  const { asked } = start({
    '/api/list': ({ query }) => {
      if (query.get('exactCount') && tooLong) return refused('条件较宽，没有数完');
      const exact = Boolean(query.get('exactCount'));
      return ok({ pageNo: 1, pageSize: 20, count: exact ? 12345 : 10000, countCapped: !exact, list: rows });
    },
  });
  expect((await screen.findByText(/至少 10,000 条/)).textContent).toContain('数准确');
  await userEvent.click(screen.getByRole('button', { name: '数准确' }));
  const again = await screen.findByRole('button', { name: '没有数完，再数' });
  expect(again.parentElement?.title).toBe('条件较宽，没有数完');
  expect(screen.getByRole('link', { name: 'SB001' })).toBeTruthy();
  tooLong = false;
  await userEvent.click(again);
  expect(await screen.findByText('共 12,345 条')).toBeTruthy();
  expect(lastList(asked)).toMatchObject({ exactCount: '1', pageSize: '1', stepcode: 'YWSB' });
});

test('the last row of the last page gone, the page before is shown', async () => {
  let gone = false;
  const { asked } = start({
    '/api/list': ({ query }) => {
      const second = query.get('pageNo') === '2';
      const last = { ...rows[0], id: '9', appno: 'SB009' };
      const list = second ? (gone ? [] : [last]) : rows;
      return ok({ pageNo: 1, pageSize: 20, count: gone ? 20 : 21, countCapped: false, list });
    },
    '/api/accept': () => {
      gone = true;
      return ok(1);
    },
  });
  await screen.findByText('共 21 条');
  await userEvent.click(screen.getByTitle('2'));
  await waitFor(() => expect(lastList(asked)).toMatchObject({ pageNo: '2' }));
  await userEvent.click((await screen.findAllByRole('button', { name: '受理' }))[0]!);
  expect(await screen.findByRole('link', { name: 'SB002' })).toBeTruthy(); // which stands on the first page alone
});

test('a page too far down says what to do and leads back', async () => {
  start({
    '/api/list': ({ query }) =>
      query.get('pageNo') === '2'
        ? refused('翻页过深，请增加查询条件或导出')
        : ok({ pageNo: 1, pageSize: 20, count: 10000, countCapped: true, list: rows }),
  });
  await screen.findByRole('link', { name: 'SB001' });
  await userEvent.click(screen.getByTitle('2'));
  expect(await screen.findByText('翻页过深，请增加查询条件或导出')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: '回到第 1 页' }));
  expect(await screen.findByRole('link', { name: 'SB001' })).toBeTruthy();
});

test('of a long page only the rows around the place are drawn; all of them can be picked', async () => {
  const many = Array.from({ length: 250 }, (_, n) => ({ ...rows[0], id: `r${n}`, appno: `SB${n}` }));
  start({ '/api/list': () => ok({ pageNo: 1, pageSize: 1000, count: 250, list: many }) });
  await screen.findByRole('link', { name: 'SB0' });
  expect(document.querySelectorAll('tr[data-row-key]').length).toBeLessThan(120);
  expect(screen.queryByRole('link', { name: 'SB249' })).toBeNull();
  expect(screen.getByText(/Ctrl F 只找屏上的行/)).toBeTruthy();
  await userEvent.click(screen.getByRole('checkbox', { name: '选中本页全部' }));
  expect(screen.getByText('已选', { exact: false }).textContent).toContain('250');
  await userEvent.click(screen.getAllByRole('checkbox', { name: '选中此行' })[0]!);
  expect(screen.getByText('已选', { exact: false }).textContent).toContain('249');
});

test('no hits show removable conditions, faults their number', async () => {
  let fault = false;
  const { asked } = start(
    {
      '/api/list': () =>
        fault
          ? refused('系统异常，请联系管理员（编号7F3A91C2）', 500)
          : ok({ pageNo: 1, pageSize: 20, count: 0, list: [] }),
    },
    {},
    '/list?unitname=无此单位',
  );
  expect(await screen.findByText('没有符合条件的申报登记')).toBeTruthy();
  fault = true;
  await userEvent.click(screen.getByLabelText('去掉 受检单位 无此单位'));
  expect(await screen.findByText('系统异常，请联系管理员（编号7F3A91C2）')).toBeTruthy();
  expect(lastList(asked).unitname).toBeUndefined();
  expect(screen.getByRole('button', { name: /复制编号/ })).toBeTruthy();
});

test('keys move through the rows and pick them', async () => {
  start();
  await screen.findByRole('link', { name: 'SB001' });
  screen.getByRole('group', { name: '申报登记' }).focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown} ');
  const second = screen.getByRole('link', { name: 'SB002' }).closest('tr')!;
  expect(second.className).toContain('current-row');
  await waitFor(() => expect(second.className).toContain('picked'));
});

test('a click on a link opens its page; with a key held down the browser does', async () => {
  start();
  const link = await screen.findByRole('link', { name: 'SB001' });
  const taken: boolean[] = [];
  const browser = (event: Event) => {
    taken.push(event.defaultPrevented);
    event.preventDefault();
  };
  document.addEventListener('click', browser);
  fireEvent.click(link, { ctrlKey: true });
  document.removeEventListener('click', browser);
  expect(taken).toEqual([false]);
  expect(screen.getByTestId('place').textContent).toBe('/list');
  await userEvent.click(link);
  await waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/info?id=1'));
});

test('Shift picks all rows in between; the head picks and drops the whole page', async () => {
  const many = Array.from({ length: 6 }, (_, n) => ({ ...rows[0], id: `r${n}`, appno: `SB${n}` }));
  start({ '/api/list': () => ok({ pageNo: 1, pageSize: 20, count: 6, list: many }) });
  await screen.findByRole('link', { name: 'SB0' });
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox', { name: '选中此行' });
  const picked = () => boxes.filter((box) => box.checked).length;
  fireEvent.click(boxes[1]!);
  fireEvent.click(boxes[4]!, { shiftKey: true });
  expect(picked()).toBe(4);
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: '选中本页全部' });
  expect(all.indeterminate).toBe(true);
  fireEvent.click(all);
  expect(picked()).toBe(6);
  fireEvent.click(all);
  expect(picked()).toBe(0);
});

test('a head turns the order, also where the list itself is ordered downwards by it', async () => {
  const { asked } = start();
  await screen.findByRole('link', { name: 'SB001' });
  const head = () => screen.getByRole('columnheader', { name: '申报单号' });
  expect(head().getAttribute('aria-sort')).toBe('descending');
  await userEvent.click(head());
  await waitFor(() => expect(lastList(asked).orderBy).toBe('appno'));
  expect(head().getAttribute('aria-sort')).toBe('ascending');
  await userEvent.click(head());
  await waitFor(() => expect(lastList(asked).orderBy).toBe('-appno'));
});

test('an unknown column type fails loudly', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const odd = { ...table, columns: [{ prop: 'appno', label: '单号', type: 'hologram' }] };
  const { cellText } = await import('@/views/cells');
  expect(() => cellText(odd.columns[0] as never, rows[0]!)).toThrow('未知的列类型 hologram');
});

test('a conclusion is said without the class that tells it from others in a choice', async () => {
  const { cellText } = await import('@/views/cells');
  const of = (dict: string) => ({ prop: 'result', label: '结论', type: 'dict', dict }) as never;
  const row = { result: '7011', resultName: '合格(安全阀校验/元件)' };
  expect(cellText(of('C605'), row)).toBe('合格');
  expect(cellText(of('C602'), row)).toBe('合格(安全阀校验/元件)');
});

test('a segment shows its count and narrows the list, also together with a search', async () => {
  const segments = [
    { code: 'mine', label: '我的' },
    { code: 'late', label: '超期' },
  ];
  const { asked } = start({
    '/api/layout/findTableConfig': () => ok({ ...table, segments }),
    '/api/list': () =>
      ok({
        pageNo: 1,
        pageSize: 20,
        count: 2,
        countCapped: false,
        list: rows,
        segments: { mine: 3, late: 0 },
      }),
  });
  const late = await screen.findByRole('button', { name: /^超期 ?0/ });
  expect(screen.getByRole('button', { name: /^我的 ?3/ }).getAttribute('aria-pressed')).toBe('false');
  fireEvent.click(late);
  await waitFor(() => expect(lastList(asked).segment).toBe('late'));
  expect(late.getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(screen.getByRole('button', { name: '全部' }));
  await waitFor(() => expect(lastList(asked).segment).toBeUndefined());
});

test('a deadline says what is left of it, and the whole moment on being pointed at', async () => {
  const past = dayjs().subtract(3, 'day').format('YYYY-MM-DDTHH:mm:ssZ');
  start({
    '/api/layout/findTableConfig': () =>
      ok({
        ...table,
        columns: [...table.columns, { prop: 'limit_at', label: '办理期限', type: 'deadline', width: 100 }],
      }),
    '/api/list': () =>
      ok({
        pageNo: 1,
        pageSize: 20,
        count: 2,
        countCapped: false,
        list: [
          { ...rows[0], limit_at: past, late: '1' },
          { ...rows[1], limit_at: past, late: '0' }, // done: nothing is late any more
        ],
      }),
  });
  const words = await screen.findByText('超 3 日');
  expect(screen.getByText(past.slice(0, 10)).className).toBe('');
  expect(words.className).toBe('late');
  expect(words.closest('td')!.title).toBe(past.replace('T', ' ').slice(0, 16));
});

test('a page fills the window, and the size that somebody chose stays', async () => {
  const high = (height: number) => vi.stubGlobal('innerHeight', height);
  high(768);
  expect(lastList(await loaded())).toMatchObject({ pageSize: '20' });
  high(1080);
  expect(lastList(await loaded())).toMatchObject({ pageSize: '25' });
  expect(lastList(await loaded({ embedded: true }))).toMatchObject({ pageSize: '20' }); // a part of a page
  const asked = await loaded();
  high(1440);
  fireEvent(window, new Event('resize'));
  await waitFor(() => expect(lastList(asked)).toMatchObject({ pageSize: '36' }));
  const user = userEvent.setup();
  await user.click(screen.getByRole('combobox', { name: '页码' }));
  await user.click(await screen.findByText('100 条/页'));
  await waitFor(() => expect(lastList(asked)).toMatchObject({ pageSize: '100', pageNo: '1' }));
  expect(lastList(await loaded())).toMatchObject({ pageSize: '100' }); // another day, another window
  localStorage.clear();
});

/** The list opened afresh. */
async function loaded(props = {}) {
  cleanup();
  const { asked } = start({}, props);
  await screen.findByRole('link', { name: 'SB001' });
  return asked;
}
