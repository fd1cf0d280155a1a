import { expect, test } from 'vitest';
import type { Column, TableConfig } from '@/api/shapes';
import { gridOf } from '@/views/listColumns';

const PICK = 36;
const config = { actions: [], due: [] } as unknown as TableConfig;
const column = (prop: string, label: string, type: string, width: number, more: object = {}) =>
  ({ prop, label, type, width, ...more }) as unknown as Column;

const NAMES = [
  column('unit', '使用单位', 'text', 200),
  column('no', '单位内编号很长的列名', 'text', 150), // its heading leaves it little to give
  column('day', '下次检验日期', 'date', 104),
];
const WIDTH = PICK + 200 + 150 + 104;

const grid = (room: number, columns = NAMES) =>
  gridOf({ config, columns, marked: false, room, run: () => undefined });
const total = (room: number, columns = NAMES) =>
  grid(room, columns).columns.reduce((sum, one) => sum + (one.width ?? 0), PICK);

test('names give way before a table is scrolled, and each keeps its heading', () => {
  const room = WIDTH - 80;
  expect(grid(room).wide).toBeUndefined();
  expect(total(room)).toBeLessThanOrEqual(room);
  const [unit, no, day] = grid(room).columns;
  expect(no!.width ?? room - total(room)).toBeGreaterThanOrEqual(10 * 13 + 16); // it takes what is left over
  expect(unit!.width).toBeGreaterThanOrEqual(Math.ceil(200 * 0.54));
  expect(day!.width).toBe(104);
});

test('what they cannot give is scrolled, with all names whole', () => {
  const room = WIDTH - 120;
  expect(grid(room).wide).toBe(WIDTH);
  expect(grid(room).columns.map((one) => one.width)).toEqual([200, 150, 104]);
});

test('a name that stays in sight gives way too', () => {
  const first = [
    column('unit', '维保单位', 'text', 180, { fixed: 'left' }),
    column('n', '在保电梯', 'number', 70),
  ];
  expect(grid(PICK + 230, first).wide).toBeUndefined();
  expect(grid(PICK + 230, first).columns[0]!.width).toBe(160);
});
