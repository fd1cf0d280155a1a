/** Lines of a piping project and the review of their changes: what the server answers. */
import { queryOptions } from '@tanstack/react-query';
import { read } from '@/api/client';
import type { Row } from '@/api/layout';

const PROJECT = '/api/eqd8000tpm/eqd8000tpm';
const CHECK = '/api/eqdmodify/eqdModifyCheck';

interface ProjectHead {
  id: string;
  version: number;
  projname: string;
  useorgname: string;
  usecertno: string;
  registered: boolean;
}

export interface PipeLine extends Row {
  id: string;
  version: number;
  pipeno: string;
  pipename: string;
  overdue: boolean;
  pendingId: string | null;
}

/** How the user changes lines: at once, by request, or not at all. */
type Means = 'direct' | 'apply' | '';

interface ProjectLines {
  project: ProjectHead;
  lines: PipeLine[];
  totals: { count: number; length: string; level: string; earliest: string | null; overdue: number };
  pending: { id: string; action: string; title: string }[];
  may: { add: Means; save: Means; del: Means };
}

export interface ChangedField {
  prop: string;
  label: string;
  group: string;
  unit: string;
  changed: boolean;
  /** The record holds another value now than when the change was asked for. */
  moved: boolean;
  old: unknown;
  new: unknown;
}

export interface ChangeDetail {
  id: string;
  kind: 'project' | 'line';
  kindName: string;
  action: 'add' | 'edit' | 'del';
  actionName: string;
  state: '0' | '1' | '2';
  stateName: string;
  tone: string;
  title: string;
  lineid: string;
  project: ProjectHead;
  reason: string;
  applyname: string;
  applytime: string;
  checkname: string;
  checktime: string | null;
  opinion: string;
  fields: ChangedField[];
}

interface ChangeRow {
  id: string;
  kind: 'project' | 'line';
  kindName: string;
  actionName: string;
  title: string;
  stateName: string;
  tone: string;
  applyname: string;
  applytime: string;
  checkname: string;
  opinion: string;
}

export const linesQuery = (id: string) =>
  queryOptions({
    queryKey: ['project lines', id],
    queryFn: () => read<ProjectLines>(`${PROJECT}/getDetailBy8000PIPELINE`, { id }),
    staleTime: 0,
    enabled: Boolean(id),
  });

export const lineQuery = (id: string) =>
  queryOptions({
    queryKey: ['pipe line', id],
    queryFn: () =>
      read<PipeLine & { project: ProjectHead }>('/api/eqd8000GXtpm/eqd8000GXtpm/getDetailBy8000GX', { id }),
    staleTime: 0,
    enabled: Boolean(id),
  });

export const changeQuery = (id: string) =>
  queryOptions({
    queryKey: ['pipe change', id],
    queryFn: () => read<ChangeDetail>(`${CHECK}/getDetail`, { id }),
    staleTime: 0,
    enabled: Boolean(id),
  });

export const changesQuery = (id: string) =>
  queryOptions({
    queryKey: ['pipe changes of', id],
    queryFn: () => read<ChangeRow[]>(`${PROJECT}/getUpdateList`, { id }),
    staleTime: 0,
    enabled: Boolean(id),
  });

export const DELETE_URL = `${PROJECT}/deleteEqm`;
export const AGREE_URL = `${CHECK}/checkAgree`;
export const REFUSE_URL = `${CHECK}/checkRefuse`;

export const changeRoute = (row: { id: string; kind: string }) =>
  `/bsArchives/equipment/${row.kind === 'line' ? 'lineModifyCheckDetail' : 'pipeModifyCheckDetail'}?id=${row.id}`;

/** What a copy of a line starts with: everything but who it is and what inspections found. */
const OWN = ['id', 'lineid', 'version', 'pipeno', 'pipeunitregno', 'inspdate', 'ninspdate', 'nyearcheckdate'];
const RESULTS = ['insresult', 'insreportno', 'ssdegree', 'setcyclemonths', 'cheorgsysname', 'remlife'];
const dropped = new Set([...OWN, ...RESULTS, 'overdue', 'pendingId']);

export function copyOf(line: PipeLine): Row {
  return Object.fromEntries(Object.entries(line).filter(([name]) => !dropped.has(name)));
}
