/** How many devices of a turnaround should be finished by each day, and how many are. */
import { useCallback } from 'react';
import { Chart, type ChartOption } from '@/charts/Chart';

interface Curve {
  days: string[];
  planned: number[];
  finished: (number | null)[];
  filed: number;
}

export default function TurnaroundCurve({ data }: { data: unknown }) {
  const { days, planned, finished, filed } = data as Curve;
  const option = useCallback<ChartOption>(
    (c, parts) => ({
      grid: { left: 40, right: 12, top: 26, bottom: 22 },
      legend: parts.legend,
      tooltip: parts.tooltip,
      xAxis: { ...parts.category, data: days.map((day) => day.slice(5)) },
      yAxis: { ...parts.value, minInterval: 1, max: Math.max(1, filed) },
      series: [
        { name: '计划完工', type: 'line', step: 'end', symbol: 'none', data: planned, color: c.ink3 },
        { name: '已完工', type: 'line', step: 'end', symbol: 'none', data: finished, color: c.accent },
      ],
    }),
    [days, planned, finished, filed],
  );
  const today = finished.filter((one) => one !== null).length - 1; // what is to come has no number
  const now =
    today < 0 ? '还没有开始' : `到${days[today]}计划完工${planned[today]}项，已完工${finished[today]}项`;
  return (
    <>
      <p className="hint">
        {now}，共纳入{filed}项
      </p>
      <Chart option={option} height={220} label={`进度曲线：${now}`} />
    </>
  );
}
