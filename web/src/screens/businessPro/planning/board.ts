/** A plan on its page: the sites of each person and day, and the plain decisions about where they may be dropped. */

import type { PlanItem, PlanPage, PlanPerson } from '@/api/shapes';

/** What is visited at once: items of one site in one shift, or left out together. */
export interface Site {
  key: string;
  lines: PlanItem[];
  first: PlanItem;
  minutes: number;
  late: boolean;
  locked: boolean;
}

export interface Target {
  plandate: string;
  scinspector: string;
  coinspector: string;
}

const shiftOf = (line: PlanItem) => `${line.plandate ?? ''} ${line.scinspector} ${line.coinspector}`;

export function sitesOf(lines: readonly PlanItem[]): Site[] {
  const found = new Map<string, PlanItem[]>();
  for (const line of lines) {
    const key = `${line.site} ${shiftOf(line)}`;
    found.set(key, [...(found.get(key) ?? []), line]);
  }
  return [...found].flatMap(([key, own]) => {
    const [first] = own;
    if (!first) return [];
    const minutes = own.reduce((sum, line) => sum + line.minutes, 0);
    return [
      {
        key,
        lines: own,
        first,
        minutes,
        late: own.some((one) => one.late),
        locked: own.every((one) => one.locked),
      },
    ];
  });
}

export const onDay = (sites: readonly Site[], person: string, day: string): Site[] =>
  sites
    .filter(
      ({ first }) => first.plandate === day && (first.scinspector === person || first.coinspector === person),
    )
    .sort((a, b) => a.first.place - b.first.place);

/** The pair of a person on a day, as the plan has it. */
export function pairOn(sites: readonly Site[], person: string, day: string): Target | undefined {
  const one = onDay(sites, person, day)[0]?.first;
  return one && { plandate: day, scinspector: one.scinspector, coinspector: one.coinspector };
}

/**
 * Where a site goes that is dropped on a person's day: to the pair that he is in then; else, as main inspector, with
 * the one of its old pair who stays, or with the first colleague who is free. The server judges.
 */
export function dropOn(
  plan: PlanPage,
  sites: readonly Site[],
  site: Site,
  person: string,
  day: string,
): Target {
  const pair = pairOn(sites, person, day);
  if (pair) return pair;
  const { scinspector, coinspector } = site.first;
  if (scinspector === person || coinspector === person) return { plandate: day, scinspector, coinspector };
  const free = plan.people.filter(
    (one) => one.id !== person && !one.away[day] && !pairOn(sites, one.id, day),
  );
  const at = (id: string) => free.find((one) => one.id === id);
  const other = at(coinspector) ?? at(scinspector) ?? free[0];
  return { plandate: day, scinspector: person, coinspector: other?.id ?? '' };
}

/** What a person's day holds, way included as far as it is known from the stops. */
export const minutesOn = (sites: readonly Site[]): number => sites.reduce((sum, one) => sum + one.minutes, 0);

export const kilometres = (metres: number): string => (metres / 1000).toFixed(1);

export const nameOf = (people: readonly PlanPerson[], id: string): string =>
  people.find((one) => one.id === id)?.name ?? '';

/** The way of one pair on a day: its sites in their order. */
export interface Way {
  key: string;
  main: string;
  co: string;
  sites: Site[];
  minutes: number;
  /** Metres as they stand at its stops; the way back is in the figures of the plan. */
  metres: number;
}

/** The pairs of a day with their sites, in the order in which the board has their people. */
export function waysOn(plan: PlanPage, sites: readonly Site[], day: string): Way[] {
  return plan.people.flatMap((person) => {
    const own = onDay(sites, person.id, day).filter((one) => one.first.scinspector === person.id);
    const [first] = own;
    if (!first) return [];
    const { scinspector: main, coinspector: co } = first.first;
    return [
      {
        key: `${main} ${co}`,
        main: nameOf(plan.people, main),
        co: nameOf(plan.people, co),
        sites: own,
        minutes: minutesOn(own),
        metres: own.reduce((sum, one) => sum + one.first.metres, 0),
      },
    ];
  });
}

/** The first day on which something is planned. */
export const firstDay = (plan: PlanPage): string =>
  plan.days.find((day) => plan.lines.some((line) => line.plandate === day)) ?? plan.days[0] ?? '';
