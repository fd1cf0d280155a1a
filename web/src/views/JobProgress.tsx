/** How far a job is, asked of its call; its page is read again when the job has ended. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Progress } from 'antd';
import { useEffect } from 'react';
import { read } from '@/api/client';
import { renewRecords } from '@/api/layout';
import type { Progress as Passed } from '@/api/shapes';
import { FaultNote } from './ListStates';

const BEAT = 1000;

interface Job {
  url:
    | '/api/chamain/replay/progress'
    | '/api/chamain/statement/progress'
    | '/api/moving/out/progress'
    | '/api/moving/project/progress'
    | '/api/reportTemplate/trial/progress'
    | '/api/statistics/edition/progress';
  unit: string;
}

export default function JobProgress({ data, id }: { data: unknown; id: string }) {
  const { url, unit } = data as Job;
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ['job', url, id],
    queryFn: (): Promise<Passed> => read(url, { id }),
    staleTime: 0,
    refetchInterval: (q) => (q.state.data?.ended ? false : BEAT),
  });
  const ended = Boolean(query.data?.ended);
  useEffect(() => {
    if (ended) void renewRecords(client);
  }, [ended, client]);
  if (query.error) return <FaultNote error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return null;
  const { passed, total, stateName } = query.data;
  return (
    <div>
      <p>
        {stateName}　{passed.toLocaleString()} / {total.toLocaleString()} {unit}
      </p>
      <Progress aria-label="进度" percent={total ? Math.floor((100 * passed) / total) : 0} />
    </div>
  );
}
