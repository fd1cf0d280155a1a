/** Dictionaries: fetched once with their version, kept in local storage, renewed only when the version moved. */

import { queryOptions, useQuery } from '@tanstack/react-query';
import { readEnvelope } from './client';
import type { DictEntry } from './shapes';

export type DictMap = Record<string, DictEntry[]>;

const STORE = 'scdeap_dictionaries';

interface Kept {
  version: string;
  map: DictMap;
}

function readKept(): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}

function keep(kept: Kept): void {
  try {
    localStorage.setItem(STORE, JSON.stringify(kept));
  } catch {
    localStorage.removeItem(STORE); // a full store costs one fetch per start, not the work
  }
}

async function fetchDictionaries(): Promise<DictMap> {
  const kept = readKept();
  const answer = await readEnvelope('/api/common/buss/dict/findAllDictListMap', {
    version: kept?.version,
  });
  if (!answer.data) return kept?.map ?? {};
  keep({ version: String(answer.version ?? ''), map: answer.data });
  return answer.data;
}

export const dictQuery = queryOptions({
  queryKey: ['dictionaries'],
  queryFn: fetchDictionaries,
  staleTime: Number.POSITIVE_INFINITY,
});

const NONE: DictEntry[] = [];

export function useDict(type: string | undefined, parentValue?: string): DictEntry[] {
  const { data } = useQuery({ ...dictQuery, enabled: Boolean(type) });
  if (!type) return NONE;
  const entries = data?.[type] ?? NONE;
  return parentValue === undefined ? entries : entries.filter((entry) => entry.parentValue === parentValue);
}

export function labelOf(entries: DictEntry[], value: unknown): string {
  if (value === undefined || value === null || value === '') return '';
  return entries.find((entry) => entry.value === String(value))?.label ?? String(value);
}
