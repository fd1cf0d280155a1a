/** Calls of the corrections. */
import { queryOptions } from '@tanstack/react-query';
import { post, read } from '@/api/client';
import type { FormField, Option } from '@/api/layout';
import type { Move } from '@/workflow/MoveDialog';

export interface CorrectField extends FormField {
  group: string;
  old: unknown;
  oldShown: string;
}
interface Correctable {
  entity: string;
  id: string;
  title: string;
  code: string;
  equclass: string;
  busy: string;
  fields: CorrectField[];
}
interface CorrectLine {
  field: string;
  label: string;
  old: unknown;
  new: unknown;
  oldShown: string;
  newShown: string;
  /** What the archive says now, and whether that is no longer the old value. */
  nowShown: string;
  moved: boolean;
}
export interface CorrectionDetail {
  id: string;
  version: number;
  corrno: string;
  entity: string;
  entityName: string;
  object_id: string;
  title: string;
  code: string;
  equclass: string;
  lines: CorrectLine[];
  reason: string;
  step: string;
  stepName: string;
  stepTone: string;
  moves: Move[];
  applicant: string;
  submitted: string | null;
  auditor: string;
  audited_at: string | null;
  opinion: string;
  mine: boolean;
  busy: string;
  log: { at: string; userName: string; label: string; opinion: string }[];
}

export const kindsQuery = queryOptions({
  queryKey: ['correction kinds'],
  queryFn: () => read<Option[]>('/api/correct/kinds'),
  staleTime: Number.POSITIVE_INFINITY,
});
export const correctableQuery = (entity: string, id: string) =>
  queryOptions({
    queryKey: ['correctable', entity, id],
    queryFn: () => read<Correctable>('/api/correct/correctable', { entity, id }),
    enabled: Boolean(entity && id),
    staleTime: 0,
  });
export const correctionQuery = (id: string) =>
  queryOptions({
    queryKey: ['correction', id],
    queryFn: () => read<CorrectionDetail>('/api/correct/detail', { id }),
    enabled: Boolean(id),
    staleTime: 0,
  });

export interface Draft {
  id: string;
  version: number;
  moves: Move[];
}
export const saveDraft = (form: Record<string, unknown>) => post<Draft>('/api/correct/save', form);
