/** Calls of the batch changes, merges, states and traces of the archives. */

import { queryOptions } from '@tanstack/react-query';
import { type Params, post, read, upload } from '@/api/client';
import type { FormField, UnitAsOf } from '@/api/shapes';

const BASE = '/api/eqdbase/eqdBasic';

export interface BatchField extends FormField {
  group: string;
}
export interface Previewed {
  id: string;
  version: number;
  code: string;
  name: string;
  place?: string;
  changes: { prop: string; label: string; old: unknown; new: unknown }[];
  refusal: string;
}

export const batchFieldsQuery = (ids: string[]) =>
  queryOptions({
    queryKey: ['batch fields', ids],
    queryFn: () => read<BatchField[]>(`${BASE}/batchFields`, { ids }),
  });
export const previewBatch = (ids: string[], values: Record<string, unknown>) =>
  read<Previewed[]>(`${BASE}/batchPreview`, { ids, values });
export const applyBatch = (rows: { id: string; version: number }[], values: Record<string, unknown>) =>
  post<{ count: number }>(`${BASE}/batchUpdate`, { rows, values });

export interface Evidence {
  label: string;
  value: string;
  strong: boolean;
}
export interface MergeHead {
  id: string;
  version: number;
  name: string;
  code: string;
  place?: string;
  open?: boolean;
}
interface Candidates extends MergeHead {
  candidates: (MergeHead & { evidence: Evidence[] })[];
}
export interface MergeCheck {
  type: string;
  objects: MergeHead[];
  against: { id: string; sentence: string }[];
  moves: { label: string; rows: Record<string, number> }[];
  fields: { prop: string; label: string; values: Record<string, unknown>; differs: boolean }[];
}

export const candidatesQuery = (type: string, ids: string[]) =>
  queryOptions({
    queryKey: ['merge candidates', type, ids],
    queryFn: () => read<Candidates[]>(`${BASE}/queryMerge`, { type, oldIds: ids }),
    staleTime: 0,
  });
export const mergeCheckQuery = (type: string, ids: string[]) =>
  queryOptions({
    queryKey: ['merge check', type, ids],
    queryFn: () => read<MergeCheck>(`${BASE}/mergeCheck`, { type, oldIds: ids }),
    enabled: ids.length > 1,
    staleTime: 0,
    placeholderData: (old: MergeCheck | undefined) => old,
  });
/** `others` go into `kept`; of each the version that was compared is said. */
export const merge = (type: string, others: MergeHead[], kept: MergeHead, reason: string) =>
  post<{ merged: number; moves: Record<string, number> }>(`${BASE}/merge`, {
    type,
    oldIds: others.map((one) => one.id),
    mergedId: kept.id,
    version: [...others, kept].map((one) => one.version),
    reason,
  });

export const remove = (type: string, read: Params, reason: string, isDirectly: boolean) =>
  post<{ count: number }>(`${BASE}/delete`, {
    type,
    ...read,
    reason,
    isDirectly: isDirectly ? '1' : undefined,
  });

export type Act = 'stop' | 'restart' | 'logout' | 'move';
interface StateAnswer {
  count: number;
  reminder: string;
}
/** With a proof as multipart, without one as a plain form. */
export const changeState = (form: Record<string, unknown>, proof: File | null) =>
  proof
    ? upload<StateAnswer>(`${BASE}/changeState`, form, proof)
    : post<StateAnswer>(`${BASE}/changeState`, form);

export const institutesUrl = `${BASE}/findInstitutes`;

interface TraceDetail {
  id: string;
  how: string;
  name: string;
  code: string;
  reason: string;
  by_name: string;
  createtime: string;
  keptname: string;
  state: string;
  back_by: string;
  back_at: string | null;
  object_id: string;
  moves: Record<string, number>;
  fields: { prop: string; label: string; values: Record<string, unknown> }[];
}
export const traceQuery = (id: string) =>
  queryOptions({
    queryKey: ['trace', id],
    queryFn: () => read<TraceDetail>('/api/archives/trace/detail', { id }),
    staleTime: 0,
  });

export const unitAsOfQuery = (id: string, asOf: string, known: boolean) =>
  queryOptions({
    queryKey: ['unit as of', id, asOf, known],
    queryFn: () => read('/api/unitbasic/asOf', { id, asOf, known: known ? '1' : '0' }),
    staleTime: 0,
    retry: false,
    placeholderData: (old: UnitAsOf | undefined) => old,
  });
