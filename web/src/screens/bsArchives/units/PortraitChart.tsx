/** Twelve months of a portrait; a bar opens its rows. */
import { useCallback } from 'react';
import type { PortraitChart as Data } from '@/api/shapes';
import { Chart, type ChartOption } from '@/charts/Chart';

interface Props {
  chart: Data;
  onOpen: (route: string) => void;
}

const monthName = (month: string, index: number) => {
  const [year, number] = month.split('-');
  return index === 0 || number === '01' ? `${year}/${Number(number)}` : `${Number(number)}月`;
};

export default function PortraitChart({ chart, onOpen }: Props) {
  const option = useCallback<ChartOption>(
    (c, parts) => ({
      grid: { left: 36, right: 6, top: chart.series.length > 1 ? 28 : 12, bottom: 22 },
      ...(chart.series.length > 1 ? { legend: parts.legend } : {}),
      tooltip: parts.tooltip,
      xAxis: { ...parts.category, data: chart.months.map(monthName) },
      yAxis: { ...parts.value, minInterval: 1, splitNumber: 3 },
      series: chart.series.map((one) => ({
        name: one.name,
        type: 'bar',
        stack: 'all',
        barWidth: 18,
        cursor: 'pointer',
        itemStyle: { color: one.name === '不合格' ? c.alarm : one.name === '到期' ? c.accentMid : c.accent },
        data: one.values,
      })),
    }),
    [chart],
  );
  const open = useCallback(
    (name: string) => {
      const route = chart.routes[chart.months.map(monthName).indexOf(name)];
      if (route) onOpen(route);
    },
    [chart, onOpen],
  );
  const total = chart.series.reduce((sum, one) => sum + one.values.reduce((a, b) => a + b, 0), 0);
  return <Chart option={option} height={168} label={`${chart.title}共 ${total}`} onClick={open} />;
}
