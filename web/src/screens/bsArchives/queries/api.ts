/** Saved queries (server/tejian/archives/queries). */
import { get, post, read } from '@/api/client';

type FieldType = 'text' | 'number' | 'date' | 'dict' | 'bool';

export interface QueryField {
  prop: string;
  label: string;
  type: FieldType;
  dict: string;
  group: string;
  /** Shown, but no condition may ask for it. */
  closed?: boolean;
}
export interface Builder {
  kind: string;
  title: string;
  fields: QueryField[];
  operators: Record<FieldType, Record<string, string>>;
  columns: string[];
}
export interface Condition {
  field: string;
  op: string;
  value: string;
}
export interface SavedQuery {
  id: string;
  version: number;
  kind: string;
  name: string;
  remark: string;
  shared: boolean;
  matchall: boolean;
  conditions: Condition[];
  columns: string[];
  sort: string;
  mine: boolean;
}

const BASE = '/api/querySetting';

export const builderOf = (kind: string) => get<Builder>(`${BASE}/fields`, { kind });
export const queryOf = (id: string) => read<SavedQuery>(`${BASE}/form`, { id });
export const saveQuery = (query: Partial<SavedQuery>) =>
  post<{ id: string }>(`${BASE}/${query.id ? 'edit' : 'save'}`, {
    ...query,
    mine: undefined,
    columns: (query.columns ?? []).join(','),
    shared: query.shared ? '1' : '0',
    matchall: query.matchall === false ? '0' : '1',
  });
export const tryOut = (kind: string, matchall: boolean, conditions: Condition[]) =>
  read<{ count: number; countCapped: boolean }>(`${BASE}/tryOut`, {
    kind,
    matchall: matchall ? '1' : '0',
    conditions,
  });
