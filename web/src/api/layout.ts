/** What the server declares about lists and forms, and the calls that go with it (docs/wire.md, Lists and Forms). */
import { hashKey, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { get, type Params, post, read } from './client';

export type Row = Record<string, unknown>;

export type ColumnType =
  | 'text'
  | 'code'
  | 'number'
  | 'money'
  | 'date'
  | 'datetime'
  | 'dict'
  | 'state'
  | 'bool'
  | 'way';

export interface Column {
  prop: string;
  label: string;
  width?: number;
  type: ColumnType;
  dict?: string;
  align?: 'left' | 'right' | 'center';
  fixed?: 'left' | 'right';
  sortable?: boolean;
  shown?: boolean;
  link?: string;
}

export interface Action {
  code: string;
  label: string;
  place: 'toolbar' | 'row' | 'more' | 'batch';
  permission?: string;
  kind: 'route' | 'call' | 'form' | 'move' | 'print' | 'page';
  needs?: 'none' | 'one' | 'many';
  empty?: string;
  confirm?: string;
  shortcut?: string;
  route?: string;
  url?: string;
  form?: string;
  print?: string;
  when?: Record<string, (string | number | boolean | null)[]>;
}

export interface SavedView {
  viewId: string;
  name: string;
  shared?: boolean;
  mine?: boolean;
  columns?: string[];
  search?: Params;
  sort?: string;
  count?: number;
}

export interface TableConfig {
  viewNo: string;
  title: string;
  url: string;
  params?: Params;
  rowKey: string;
  defaultSort?: string;
  pageSize?: number;
  exportable?: boolean;
  late?: string | null;
  columns: Column[];
  actions: Action[];
  views: SavedView[];
}

export type SearchWidget =
  | 'input'
  | 'select'
  | 'date'
  | 'dateRange'
  | 'number'
  | 'category'
  | 'area'
  | 'unit'
  | 'user'
  | 'checkbox';

export interface Option {
  value: string;
  label: string;
}

export interface SearchField {
  prop: string;
  label: string;
  widget: SearchWidget;
  dict?: string;
  options?: Option[];
  placeholder?: string;
  quick?: boolean;
}

interface SearchFormConfig {
  viewNo: string;
  fields: SearchField[];
}

export interface Page<T = Row> {
  pageNo: number;
  pageSize: number;
  count: number;
  countCapped?: boolean;
  list: T[];
}

export type FieldType =
  | 'text'
  | 'textarea'
  | 'int'
  | 'decimal'
  | 'money'
  | 'number'
  | 'date'
  | 'datetime'
  | 'dict'
  | 'dictMulti'
  | 'bool'
  | 'unit'
  | 'user'
  | 'area'
  | 'equipment'
  | 'category'
  | 'select'
  | 'selectMulti'
  | 'radio'
  | 'tree'
  | 'password'
  | 'readonly'
  | 'html'
  | 'hidden';

export interface FormField {
  prop: string;
  label: string;
  type: FieldType;
  dict?: string;
  /** Of a category: only what stands below this one; of an equipment: its classes. */
  root?: string;
  options?: Option[];
  optionsUrl?: string;
  unit?: string;
  required?: boolean;
  rule?: string;
  min?: number;
  max?: number;
  maxLength?: number;
  span?: number;
  help?: string;
  /** The whole sentence when it is not filled in. */
  missing?: string;
  /** The field that takes the label of what is chosen here. */
  fills?: string;
  readonly?: boolean;
  default?: unknown;
  when?: Record<string, unknown[]>;
}

export interface FormGroup {
  title?: string;
  fields: FormField[];
}

export interface FormConfig {
  viewNo: string;
  title: string;
  loadUrl?: string;
  saveUrl?: string;
  width?: number;
  okText?: string;
  /** A line above the fields; like `done` and the title it may name `{prop}` of the picked row. */
  note?: string;
  done?: string;
  groups: FormGroup[];
  tables?: FormTable[];
}

/** Rows that are typed in and saved with the form; `viewNo` is the form of a row. */
export interface FormTable {
  prop: string;
  title: string;
  viewNo: string;
  add: string;
  /** How many rows a new record begins with. */
  least: number;
}

export interface ValidatorRow {
  rule: string;
  pattern: string;
  message: string;
}

/** A record page before there is a record. */
interface RecordConfig {
  viewNo: string;
  title: string;
  url: string;
  /** The form of a new record, when the page without a key creates one. */
  form: string | null;
}

/** Red `no`, ochre `ca`; `go` and `ok` only tell the dots of states apart. */
export type Tone = 'go' | 'ok' | 'ca' | 'no';

export interface RecordFact {
  label: string;
  text: string;
  tone?: Tone;
  dot?: boolean;
  note?: string;
  noteTone?: Tone;
  link?: string;
  why?: string[];
}

/** An action of a record; `disabled` says why it cannot be done now. */
interface RecordAction extends Action {
  disabled?: string;
}

interface PartHead {
  key: string;
  title: string;
  /** Parts of one tab stand below each other. */
  tab: string;
}
/** Child rows. Beside `x` a row may have `xName`, `xTone`, `xNote` (a title) and `xLink` (an address). */
export interface RowsPart extends PartHead {
  kind: 'rows';
  count: number;
  noun: string;
  empty: string;
  hint: string;
  /** What a new row starts with; all but the names is sent when it is saved. */
  owner: Row;
  columns: Column[];
  rows: Row[];
  actions: Action[];
  link?: { text: string; to: string };
}
/** A declared list, held to the record. */
interface ListPart extends PartHead {
  kind: 'list';
  viewNo: string;
  fixed: Params;
}
/** A drawing of its own, registered under `name`. */
export interface PanelPart extends PartHead {
  kind: 'panel';
  name: string;
  data: unknown;
}
export type RecordPart = RowsPart | ListPart | PanelPart;

export interface RecordAnswer {
  viewNo: string;
  id: string;
  version: number;
  title: string;
  /** Of the tab. */
  name: string;
  subtitle: string;
  identity: string;
  /** The key of an attachment. */
  picture: string;
  /** The class whose symbol stands before the name. */
  symbol: string;
  facts: RecordFact[];
  notices: { text: string; tone: Tone | '' }[];
  actions: RecordAction[];
  form: string | null;
  groups: FormGroup[];
  record: Row;
  parts: RecordPart[];
  history: { title: string; entity: string; id: string }[];
  files: { owner: string; types: string[]; title: string } | null;
}

const HOUR = 3_600_000;

const declared = <T>(call: string, viewNo: string) =>
  queryOptions({
    queryKey: ['layout', call, viewNo],
    queryFn: () => read<T>(`/api/layout/${call}`, {}, { query: { viewNo } }),
    staleTime: HOUR,
  });

export const tableConfigQuery = (viewNo: string) => declared<TableConfig>('findTableConfig', viewNo);
export const allColumnsQuery = (viewNo: string) =>
  declared<TableConfig | Column[]>('findAllTableConfig', viewNo);
export const searchFormQuery = (viewNo: string) => declared<SearchFormConfig>('findSearchFormConfig', viewNo);
export const formConfigQuery = (viewNo: string) => declared<FormConfig>('findFormConfig', viewNo);
export const recordConfigQuery = (viewNo: string) => declared<RecordConfig>('findRecordConfig', viewNo);

const RECORD_PAGES = 'record page';

export const recordPageQuery = (viewNo: string, url: string | undefined, id: string) =>
  queryOptions({
    queryKey: [RECORD_PAGES, viewNo, id],
    queryFn: () => read<RecordAnswer>(url!, { id }),
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
  queryFn: () => get<ValidatorRow[]>('/api/layout/validators'),
  staleTime: Number.POSITIVE_INFINITY,
});

interface ViewToSave {
  viewNo: string;
  viewId?: string;
  name: string;
  shared: boolean;
  columns: string[];
  search: Params;
  sort: string;
}

export const saveView = (view: ViewToSave) =>
  post<{ viewId: string }>('/api/layout/userFormConfigSave', {
    ...view,
    shared: view.shared ? 1 : 0,
    columns: view.columns.join(','),
  });

export const deleteView = (viewId: string) =>
  post<null>('/api/layout/userFormConfigDelete', {}, { query: { viewId } });

export const loadRecord = (url: string, id: string) => read<Row>(url, { id });
