/** Label sheets that the server can print. */
import { queryOptions } from '@tanstack/react-query';
import { read } from '@/api/client';

interface LabelSize {
  code: string;
  title: string;
  columns: string;
  rows: string;
}

export const sizesQuery = queryOptions({
  queryKey: ['label sizes'],
  queryFn: () => read<LabelSize[]>('/api/labels/sizes'),
  staleTime: 3_600_000,
});
