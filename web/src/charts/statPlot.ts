/** What a statistic looks like and where its numbers lead, on its own page and on a desk. */
import type { StatAnswer, StatLine, StatMeasure } from '@/api/shapes';
import type { ChartOption } from './Chart';

const BARS = 24;
const POINTS = 36; // of a series: the last ones

/** The day after: the end of a range in an address is not in it. */
function after(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}

/** Where a number leads: the list behind, asked for the same rows. */
export function linkOf(told: StatAnswer, line: StatLine, measure?: StatMeasure): string {
  const asked = new URLSearchParams({
    [`${told.period}Start`]: told.begin,
    [`${told.period}End`]: after(told.end),
    ...(line.value ? { [told.prop]: line.value } : {}),
    ...measure?.asks,
  });
  return `${told.route}?${asked}`;
}

export function plotOf(
  told: StatAnswer | undefined,
  c: Parameters<ChartOption>[0],
  parts: Parameters<ChartOption>[1],
) {
  const all = told?.lines ?? [];
  const lines = told?.series ? all.slice(-POINTS) : all.slice(0, BARS);
  // numbers of one kind share an axis: sums of money are not drawn beside counts
  const kind = told?.measures.some((one) => one.kind === 'money') ? 'money' : told?.measures[0]?.kind;
  const measures = (told?.measures ?? []).filter((one) => one.kind === kind).slice(0, 3);
  const colours = [c.accent, c.accentMid, c.ink3];
  return {
    grid: { left: 48, right: 8, top: 30, bottom: 24 },
    legend: parts.legend,
    tooltip: parts.tooltip,
    xAxis: {
      ...parts.category,
      data: lines.map((line) => line.label),
      axisLabel: {
        ...parts.category.axisLabel,
        interval: told?.series ? ('auto' as const) : 0,
        width: 84,
        overflow: 'truncate',
      },
    },
    yAxis: { ...parts.value, minInterval: 1 },
    series: measures.map((one, at) => ({
      name: one.label,
      type: 'bar',
      barMaxWidth: 20,
      itemStyle: { color: one.alarm ? c.alarm : colours[at] },
      data: lines.map((line) => line.cells[one.name] ?? 0),
    })),
  };
}
