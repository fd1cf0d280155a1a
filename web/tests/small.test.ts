import dayjs from 'dayjs';
import { expect, test, vi } from 'vitest';
import { labelOf } from '@/api/dict';
import { sessionStore } from '@/api/sessionStore';
import type { DictEntry, TableConfig } from '@/api/shapes';
import { gathered } from '@/screens/businessPro/entry/Findings';
import { byWay, formatDuration, formatMoney, formatNumber, formatSize, formatWhen } from '@/ui/format';
import { shortLimit } from '@/ui/limit';
import { nest } from '@/ui/pickers/CategoryPicker';
import { scrollToTop } from '@/ui/scroll';
import { firstPlace, sortOf } from '@/views/listPlace';
import { fillTemplate, meets } from '@/views/template';

test('numbers, amounts, sizes and durations as they are written', () => {
  expect(formatNumber(1284)).toBe('1,284');
  expect(formatMoney('6240')).toBe('6,240.00');
  expect(formatMoney(null)).toBe('');
  expect(formatSize(1_258_291)).toBe('1.2 MB');
  expect([formatDuration(40), formatDuration(6240)]).toEqual(['40 秒', '1.7 小时']);
  expect([byWay('APPLY'), byWay('XCAPP'), byWay(''), byWay(undefined)]).toEqual([
    '申报登记',
    '现场申报',
    '单位申报',
    '单位申报',
  ]);
});

test('days near today are named, others dated', () => {
  const now = dayjs('2026-11-20 15:00:00');
  expect(formatWhen('2026-11-20 13:42:00', now)).toBe('13:42');
  expect(formatWhen('2026-11-19 13:42:00', now)).toBe('昨日');
  expect(formatWhen('2026-11-18', now)).toBe('11-18');
  expect(formatWhen('2025-11-18', now)).toBe('2025-11-18');
});

test.each([
  ['2026-11-18 17:00:00', '超 2 日', true],
  ['2026-11-20 11:00:00', '今日已超', true],
  ['2026-11-20 17:00:00', '今日 17:00', false],
  ['2026-11-20', '今日', false],
  ['2026-11-22', '余 2 日', false],
  ['2026-11-30', '11-30', false],
  ['2027-01-04', '2027-01-04', false],
])('limit %s reads %s', (limit, text, late) => {
  expect(shortLimit(limit, dayjs('2026-11-20 15:00:00'))).toEqual({ text, late });
});

test('a template takes its places from the row, encoded', () => {
  expect(fillTemplate('/x?id={id}&no={no}', { id: 'a b', no: null })).toBe('/x?id=a%20b&no=');
  expect(meets({ status: ['10', 20] }, { status: 20 })).toBe(true);
  expect(meets({ status: ['10'] }, { status: '30' })).toBe(false);
  expect(meets(undefined, {})).toBe(true);
});

test('categories nest by their parents', () => {
  const tree = nest([
    { type: 'C602', value: '3000', label: '电梯' },
    { type: 'C602', value: '3100', label: '曳引', parentValue: '3000' },
    { type: 'C602', value: '3110', label: '客梯', parentValue: '3100' },
  ] as DictEntry[]);
  expect(tree).toHaveLength(1);
  expect(tree[0]?.children?.[0]?.children?.[0]?.value).toBe('3110');
});

test('a code is shown by its word, an unknown one as it is', () => {
  const entry = { type: 'C637', value: '6', label: '安装告知中', parentValue: '20001030' } as DictEntry;
  expect(labelOf([entry], '6')).toBe('安装告知中');
  expect(labelOf([entry], '9')).toBe('9');
});

test('persons picked lately are remembered, newest first, each once', () => {
  for (const id of ['1', '2', '1']) sessionStore.noteUsualPerson({ id, name: `人${id}` });
  expect(sessionStore.usualPersons().map((person) => person.id)).toEqual(['1', '2']);
});

test('scrolling to the top takes half a second, or none', () => {
  const box = document.createElement('div');
  box.scrollTop = 300;
  scrollToTop(box, 0);
  expect(box.scrollTop).toBe(0);
  const frame = vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation(() => 0);
  box.scrollTop = 300;
  scrollToTop(box);
  expect(frame).toHaveBeenCalledOnce();
  frame.mock.calls[0]![0](performance.now() + 250);
  expect(box.scrollTop).toBeGreaterThan(0);
  frame.mock.calls[0]![0](performance.now() + 600);
  expect(box.scrollTop).toBe(0);
});

test('the same sentence of several items is one line of the checks, and leads to the first of them', () => {
  const found = (check: string, seq: number, text: string, key = '') =>
    ({
      ...{ check, seq, text, level: 'error', key, reason: '', table: '', row: 0 },
      alike: text.replace(/第\d+项/, seq ? '第{}项' : '$&').replace(/^[^{]*$/, ''),
    }) as Parameters<typeof gathered>[0][number];
  const list = [
    found('N20', 0, '没有完整的原始记录'),
    found('X01', 7, '第7项：没有结果'),
    found('X04', 1, '第1项：须填写说明'),
    found('X01', 3, '第3项：没有结果'),
  ];
  expect(gathered(list).map((one) => [one.seq, one.text])).toEqual([
    [1, '第1项：须填写说明'],
    [3, '第3、7项：没有结果'],
  ]);
  const many = [2, 3, 4, 9].map((seq) => found('Y05', seq, `第${seq}项没有列出卷尺`));
  expect(gathered(many).map((one) => one.text)).toEqual(['第2～4、9项没有列出卷尺']);
  const asked = [2, 3].map((seq) => found('X16', seq, `第${seq}项需要照片`, `X16_${seq}`));
  expect(gathered(asked)).toEqual(asked);
  const whole = list.filter((one) => one.seq !== 3);
  expect(gathered(whole)).toEqual(whole);
});

test('an address brings conditions, the part and the order of its list', () => {
  const at = firstPlace('v', '?equstatus=1&segment=late&orderBy=firstdue&id=7', new Map());
  expect(at).toMatchObject({ search: { equstatus: '1' }, segment: 'late', sort: 'firstdue', pageNo: 1 });
});

test('a part of a list opens in its own order until somebody picks another', () => {
  const config = {
    defaultSort: '-id',
    segments: [{ code: 'waiting', label: '待受理', sort: 'limit_at' }],
  } as TableConfig;
  const place = { search: {}, pageNo: 1 };
  expect(sortOf(config, place)).toBe('-id');
  expect(sortOf(config, { ...place, segment: 'waiting' })).toBe('limit_at');
  expect(sortOf(config, { ...place, segment: 'waiting', sort: 'appno' })).toBe('appno');
});
