/** A statistic of the last 30 days as a panel of a desk: its bars, each leading to the rows that it counts. */
import { useQuery } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { get } from '@/api/client';
import type { DeskPanel, StatAnswer } from '@/api/shapes';
import { Panel, StateNote } from '@/ui/Panel';
import { Chart, type ChartOption } from './Chart';
import { linkOf, plotOf } from './statPlot';

const DAYS = 29; // before today

export default function StatPanel({ panel }: { panel: DeskPanel }) {
  const navigate = useNavigate();
  const asked = { by: panel.by, begin: dayjs().subtract(DAYS, 'day').format('YYYY-MM-DD') };
  const { data: told } = useQuery({
    queryKey: ['stat', panel.stat, asked],
    queryFn: () => get(`/api/stat/${panel.stat}` as never, asked) as unknown as Promise<StatAnswer>,
    staleTime: 20_000,
    refetchInterval: 60_000,
  });
  const option = useCallback<ChartOption>((c, parts) => plotOf(told, c, parts), [told]);
  return (
    <Panel title={panel.title} sub={panel.sub}>
      {told?.lines.length === 0 && <StateNote kind="empty" title="这段时间没有数据" />}
      {told && told.lines.length > 0 && (
        <Chart
          option={option}
          height={220}
          label={`${told.title}，按${told.by}，${told.lines.length}项，合计${told.total.cells[told.measures[0]!.name]}`}
          onClick={(name) => {
            const line = told.lines.find((one) => one.label === name);
            if (line) navigate(linkOf(told, line));
          }}
        />
      )}
    </Panel>
  );
}
