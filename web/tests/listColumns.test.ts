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

const STEP = [
  column('no', '流水号', 'code', 116, { fixed: 'left' }),
  column('unit', '受检单位', 'text', 190),
  column('name', '设备名称', 'text', 128),
  column('day', '检验日期', 'date', 104),
  column('place', '使用地点', 'text', 180),
];
const STEP_WIDTH = PICK + 116 + 190 + 128 + 104 + 180;
const widths = (room: number, columns: Column[]) => {
  const drawn = grid(room, columns).columns;
  const rest = room - total(room, columns); // what the column without a width takes
  return Object.fromEntries(drawn.map((one) => [one.key, one.width ?? rest]));
};

test('places give way first, then other names, last the unit', () => {
  expect(widths(STEP_WIDTH - 60, STEP)).toMatchObject({ unit: 190, name: 128, place: 120 });
  const place = Math.ceil(180 * 0.54);
  expect(widths(STEP_WIDTH - 120, STEP)).toMatchObject({
    unit: 190,
    name: 128 - (120 - (180 - place)),
    place,
  });
  const all = widths(STEP_WIDTH - 200, STEP);
  expect(all).toMatchObject({ name: Math.ceil(128 * 0.54), place });
  expect(all.unit).toBeGreaterThanOrEqual(Math.ceil(190 * 0.54));
  expect(grid(STEP_WIDTH - 200, STEP).wide).toBeUndefined();
});

test('a window with room to spare shows more of every name, and only of names', () => {
  const wide = widths(STEP_WIDTH + 498, STEP);
  expect(wide).toMatchObject({ no: 116, day: 104, unit: 190 * 2, name: 128 * 2, place: 180 * 2 });
});

test('a table that is scrolled in a small window keeps its unit whole in a large one', () => {
  const more = column('note', '报告编号', 'code', 700); // no name
  const columns = [...STEP, more];
  const room = STEP_WIDTH + 700 - 120;
  expect(widths(room, columns).unit).toBe(190);
  expect(grid(STEP_WIDTH + 700 - 200, columns).wide).toBe(STEP_WIDTH + 700);
});
