/** Calls of the corrections. */

import { queryOptions } from '@tanstack/react-query';
import { post, read } from '@/api/client';
import { fresh } from '@/api/fresh';

export const kindsQuery = queryOptions({
  queryKey: ['correction kinds'],
  queryFn: () => read('/api/correct/kinds'),
  staleTime: Number.POSITIVE_INFINITY,
});
export const correctableQuery = (entity: string, id: string) =>
  fresh(['correctable', entity, id], '/api/correct/correctable', { entity, id }, Boolean(entity && id));
export const correctionQuery = (id: string) =>
  fresh(['correction', id], '/api/correct/detail', { id }, Boolean(id));

export const saveDraft = (form: Record<string, unknown>) => post('/api/correct/save', form);
