/** What the page of a device says under 还要注意. */
import dayjs from 'dayjs';
import { expect, test } from 'vitest';
import type { DeviceDetail } from '@/api/shapes';
import { noticesOf } from '@/screens/bsArchives/equipment/DeviceParts';
import { lifeOf } from '@/screens/bsArchives/equipment/LifeLine';

const day = (days: number) => dayjs().add(days, 'day').format('YYYY-MM-DD');
const said = (head: Partial<DeviceDetail['head']>, warnings: string[] = []) =>
  noticesOf({
    head: head as DeviceDetail['head'],
    explain: { lines: [], years: [], warnings, base: null, nextaction: '' },
    notes: ['正在停用'],
  }).map((one) => one.text);

test.each([
  ['ninspdate2', '年度（外部）检验'],
  ['ndetdate', '自行检测'],
  ['nextbraketestdate', '125% 制动试验'],
  ['nwaterdate', '水（耐）压试验'],
  ['nextloadtestdate', '额定载荷试验'],
])('%s is said when it is near or has passed, and not before', (name, label) => {
  expect(said({ [name]: day(60) })).toEqual(['正在停用']);
  expect(said({ [name]: day(59) })).toEqual(['正在停用', `${label} ${day(59)} 到期`]);
  expect(said({ [name]: day(0) })).toEqual(['正在停用', `${label} ${day(0)} 到期`]);
  expect(said({ [name]: day(-1) })).toEqual([`${label} ${day(-1)} 已过期`, '正在停用']);
});

test('a failed inspection and what the rules warn of are said too', () => {
  expect(said({ unqualcode: '2015' }, ['下次定期检验：档案为 2031-07-09，按规则为 2027-07-09'])).toEqual([
    '上次结论不合格，复检合格前不得使用',
    '正在停用',
    '下次定期检验：档案为 2031-07-09，按规则为 2027-07-09',
  ]);
});

test('what has passed is late, what comes is not, and the first date is said too', () => {
  const head = { overdue: true, ninspdate: day(-9), ndetdate: day(9) } as DeviceDetail['head'];
  expect(noticesOf({ head, explain: null, notes: [] })).toEqual([
    { text: `定期检验 ${day(-9)} 已过期，不得继续使用`, late: true },
    { text: `自行检测 ${day(9)} 到期`, late: false },
  ]);
});

test('on the line of a life a second date that has passed is late, of a device in use', () => {
  const kinds = (equstatus: string) =>
    lifeOf(
      {
        head: {
          equstatus,
          equclass: '1000',
          ninspdate: day(30),
          ninspdate2: day(-30),
        } as DeviceDetail['head'],
        inspections: [],
      },
      () => '',
      day(0),
    ).map((one) => [one.text, one.kind]);
  expect(kinds('1')).toEqual([
    ['下次外部检验已过期', 'late'],
    ['下次检验', 'future'],
  ]);
  expect(kinds('2')).toEqual([
    ['下次外部检验', 'future'],
    ['下次检验', 'future'],
  ]);
});
