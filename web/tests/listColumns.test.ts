import { expect, test } from 'vitest';
import type { Action, Column, TableConfig } from '@/api/shapes';
import { actionsOf, gridOf } from '@/views/listColumns';
import { contentsOf } from '@/views/listWidths';

const PICK = 36;
const config = { actions: [], due: [] } as unknown as TableConfig;
const column = (prop: string, label: string, type: string, width: number, more: object = {}) =>
  ({ prop, label, type, width, ...more }) as unknown as Column;

const LONG = '宁波市鄞州区钟公庙街道明日机械制造有限公司'; // 21 letters: a usual name
const grid = (room: number, columns: Column[], more: object = {}) =>
  gridOf({
    config,
    columns,
    contents: contentsOf(columns, [{ unit: LONG, name: '乘客电梯' }]),
    chosen: false,
    marked: false,
    room,
    run: () => undefined,
    ...more,
  });
const widths = (room: number, columns: Column[], more: object = {}) => {
  const drawn = grid(room, columns, more).columns;
  const rest = room - drawn.reduce((sum, one) => sum + (one.width ?? 0), PICK); // what the column without a width takes
  return Object.fromEntries(drawn.map((one) => [one.key, one.width ?? rest]));
};

const STEP = [
  column('no', '流水号', 'code', 116, { fixed: 'left' }),
  column('unit', '受检单位', 'text', 190),
  column('name', '设备名称', 'text', 128),
  column('day', '检验日期', 'date', 104),
  column('count', '数量', 'number', 70),
  column('place', '使用地点', 'text', 180),
];
const STEP_WIDTH = PICK + 116 + 190 + 128 + 104 + 70 + 180;
const TWO_LINES = (LONG.length / 2) * 13; // of the longest name

test('places give way first, then other names, last the unit', () => {
  expect(widths(STEP_WIDTH - 60, STEP)).toMatchObject({ unit: 190, name: 128, place: 120 });
  const place = Math.ceil(180 * 0.54);
  const less = widths(STEP_WIDTH - 100, STEP);
  expect(less).toMatchObject({ unit: 190, place });
  expect(less.name).toBeLessThan(128);
});

test('a name is never narrower than its longest in two lines', () => {
  for (const room of [300, 400, 500, 600, 700, 800]) {
    expect(widths(room, STEP).unit, `${room}`).toBeGreaterThanOrEqual(TWO_LINES + 16);
  }
});

test('a name that is long gets more than was declared for it', () => {
  const narrow = [column('unit', '使用单位', 'text', 100), column('day', '日期', 'date', 104)];
  expect(widths(320, narrow).unit).toBeGreaterThanOrEqual(TWO_LINES + 16);
});

test('what is read least is left out before a table is scrolled, a date after it, the unit never', () => {
  const narrow = grid(570, STEP);
  expect(narrow.wide).toBeUndefined();
  expect(narrow.leftOut.map((one) => one.label)).toEqual(['使用地点']);
  expect(grid(430, STEP).columns.map((one) => one.key)).toEqual(['no', 'unit', 'day']);
  const least = grid(300, STEP);
  expect(least.columns.map((one) => one.key)).toEqual(['no', 'unit']);
  expect(least.wide).toBeGreaterThan(300);
});

test('what somebody chose, what rows are late by and what they are sorted by stays', () => {
  expect(grid(300, STEP, { chosen: true }).leftOut).toEqual([]);
  expect(grid(500, STEP, { sort: '-count' }).leftOut.map((one) => one.prop)).toEqual(['name', 'place']);
  const due = { ...config, due: ['place'] };
  expect(grid(530, STEP, { config: due }).leftOut.map((one) => one.prop)).toEqual(['name', 'count']);
});

test('a window with room to spare shows more of every name, and only of names', () => {
  const wide = widths(STEP_WIDTH + 498, STEP);
  expect(wide).toMatchObject({ no: 116, day: 104, unit: 190 * 2, name: 128 * 2, place: 180 * 2 });
});

test('in a narrow table one or two actions stand beside, the others under the dots', () => {
  const actions = ['编辑', '确认任务', '退回上一步', '生成报告'].map((label, at) => ({
    code: `${at}`,
    label,
    place: 'row',
  }));
  const acting = { ...config, actions } as unknown as TableConfig;
  const last = (room: number) => grid(room, STEP, { config: acting }).columns.at(-1)!.width!;
  expect(last(1300)).toBeGreaterThan(150);
  expect(last(1000)).toBeLessThanOrEqual(130);
});

test('no table is scrolled sideways for a letter of each name', () => {
  const least = grid(300, STEP).wide!; // of the columns that stay
  expect(grid(least - 10, STEP).wide).toBeUndefined();
  expect(grid(least - 20, STEP).wide).toBe(least);
});

test('what follows the person stands on no row that waits for somebody else; the rest is as before', () => {
  const action = (code: string, label: string, when?: object) =>
    ({ code, label, place: 'row', when }) as unknown as Action;
  const view = action('view', '查看');
  const confirm = action('confirm', '确认', { step: ['2'], mine: ['1'] });
  const close = action('close', '关闭', { step: ['3'], mine: ['1'] });
  const hang = action('hang', '挂牌督办', { step: ['2'] });
  const codes = (row: object) => {
    const { inline, more } = actionsOf(row as never, [view, confirm], [close, hang]);
    return [inline.map((one) => one.code), more.map((one) => one.code)];
  };
  expect(codes({ step: '2', mine: '1' })).toEqual([['view', 'confirm'], ['hang']]);
  expect(codes({ step: '3', mine: '1' })).toEqual([['view', 'close'], []]);
  expect(codes({ step: '2', mine: '0' })).toEqual([['view'], ['hang']]);
});

test('an action that is wider than the column of actions stands under the dots, even where it is alone', () => {
  const action = (code: string, label: string, step: string) =>
    ({ code, label, place: 'row', when: { step: [step] } }) as unknown as Action;
  const alone = (label: string) => {
    const { inline, more } = actionsOf(
      { step: '2' } as never,
      [action('book', '入账', '1')],
      [action('undo', label, '2')],
    );
    return [inline.length, more.length];
  };
  expect(alone('冲销')).toEqual([1, 0]);
  expect(alone('整笔冲销')).toEqual([0, 1]);
});
