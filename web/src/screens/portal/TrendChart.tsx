/** Inspections of the last twelve months, and how many of them failed. */
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import type { TrendMonth } from '@/api/shapes';
import { Chart, type ChartOption } from '@/charts/Chart';

const nameOf = (one: TrendMonth) => `${Number(one.month.slice(5))}月`;

/** A bar opens the inspections of its month. */
export default function TrendChart({ months }: { months: TrendMonth[] }) {
  const navigate = useNavigate();
  const option = useCallback<ChartOption>(
    (c, parts) => ({
      grid: { left: 34, right: 4, top: 28, bottom: 20 },
      legend: parts.legend,
      tooltip: parts.tooltip,
      xAxis: { ...parts.category, data: months.map(nameOf) },
      yAxis: { ...parts.value, minInterval: 1, splitNumber: 3 },
      series: [
        {
          name: '检验',
          type: 'bar',
          barWidth: 12,
          itemStyle: { color: c.accentMid },
          data: months.map((one) => one.inspected),
        },
        {
          name: '不合格',
          type: 'bar',
          barWidth: 12,
          barGap: '-100%',
          itemStyle: { color: c.alarm },
          data: months.map((one) => one.failed),
        },
      ],
    }),
    [months],
  );
  const open = useCallback(
    (name: string) => {
      const month = months.find((one) => nameOf(one) === name);
      if (month) navigate(month.route);
    },
    [months, navigate],
  );
  const failed = months.reduce((sum, one) => sum + one.failed, 0);
  return (
    <Chart
      option={option}
      height={124}
      label={`近 ${months.length} 个月不合格 ${failed} 台次`}
      onClick={open}
    />
  );
}
