/** What the server declares about lists and forms, and the calls that go with it (docs/wire.md, Lists and Forms). */

import { hashKey, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { get, type Params, post, read } from './client';
import type { ListPart, Page, PanelPart, RecordAnswer, RowsPart } from './shapes';

export type Row = Record<string, unknown>;

export type RecordPart = RowsPart | ListPart | PanelPart;

const HOUR = 3_600_000;

type Declared =
  `/api/layout/${'findTableConfig' | 'findSearchFormConfig' | 'findFormConfig' | 'findRecordConfig' | 'findAllTableConfig'}`;

const declared = <P extends Declared>(call: P, viewNo: string) =>
  queryOptions({
    queryKey: ['layout', call, viewNo],
    queryFn: () => read(call, {}, { query: { viewNo } }),
    staleTime: HOUR,
  });

export const tableConfigQuery = (viewNo: string) => declared('/api/layout/findTableConfig', viewNo);
export const allColumnsQuery = (viewNo: string) => declared('/api/layout/findAllTableConfig', viewNo);
export const searchFormQuery = (viewNo: string) => declared('/api/layout/findSearchFormConfig', viewNo);
export const formConfigQuery = (viewNo: string) => declared('/api/layout/findFormConfig', viewNo);
export const recordConfigQuery = (viewNo: string) => declared('/api/layout/findRecordConfig', viewNo);

const RECORD_PAGES = 'record page';

/** As of another day than today: what the record was then, really or as it was known. */
export interface LookBack {
  asOf: string;
  known: boolean;
}

export const recordPageQuery = (viewNo: string, url: string | undefined, id: string, back?: LookBack) =>
  queryOptions({
    queryKey: [RECORD_PAGES, viewNo, id, back],
    queryFn: () => read<RecordAnswer>(url!, { id, ...back }),
    enabled: Boolean(url && id),
    staleTime: 0,
  });

/** After a change: lists and record pages are read again when they come into sight. */
export const renewRecords = (client: QueryClient) =>
  Promise.all(['rows', RECORD_PAGES].map((key) => client.invalidateQueries({ queryKey: [key] })));

const AHEAD_MS = 3000;
const fetchedAhead = new Map<string, number>();

export const rowsQuery = (url: string, params: Params) =>
  queryOptions({
    queryKey: ['rows', url, params],
    gcTime: 300_000, // there are many of them, and a list is read anew when it is seen again
    queryFn: ({ signal }) => get<Page>(url, params, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    // Rows are asked for whenever a list comes into sight, unless they were fetched ahead for just that.
    refetchOnMount: (query) => Date.now() - (fetchedAhead.get(query.queryHash) ?? 0) > AHEAD_MS,
  });

/** Rows that a list will want in a moment. */
export async function fetchRowsAhead(client: QueryClient, url: string, params: Params): Promise<void> {
  const query = rowsQuery(url, params);
  await client.prefetchQuery(query);
  fetchedAhead.set(hashKey(query.queryKey), Date.now());
}

/** The exact number of rows, where the page counted only up to its cap. May take long, and may be refused. */
export const exactCountQuery = (url: string, conditions: Params) =>
  queryOptions({
    queryKey: ['rows', url, conditions, 'exact'],
    queryFn: async ({ signal }) =>
      (await get<Page>(url, { ...conditions, pageNo: 1, pageSize: 1, exactCount: 1 }, { signal })).count,
    retry: false,
  });

export const validatorsQuery = queryOptions({
  queryKey: ['layout', 'validators'],
  queryFn: () => get('/api/layout/validators'),
  staleTime: Number.POSITIVE_INFINITY,
});

interface ViewToSave {
  viewNo: string;
  viewId?: string;
  version?: number;
  name: string;
  shared: boolean;
  columns: string[];
  search: Params;
  sort: string;
}

export const saveView = (view: ViewToSave) =>
  post('/api/layout/userFormConfigSave', {
    ...view,
    shared: view.shared ? 1 : 0,
    columns: view.columns.join(','),
  });

export const deleteView = ({ viewId, version }: { viewId: string; version: number }) =>
  post<null>('/api/layout/userFormConfigDelete', { viewId, version });

export const loadRecord = (url: string, id: string) => read<Row>(url, { id });
