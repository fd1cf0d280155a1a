/** Arranging a task: shapes of the calendar and the plain decisions about its cells. */

import dayjs from 'dayjs';
import type { Params } from '@/api/client';
import { read } from '@/api/client';
import { seen } from '@/api/seen';
import type { Inspector, InstrumentChoice, Load, TaskDetail, TaskItem } from '@/api/shapes';

export interface Plan {
  scinspector: string;
  inspectors: string[];
  plandate: string;
  timeslot: string;
  vehicle: string;
  instruments: string[];
  taskremark: string;
  confirmHoliday: boolean;
}

export const slots = ['上午', '下午', '全天'];

export const fetchTask = (ids: string[]) => read('/api/appmain/taskSchedDetail', { ids });

/** What was saved before, else what the last arrangement used. */
export function planOf(detail: TaskDetail): Plan {
  const item = detail.items[0];
  const saved = item?.instruments ?? [];
  const usable = new Set(detail.instruments.filter((one) => !one.expired).map((one) => one.id));
  return {
    scinspector: item?.scinspector ?? '',
    inspectors: (item?.inspectors ?? []).filter((id) => id !== item?.scinspector),
    // A day that has passed is no proposal: who arranges anew chooses one.
    plandate: item?.plandate && item.plandate >= dayjs().format('YYYY-MM-DD') ? item.plandate : '',
    timeslot: item?.timeslot || '全天',
    vehicle: item?.vehicle || detail.suggested.vehicle,
    instruments: saved.length > 0 ? saved : detail.suggested.instruments.filter((id) => usable.has(id)),
    taskremark: item?.taskremark ?? '',
    confirmHoliday: false,
  };
}

export function bodyOf(items: readonly TaskItem[], plan: Plan): Params {
  return { ...seen(items), ...plan, confirmHoliday: plan.confirmHoliday ? '1' : '' };
}

/** One visit: the machines of one unit on one day. */
export interface Visit {
  unitname: string;
  loads: Load[];
  /** Half a day for a morning or an afternoon. */
  share: number;
  /** The inspector has not confirmed all of it yet. */
  open: boolean;
}

const halves = ['上午', '下午'];
const isHalf = (load: Load) => halves.includes(load.timeslot);

export function visitsOn(person: Inspector, day: string): Visit[] {
  const units = new Map<string, Load[]>();
  for (const load of person.load) {
    if (load.date === day) units.set(load.unitname, [...(units.get(load.unitname) ?? []), load]);
  }
  return [...units].map(([unitname, loads]) => {
    const slots = new Set(loads.map((load) => load.timeslot));
    const half = loads.every(isHalf) && slots.size === 1;
    return { unitname, loads, share: half ? 0.5 : 1, open: loads.some((load) => load.open) };
  });
}
export const shareOf = (visits: Visit[]) => visits.reduce((sum, visit) => sum + visit.share, 0);

/** 宁波天合商业管理有限公司 in a narrow cell: the district in front and the form of company behind say little. */
export const shortName = (name: string) =>
  name.replace(/^(浙江省?|宁波市?)/, '').replace(/(股份)?(有限)?(责任)?公司.*$/, '') || name;

/** Why somebody cannot take part, beside his name: a sentence that begins with it goes on without it. */
export const whyBeside = ({ name, why }: Inspector) => (why.startsWith(name) ? why.slice(name.length) : why);

/** The day the last certificate of a person runs out. */
export const certifiedTo = (person: Inspector) =>
  person.quals.reduce((latest, qual) => (qual.validto > latest ? qual.validto : latest), '');

/** Why somebody is away on a day; empty when he is there. Away for half a day he is there for the other half. */
export function awayOn(person: Inspector, day: string, slot: string): string {
  const meets = (half: string) => !half || half === slot || !halves.includes(slot);
  const gone = person.away.find((one) => one.begins <= day && day <= one.ends && meets(one.half));
  return gone ? `${gone.word}（${gone.begins.slice(5)} 至 ${gone.ends.slice(5)}）` : '';
}

/** Why a task cannot be put there; empty when it can. */
export function refuseCell(person: Inspector, day: string, slot: string): string {
  if (person.mainwhy) return person.mainwhy;
  const away = awayOn(person, day, slot);
  if (away) return away;
  const end = certifiedTo(person);
  return end && end < day ? `证书 ${end} 到期` : '';
}

/** By what the rows of the calendar are. */
export const rowsBy = { person: '按人员', street: '按街道', estate: '按小区' } as const;
export type RowsBy = keyof typeof rowsBy;

/** A street or an estate: its tasks by day, how full they make each day, and whether the task in hand is there. */
export interface Place {
  name: string;
  days: Map<string, Load[]>;
  count: number;
  here: boolean;
}

/** The places of all planned tasks and of those in hand; where those in hand are comes first, then the fullest. */
export function placesOf(people: readonly Inspector[], items: readonly TaskItem[], by: 'street' | 'estate') {
  const here = new Set(items.map((item) => item[by]).filter(Boolean));
  const tasks = new Map(people.flatMap((person) => person.load.map((load) => [load.seisn, load])));
  const places = new Map<string, Place>();
  const at = (name: string) => {
    const known = places.get(name) ?? { name, days: new Map(), count: 0, here: here.has(name) };
    places.set(name, known);
    return known;
  };
  for (const name of here) at(name);
  for (const load of tasks.values()) {
    const place = at(load[by] || '未写明');
    place.count += 1;
    place.days.set(load.date, [...(place.days.get(load.date) ?? []), load]);
  }
  return [...places.values()].sort((a, b) => Number(b.here) - Number(a.here) || b.count - a.count);
}

/** Dropping makes the person main inspector; who was main becomes a companion. */
export function dropOn(plan: Plan, person: string, day: string): Plan {
  const others = [plan.scinspector, ...plan.inspectors].filter((id) => id && id !== person);
  return { ...plan, scinspector: person, inspectors: [...new Set(others)], plandate: day };
}

/** Instruments by box, the numbered boxes first. */
export function boxesOf(instruments: InstrumentChoice[]): { boxno: string; items: InstrumentChoice[] }[] {
  const boxes = new Map<string, InstrumentChoice[]>();
  for (const one of instruments) boxes.set(one.boxno, [...(boxes.get(one.boxno) ?? []), one]);
  return [...boxes].filter(([boxno]) => boxno).map(([boxno, items]) => ({ boxno, items }));
}

const weekdays = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'];
export const dayWords = (day: string) => `${day.slice(5)} ${weekdays[new Date(`${day}T00:00:00`).getDay()]}`;
export const weekdayOf = (day: string) => new Date(`${day}T00:00:00`).getDay();
