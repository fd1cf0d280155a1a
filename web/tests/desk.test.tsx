import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DeskPanel } from '@/api/shapes';
import Home from '@/screens/portal/Home';
import { show } from './page';
import { ok, serve } from './server';

const panel = (more: Partial<DeskPanel>): DeskPanel => ({
  key: more.kind ?? '',
  kind: 'rows',
  title: '',
  sub: '',
  none: '没有数据',
  route: '',
  count: 0,
  figures: [],
  columns: [],
  rows: [],
  people: [],
  stat: '',
  by: '',
  call: '',
  ...more,
});

const nothing = {
  today: '2026-11-20',
  total: 0,
  late: 0,
  dueToday: 0,
  steps: [],
  first: [],
  messages: [],
  due: [],
};

const desk = (panels: DeskPanel[], path = '/home') => ok({ key: 'unit', title: '', path, panels });

test('a desk draws the panels it is given: figures and the first rows of a list, each a way to it', async () => {
  const figure = {
    label: '超期未检',
    value: 10000,
    more: true,
    unit: '台',
    tone: 'no',
    route: '/a?overdue=1',
  } as const;
  const columns = [
    { prop: 'code', label: '设备代码', type: 'code', width: 146, due: false },
    { prop: 'due', label: '下次检验日期', type: 'date', width: 104, due: true },
  ] as const;
  const row = { id: 'e', code: '3110', due: '2026-06-30', late: true, route: '/lift?id=e' };
  serve({
    '/api/home/desk': () =>
      desk([
        panel({ key: 'unit', kind: 'figures', figures: [figure] }),
        panel({
          key: 'due',
          title: '设备',
          columns: [...columns],
          rows: [row],
          count: 31,
          route: '/a?due=1',
        }),
        panel({ key: 'pays', title: '待缴费', none: '没有待缴的费用' }),
      ]),
    '/api/home/todo': () => ok(nothing),
  });
  show(<Home />, '/home');
  const link = await screen.findByRole('link', { name: '超期未检 10,000+ 台' });
  expect(link.getAttribute('href')).toBe('/a?overdue=1');
  expect((await screen.findByRole('link', { name: '3110' })).getAttribute('href')).toBe('/lift?id=e');
  expect(screen.getByText('2026-06-30').closest('.late')).toBeTruthy();
  expect(screen.getByRole('link', { name: '全部 31' }).getAttribute('href')).toBe('/a?due=1');
  expect(screen.getByText('没有待缴的费用').closest('.desktop-nothing')).toBeTruthy(); // it takes no place
  expect(screen.queryByText('待缴费')).toBeNull();
  expect(screen.queryByText('待办')).toBeNull();
});

test('while a desk is loading nothing says that there is nothing', async () => {
  let answer: (value: ReturnType<typeof ok>) => void = () => undefined;
  const slow = new Promise<ReturnType<typeof ok>>((resolve) => {
    answer = resolve;
  });
  serve({
    '/api/home/desk': () => desk([panel({ kind: 'todo', title: '待办', none: '没有待办' })]),
    '/api/home/todo': () => slow,
  });
  show(<Home />, '/home');
  expect(await screen.findByText('待办')).toBeTruthy();
  expect(screen.getAllByLabelText('正在载入').length).toBeGreaterThan(0);
  expect(screen.queryByText('没有待办')).toBeNull();
  answer(ok(nothing));
  expect(await screen.findByText('没有待办')).toBeTruthy();
});

test('whoever has a desk of another kind is led there', async () => {
  serve({ '/api/home/desk': () => desk([], '/stationHome'), '/api/home/todo': () => ok(nothing) });
  show(<Home />, '/home');
  await waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/stationHome'));
});
