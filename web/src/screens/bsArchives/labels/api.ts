/** Label sheets that the server can print. */
import { queryOptions } from '@tanstack/react-query';
import { read } from '@/api/client';

export const sizesQuery = queryOptions({
  queryKey: ['label sizes'],
  queryFn: () => read('/api/labels/sizes'),
  staleTime: 3_600_000,
});
