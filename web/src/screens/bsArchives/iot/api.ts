/** Lifts in the internet of things (server/tejian/archives/iot). */
import { queryOptions } from '@tanstack/react-query';
import { read } from '@/api/client';

export const iotSummaryQuery = queryOptions({
  // Under the rows of the events: a step taken there counts the figures again.
  queryKey: ['rows', '/api/iot/event/findList', 'summary'],
  queryFn: () => read('/api/iot/summary', {}),
  refetchInterval: 60_000,
});
