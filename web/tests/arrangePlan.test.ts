/** What the page of an arrangement begins with. */
import dayjs from 'dayjs';
import { expect, test } from 'vitest';
import { planOf } from '@/screens/businessPro/arrange/model';

const detailOf = (plandate: string) =>
  ({
    items: [{ plandate, inspectors: [], scinspector: '', instruments: [] }],
    instruments: [],
    suggested: { vehicle: '', instruments: [] },
  }) as unknown as Parameters<typeof planOf>[0];

test('a day that has passed is not proposed again; today and later days are', () => {
  const today = dayjs();
  const day = (from: number) => today.add(from, 'day').format('YYYY-MM-DD');
  expect(planOf(detailOf(day(-1))).plandate).toBe('');
  expect(planOf(detailOf(day(-400))).plandate).toBe('');
  expect(planOf(detailOf(day(1))).plandate).toBe(day(1));
  expect(planOf(detailOf('')).plandate).toBe('');
});
