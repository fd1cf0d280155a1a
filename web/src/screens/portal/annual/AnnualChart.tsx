/** Devices by class, and inspections by class with the unqualified among them. */
import { useCallback } from 'react';
import type { Figures } from '@/api/shapes';
import { Chart, type ChartOption } from '@/charts/Chart';
import { formatNumber } from '@/ui/format';

export interface Series {
  name: string;
  of: (line: Figures) => number;
  colour: 'accent' | 'accentMid' | 'alarm' | 'ink3';
}

interface Props {
  label: string;
  lines: Figures[];
  series: Series[];
}

/** 场（厂）内专用机动车辆 takes two lines under its bar. */
const short = (name: string) => name.replace(/（.*?）/g, '');

export default function AnnualChart({ label, lines, series }: Props) {
  const option = useCallback<ChartOption>(
    (c, parts) => ({
      grid: { left: 52, right: 6, top: 28, bottom: 38 },
      legend: parts.legend,
      tooltip: parts.tooltip,
      xAxis: {
        ...parts.category,
        data: lines.map((line) => short(line.name)),
        axisLabel: { ...parts.category.axisLabel, interval: 0, width: 56, overflow: 'break', lineHeight: 14 },
      },
      yAxis: { ...parts.value, minInterval: 1, splitNumber: 4 },
      series: series.map((one) => ({
        name: one.name,
        type: 'bar',
        stack: 'all',
        barMaxWidth: 26,
        itemStyle: { color: c[one.colour] },
        data: lines.map(one.of),
      })),
    }),
    [lines, series],
  );
  const sum = lines.reduce((all, line) => all + series.reduce((n, one) => n + one.of(line), 0), 0);
  return <Chart option={option} height={200} label={`${label}，合计 ${formatNumber(sum)}`} />;
}
