import { expect, test } from 'vitest';
import { formBody, queryString } from '@/api/params';

const decoded = (params: Record<string, unknown>) => decodeURIComponent(queryString(params));

test.each([
  [{ appno: 'A1', unitname: '' }, 'appno=A1'],
  [{ appno: null, seisn: 'S1' }, 'seisn=S1'],
  [{ appno: undefined, seisn: 'S1' }, 'seisn=S1'],
  [{ a: '', b: null }, ''],
  [{ page: 0 }, 'page=0'],
  [{ appno: 'A1', unitname: '甲公司' }, 'appno=A1&unitname=甲公司'],
  [{ insdateEnd: '2024-11-27' }, 'insdateEnd=2024-11-28'],
  [{ insdateEnd: '2024-11-30' }, 'insdateEnd=2024-12-01'],
  [{ insdateEnd: '2024-12-31' }, 'insdateEnd=2025-01-01'],
  [{ insdateEnd: '2024-02-28' }, 'insdateEnd=2024-02-29'],
  [{ appEndDate: '2024-11-27' }, 'appEndDate=2024-11-28'],
  [{ assesstimee: '2024-11-27' }, 'assesstimee=2024-11-28'],
  [{ insdatee: '2024-11-27' }, 'insdatee=2024-11-28'],
  [{ inspdatee: '2024-02-29' }, 'inspdatee=2024-03-01'],
  [{ ladderAgeEnd: '15' }, 'ladderAgeEnd=15'],
  [{ ladderAgeEnd: '15', insdateEnd: '2024-11-27' }, 'ladderAgeEnd=15&insdateEnd=2024-11-28'],
  [{ insdateEnd: '' }, ''],
  [{ insdateStart: '2024-11-01' }, 'insdateStart=2024-11-01'],
  [{ insdate: '2024-11-01', inspdate: '2024-11-02' }, 'insdate=2024-11-01&inspdate=2024-11-02'],
  [{ endorse: 'x' }, 'endorse=x'],
  [{ insdateStart: '2024-11-01', insdateEnd: '2024-11-27' }, 'insdateStart=2024-11-01&insdateEnd=2024-11-28'],
])('query string of %j', (params, expected) => {
  expect(decoded(params)).toBe(expected);
});

test('an end moment is moved on by one second', () => {
  expect(new URLSearchParams(queryString({ loginEnd: '2024-11-27 23:59:59' })).get('loginEnd')).toBe(
    '2024-11-28 00:00:00',
  );
});

test('a form repeats plain lists and numbers lists of objects', () => {
  const form = formBody({ ids: ['1', '2'], rows: [{ x: 1 }, { x: 2, y: '' }], search: { appno: 'A' } });
  expect([...form]).toEqual([
    ['ids', '1'],
    ['ids', '2'],
    ['rows.0.x', '1'],
    ['rows.1.x', '2'],
    ['search.appno', 'A'],
  ]);
});

test('a saved end date stays what was typed', () => {
  expect(formBody({ planEnd: '2024-11-27' }).get('planEnd')).toBe('2024-11-27');
});
