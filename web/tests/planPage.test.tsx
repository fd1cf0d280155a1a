/** The page of a plan: a site is read, moved by drag and by keys, locked; refused in the server's sentence; accepted. */
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { PlanItem } from '@/api/shapes';
import PlanPage from '@/screens/businessPro/planning/PlanPage';
import { show } from './page';
import { answered, callsTo, ok, refused, serve } from './server';

const line: PlanItem = {
  ...{
    id: 'l1',
    item: 'b1',
    seisn: 'DT2026000001',
    equname: '客梯',
    unitname: '甲小区业主委员会',
    useplace: '一号楼',
  },
  ...{
    duedate: '2026-12-02',
    site: 's1',
    minutes: 60,
    plandate: '2026-12-01',
    scinspector: 'a',
    coinspector: 'b',
  },
  ...{ boxno: '1 号', timeslot: '全天', place: 1, metres: 2600, locked: false, late: false },
  why: '陈立峰、林志远有客梯这种检验的资格',
  ...{ basis: '按本站37次现场时长的中位数45分钟', lng: 121.5, lat: 29.8 },
};
const left = {
  ...line,
  id: 'l2',
  site: 's2',
  unitname: '乙医院',
  plandate: null,
  why: '没有人能做',
  place: 0,
};
const figures = { metres: 9000, planned: 1, over: 0, early: 1, load: 90, spread: 0 };
const plan = {
  ...{ id: 'p1', version: 4, station: '北仑检验站', first: '2026-12-01', last: '2026-12-02', undo: '' },
  ...{ days: ['2026-12-01', '2026-12-02'], state: 'ready', stateName: '待接受', percent: 100, message: '' },
  ...{
    ended: null,
    changeable: true,
    acceptable: true,
    compared: { plan: figures, simple: { ...figures, metres: 15000 } },
  },
  people: [
    { id: 'a', name: '陈立峰', away: {} },
    { id: 'b', name: '林志远', away: { '2026-12-02': '请假' } },
  ],
  lines: [line, left],
};

const opened = (more: object = {}) => {
  const asked = serve({
    '/api/plan/page': () => ok({ ...plan, ...more }),
    '/api/plan/move': () => refused('林志远在2026-12-02请假，不能作为检验人员'),
    '/api/plan/lock': () => ok(null),
    '/api/plan/accept': () => ok(1),
    '/api/user/permission': () => ok([{ operatorCode: 'inspection:arrange:handle' }]),
  });
  show(<PlanPage />, '/businessPro/planning/board?id=p1');
  return asked;
};
const day = (name: string, at: string) =>
  document.querySelector(`[data-cell="${name} ${at}"]`) as HTMLElement;
const chip = async (name: RegExp) => {
  const [first] = await screen.findAllByRole('button', { name });
  if (!first) throw new Error('no such site');
  return first;
};

test('a site says why it is where it is, and what the plan saves', async () => {
  opened();
  await userEvent.click(await chip(/甲小区/));
  const panel = screen.getByLabelText('选中的站点');
  expect(within(panel).getByText('陈立峰、林志远有客梯这种检验的资格')).toBeTruthy();
  expect(document.querySelector('.plan-figures')?.textContent).toContain('路程 9.0 公里（先到先排 15.0 公里');
  await userEvent.click(await chip(/乙医院/));
  expect(within(screen.getByLabelText('选中的站点')).getByText('没有人能做')).toBeTruthy();
});

test('a site that is dropped is sent to that day, and a refusal is shown as the server says it', async () => {
  const asked = opened();
  const data = { setData: () => undefined, effectAllowed: '' };
  fireEvent.dragStart(await chip(/甲小区/), { dataTransfer: data });
  fireEvent.drop(day('林志远', '2026-12-02'), { dataTransfer: data });
  expect(await screen.findByText('林志远在2026-12-02请假，不能作为检验人员')).toBeTruthy();
  const [sent] = callsTo(asked, '/api/plan/move');
  expect(Object.fromEntries(sent?.form ?? [])).toMatchObject({
    ...{ id: 'p1', version: '4', lines: 'l1', plandate: '2026-12-02', scinspector: 'a', coinspector: 'b' },
  });
});

test('it is locked with the keyboard alone', async () => {
  const asked = opened();
  (await chip(/甲小区/)).focus();
  await userEvent.keyboard('{Enter}');
  screen.getByRole('button', { name: '锁定' }).focus();
  await userEvent.keyboard('{Enter}');
  await screen.findByText('待接受');
  const [sent] = callsTo(asked, '/api/plan/lock');
  expect(Object.fromEntries(sent?.form ?? [])).toMatchObject({
    id: 'p1',
    version: '4',
    lines: 'l1',
    on: '1',
  });
});

test('it is accepted after it was asked', async () => {
  const asked = opened();
  await chip(/甲小区/);
  await answered(); // the rights too
  await userEvent.click(screen.getByRole('button', { name: '接受并通知' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getAllByText('接受这份计划，安排1件业务？')).not.toHaveLength(0);
  expect(callsTo(asked, '/api/plan/accept')).toHaveLength(0);
  await userEvent.click(within(dialog).getByRole('button', { name: '接受并通知' }));
  expect(await screen.findByText('已安排，已通知检验员和单位联系人')).toBeTruthy();
  expect(callsTo(asked, '/api/plan/accept')).toHaveLength(1);
});

test('while it is solved nothing can be changed', async () => {
  opened({ state: 'solving', stateName: '求解中', changeable: false, acceptable: false, percent: 40 });
  expect(await screen.findByText('正在求解')).toBeTruthy();
  for (const name of ['重新求解', '放弃', '接受并通知', '撤销']) {
    expect((screen.getByRole('button', { name }) as HTMLButtonElement).disabled).toBe(true);
  }
});
