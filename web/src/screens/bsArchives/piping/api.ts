import { fresh } from '@/api/fresh';
import type { Row } from '@/api/layout';
import type { PipeLine } from '@/api/shapes';

const PROJECT = '/api/eqd8000tpm/eqd8000tpm';
const CHECK = '/api/eqdmodify/eqdModifyCheck';

export const linesQuery = (id: string) =>
  fresh(['project lines', id], `${PROJECT}/getDetailBy8000PIPELINE`, { id }, Boolean(id));

export const lineQuery = (id: string) =>
  fresh(['pipe line', id], '/api/eqd8000GXtpm/eqd8000GXtpm/getDetailBy8000GX', { id }, Boolean(id));

export const changeQuery = (id: string) =>
  fresh(['pipe change', id], `${CHECK}/getDetail`, { id }, Boolean(id));

export const changesQuery = (id: string) =>
  fresh(['pipe changes of', id], `${PROJECT}/getUpdateList`, { id }, Boolean(id));

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
