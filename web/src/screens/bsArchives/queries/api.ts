/** Saved queries (server/tejian/archives/queries). */
import { get, post, read } from '@/api/client';
import type { Condition, SavedQuery } from '@/api/shapes';

const BASE = '/api/querySetting';

export const builderOf = (kind: string) => get(`${BASE}/fields`, { kind });
export const queryOf = (id: string) => read(`${BASE}/form`, { id });
export const saveQuery = (query: Partial<SavedQuery>) =>
  post(`${BASE}/${query.id ? 'edit' : 'save'}`, {
    ...query,
    mine: undefined,
    columns: (query.columns ?? []).join(','),
    shared: query.shared ? '1' : '0',
    matchall: query.matchall === false ? '0' : '1',
  });
export const tryOut = (kind: string, matchall: boolean, conditions: Condition[]) =>
  read(`${BASE}/tryOut`, {
    kind,
    matchall: matchall ? '1' : '0',
    conditions,
  });
