import { expect, test } from 'vitest';
import { typedBy } from '@/pda/Keypad';
import { filledOf, mayEdit, valueIn, wordsOf } from '@/pda/paths';
import { shownValue } from '@/pda/words';
import { job } from './phone';

const one = job();

test.each([
  ['results.1.r', true],
  ['results.1.v.speed', true],
  ['results.1.l', false],
  ['tables.rope.row-1', true],
  ['tables.rope.row-1.d', true],
  ['presence.in', true],
  ['nextdate', false],
  ['corrections.speed', false],
])('%s may be written here: %s', (path, may) => {
  expect(mayEdit(one, path)).toBe(may);
});

test('a star at the end is all that follows, else one part', () => {
  expect(mayEdit({ editable: ['tables.*'] }, 'tables.rope.row-1.d')).toBe(true);
  expect(mayEdit({ editable: ['results.*.r'] }, 'results.1.v.r')).toBe(false);
});

test.each([
  ['results.2.r', ''],
  ['results.2.v.speed', ''],
  ['results.2.m', false],
  ['tables.rope.row-1.d', '12.9'],
  ['tables.rope.row-1', { place: '上段', d: '12.9' }],
  ['tables.rope.row-9', null],
  ['conditions.temp', ''],
  ['inspdate', ''],
  ['instruments', ['tool-1']],
  ['presence.in', null],
])('the pack says of %s: %j', (path, value) => {
  expect(valueIn(one, path)).toEqual(value);
});

test.each([
  ['results.2.r', '第2项 轿厢限速器 结果'],
  ['results.2.v.speed', '第2项 轿厢限速器 机械动作速度'],
  ['conditions.temp', '环境温度'],
  ['tables.rope.row-1.d', '钢丝绳测量 直径'],
  ['tables.rope.row-1', '钢丝绳测量 一行'],
  ['presence.out', '离场'],
  ['conclusion', '检验结论'],
])('%s is read as %s', (path, words) => {
  expect(wordsOf(one.entry, path)).toBe(words);
});

test('what was done here lies over the pack, field by field', () => {
  const done = new Map<string, unknown>([
    ['results.2.v.speed', '2.18'],
    ['results.2.m', true],
    ['conditions.temp', '20'],
    ['instruments', ['tool-1', 'tool-2']],
    ['tables.rope.params.d', '13'],
    ['tables.rope.r2.d', '12.7'],
    ['conclusion', '1'],
  ]);
  const filled = filledOf(one, done);
  expect(filled.answers[2]).toMatchObject({ r: '', m: true, v: { speed: '2.18' } });
  expect(filled.conditions).toEqual({ temp: '20' });
  expect(filled.instruments).toEqual(['tool-1', 'tool-2']);
  expect(filled.params.rope).toEqual({ d: '13' });
  expect(filled.tables.rope!.map((row) => row.id)).toEqual(['row-1', 'r2']);
  expect(filled.fields.conclusion).toBe('1');
  expect(one.entry.items![1]!.values, 'the pack itself stays').toEqual({});
});

test.each([
  ['', '.', '0.'],
  ['2', '.', '2.'],
  ['2.1', '.', '2.1'],
  ['2.1', '8', '2.18'],
  ['2.18', '删', '2.1'],
  ['5', '±', '-5'],
  ['-5', '±', '5'],
  ['123456789012', '3', '123456789012'],
])('the pad: %s and %s is %s', (text, key, next) => {
  expect(typedBy(text, key)).toBe(next);
});

test.each([
  [null, '（空）'],
  [true, '是'],
  [['a', 'b'], '2 件'],
  [{ at: '08:12', lat: null, reason: '地下室' }, '08:12　地下室'],
  ['×', '×'],
])('%j is read as %s', (value, words) => {
  expect(shownValue(value)).toBe(words);
});
