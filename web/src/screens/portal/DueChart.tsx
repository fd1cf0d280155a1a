/** How many machines fall due on each working day, and how many are planned. */
import { useCallback } from 'react';
import type { DueDay } from '@/api/shapes';
import { Chart, type ChartOption } from '@/charts/Chart';

interface Props {
  days: DueDay[];
}

const shortDay = (day: string, index: number, all: string[]) => {
  const [, month, date] = day.split('-');
  const before = all[index - 1]?.split('-')[1];
  return before && before !== month ? `${Number(month)}/${Number(date)}` : String(Number(date));
};

export default function DueChart({ days }: Props) {
  const option = useCallback<ChartOption>(
    (c, parts) => {
      const names = days.map((entry) => entry.date);
      const bar = (name: string, colour: string, data: number[]) => ({
        name,
        type: 'bar',
        barWidth: 15,
        barGap: '-100%',
        itemStyle: { color: colour },
        data,
      });
      return {
        grid: { left: 30, right: 4, top: 30, bottom: 22 },
        legend: parts.legend,
        tooltip: parts.tooltip,
        xAxis: { ...parts.category, data: names.map(shortDay) },
        yAxis: { ...parts.value, minInterval: 1, splitNumber: 4 },
        series: [
          bar(
            '到期台数',
            c.accentMid,
            days.map((entry) => entry.due),
          ),
          bar(
            '已安排',
            c.accent,
            days.map((entry) => entry.planned),
          ),
        ],
      };
    },
    [days],
  );
  const total = days.reduce((sum, entry) => sum + entry.due, 0);
  return <Chart option={option} height={178} label={`未来 ${days.length} 个工作日到期 ${total} 台`} />;
}
