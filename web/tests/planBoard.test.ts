/** Where a site goes that is dropped on a day of somebody, and what is visited at once. */
import { describe, expect, it } from 'vitest';
import type { PlanItem, PlanPage } from '@/api/shapes';
import {
  dropOn,
  firstDay,
  minutesOn,
  onDay,
  pairOn,
  sitesOf,
  waysOn,
} from '@/screens/businessPro/planning/board';

const line = (id: string, more: Partial<PlanItem> = {}): PlanItem => ({
  id,
  item: id,
  seisn: id,
  equname: '客梯',
  unitname: '甲小区',
  useplace: '',
  duedate: '2026-12-02',
  site: 's1',
  minutes: 60,
  plandate: '2026-12-01',
  scinspector: 'a',
  coinspector: 'b',
  boxno: '1号',
  timeslot: '全天',
  place: 1,
  metres: 0,
  locked: false,
  late: false,
  why: '',
  basis: '',
  lng: null,
  lat: null,
  ...more,
});
const person = (id: string, away: Record<string, string> = {}) => ({ id, name: id, away });
const plan = (people: PlanPage['people']) => ({ people }) as PlanPage;

describe('a plan', () => {
  const lines = [line('1'), line('2', { late: true }), line('3', { site: 's2', place: 2, scinspector: 'a' })];
  const left = line('4', { site: 's3', plandate: null, scinspector: '', coinspector: '', place: 0 });
  const sites = sitesOf([...lines, left]);

  it('puts together what is visited at once', () => {
    expect(sites.map((one) => [one.lines.length, one.minutes, one.late])).toEqual([
      [2, 120, true],
      [1, 60, false],
      [1, 60, false],
    ]);
    expect(onDay(sites, 'b', '2026-12-01').map((one) => one.first.place)).toEqual([1, 2]);
    expect(minutesOn(onDay(sites, 'a', '2026-12-01'))).toBe(180);
    expect(onDay(sites, 'a', '2026-12-02')).toEqual([]);
  });

  it('draws the way of each pair once, its stops in order', () => {
    const days = ['2026-11-30', '2026-12-01'];
    const all = [
      ...lines,
      line('5', { site: 's5', scinspector: 'c', coinspector: 'd', metres: 900, place: 1 }),
    ];
    const whole = { ...plan(['a', 'b', 'c', 'd'].map((one) => person(one))), days, lines: all } as PlanPage;
    const ways = waysOn(whole, sitesOf(all), '2026-12-01');
    expect(ways.map((one) => [one.main, one.co, one.sites.map((s) => s.first.place), one.minutes])).toEqual([
      ['a', 'b', [1, 2], 180],
      ['c', 'd', [1], 60],
    ]);
    expect(ways[1]?.metres).toBe(900);
    expect(waysOn(whole, sitesOf(all), '2026-11-30')).toEqual([]);
    expect(firstDay(whole)).toBe('2026-12-01');
    expect(firstDay({ ...whole, lines: [] })).toBe('2026-11-30');
  });

  it('lets what is dropped on somebody join the pair that he is in', () => {
    const [, , out] = sites;
    if (!out) throw new Error('no site is left out');
    const people = [person('a'), person('b'), person('c', { '2026-12-02': '请假' }), person('d')];
    expect(pairOn(sites, 'b', '2026-12-01')).toMatchObject({ scinspector: 'a', coinspector: 'b' });
    expect(dropOn(plan(people), sites, out, 'b', '2026-12-01')).toEqual({
      plandate: '2026-12-01',
      scinspector: 'a',
      coinspector: 'b',
    });
    expect(dropOn(plan(people), sites, out, 'd', '2026-12-01').coinspector).toBe('c');
    expect(dropOn(plan([...people].reverse()), sites, out, 'd', '2026-12-02').coinspector).toBe('b');
  });

  it('keeps the pair of a site that goes to another day of one of them', () => {
    const [first] = sites;
    if (!first) throw new Error('no site is planned');
    const people = [person('a'), person('b'), person('d')];
    const to = { plandate: '2026-12-02', scinspector: 'a', coinspector: 'b' };
    expect(dropOn(plan(people), sites, first, 'b', '2026-12-02')).toEqual(to);
    expect(dropOn(plan(people), sites, first, 'd', '2026-12-02')).toMatchObject({
      scinspector: 'd',
      coinspector: 'b',
    });
  });
});
