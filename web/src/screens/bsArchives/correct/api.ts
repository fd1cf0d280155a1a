/** Calls of the corrections. */

import { queryOptions } from '@tanstack/react-query';
import { post, read } from '@/api/client';

export const kindsQuery = queryOptions({
  queryKey: ['correction kinds'],
  queryFn: () => read('/api/correct/kinds'),
  staleTime: Number.POSITIVE_INFINITY,
});
export const correctableQuery = (entity: string, id: string) =>
  queryOptions({
    queryKey: ['correctable', entity, id],
    queryFn: () => read('/api/correct/correctable', { entity, id }),
    enabled: Boolean(entity && id),
    staleTime: 0,
  });
export const correctionQuery = (id: string) =>
  queryOptions({
    queryKey: ['correction', id],
    queryFn: () => read('/api/correct/detail', { id }),
    enabled: Boolean(id),
    staleTime: 0,
  });

export const saveDraft = (form: Record<string, unknown>) => post('/api/correct/save', form);
