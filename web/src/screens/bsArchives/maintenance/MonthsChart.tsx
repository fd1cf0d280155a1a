/** Twelve months of maintenance visits, those after too long an interval in red. */
import { useCallback } from 'react';
import { Chart, type ChartOption } from '@/charts/Chart';

interface MaintenanceMonth {
  month: string;
  visits: number;
  late: number;
  faulty: number;
}

const named = (month: string) => `${month.slice(2, 4)}/${Number(month.slice(5))}`;

export default function MonthsChart({ data }: { data: unknown }) {
  const months = data as MaintenanceMonth[];
  const option = useCallback<ChartOption>(
    (c, parts) => ({
      grid: { left: 40, right: 6, top: 22, bottom: 20 },
      legend: parts.legend,
      tooltip: parts.tooltip,
      xAxis: { ...parts.category, data: months.map((one) => named(one.month)) },
      yAxis: { ...parts.value, minInterval: 1, splitNumber: 2 },
      series: [
        {
          name: '按期',
          type: 'bar',
          stack: 'all',
          barWidth: 22,
          itemStyle: { color: c.accent },
          data: months.map((one) => one.visits - one.late),
        },
        {
          name: '间隔超期',
          type: 'bar',
          stack: 'all',
          itemStyle: { color: c.alarm },
          data: months.map((one) => one.late),
        },
      ],
    }),
    [months],
  );
  const total = months.reduce((sum, one) => sum + one.visits, 0);
  return <Chart option={option} height={132} label={`近12个月维保共 ${total} 次`} />;
}
