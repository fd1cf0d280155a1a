/** How far a replay of charges is; its page is read again when it has ended. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Progress } from 'antd';
import { useEffect } from 'react';
import { read } from '@/api/client';
import { renewRecords } from '@/api/layout';
import { FaultNote } from '@/views/ListStates';

const BEAT = 1000;

export default function ReplayProgress({ id }: { data: unknown; id: string }) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ['fee replay', id],
    queryFn: () => read('/api/chamain/replay/progress', { id }),
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
        {stateName}　{passed.toLocaleString()} / {total.toLocaleString()} 笔
      </p>
      <Progress aria-label="进度" percent={total ? Math.floor((100 * passed) / total) : 0} />
    </div>
  );
}
