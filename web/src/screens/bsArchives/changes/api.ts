/** Calls of the batch changes, merges, states and traces of the archives. */

import { queryOptions } from '@tanstack/react-query';
import { type Params, post, read, upload } from '@/api/client';
import { fresh } from '@/api/fresh';
import type { MergeCheck, MergeHead, UnitAsOf } from '@/api/shapes';

const BASE = '/api/eqdbase/eqdBasic';

export const batchFieldsQuery = (ids: string[]) =>
  queryOptions({
    queryKey: ['batch fields', ids],
    queryFn: () => read(`${BASE}/batchFields`, { ids }),
  });
export const previewBatch = (ids: string[], values: Record<string, unknown>) =>
  read(`${BASE}/batchPreview`, { ids, values });
export const applyBatch = (rows: { id: string; version: number }[], values: Record<string, unknown>) =>
  post(`${BASE}/batchUpdate`, { rows, values });

export const candidatesQuery = (type: string, ids: string[]) =>
  fresh(['merge candidates', type, ids], `${BASE}/queryMerge`, { type, oldIds: ids });
export const mergeCheckQuery = (type: string, ids: string[]) =>
  queryOptions({
    queryKey: ['merge check', type, ids],
    queryFn: () => read(`${BASE}/mergeCheck`, { type, oldIds: ids }),
    enabled: ids.length > 1,
    staleTime: 0,
    placeholderData: (old: MergeCheck | undefined) => old,
  });
/** `others` go into `kept`; of each the version that was compared is said. */
export const merge = (type: string, others: MergeHead[], kept: MergeHead, reason: string) =>
  post(`${BASE}/merge`, {
    type,
    oldIds: others.map((one) => one.id),
    mergedId: kept.id,
    version: [...others, kept].map((one) => one.version),
    reason,
  });

export const remove = (type: string, read: Params, reason: string, isDirectly: boolean) =>
  post(`${BASE}/delete`, {
    type,
    ...read,
    reason,
    isDirectly: isDirectly ? '1' : undefined,
  });

export type Act = 'stop' | 'restart' | 'logout' | 'move';
/** With a proof as multipart, without one as a plain form. */
export const changeState = (form: Record<string, unknown>, proof: File | null) =>
  proof ? upload(`${BASE}/changeState`, form, proof) : post(`${BASE}/changeState`, form);

export const institutesUrl = `${BASE}/findInstitutes`;

export const traceQuery = (id: string) => fresh(['trace', id], '/api/archives/trace/detail', { id });

export const unitAsOfQuery = (id: string, asOf: string, known: boolean) =>
  queryOptions({
    queryKey: ['unit as of', id, asOf, known],
    queryFn: () => read('/api/unitbasic/asOf', { id, asOf, known: known ? '1' : '0' }),
    staleTime: 0,
    retry: false,
    placeholderData: (old: UnitAsOf | undefined) => old,
  });
