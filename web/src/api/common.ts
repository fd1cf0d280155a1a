/** Calls that screens of every area share. */
import { queryOptions } from '@tanstack/react-query';
import { fetchFile, get, type Params, post, read } from './client';

export interface Area {
  id: string;
  name: string;
  parentId: string;
  level?: number;
  hasChildren?: boolean;
}
export interface Unit {
  id: string;
  name: string;
  code?: string;
  areacode?: string;
  address?: string;
  contact?: string;
  tel?: string;
}
export interface Person {
  id: string;
  name: string;
  departName?: string;
  quals?: { item: string; validto: string }[];
}
export interface PaletteHit {
  group: 'menu' | 'equipment' | 'unit' | 'application' | 'business';
  title: string;
  sub?: string;
  route: string;
}
interface FlowLogRow {
  seisn: string;
  at: string;
  userName: string;
  moveLabel: string;
  fromStep?: string;
  fromStepName?: string;
  toStep?: string;
  toStepName?: string;
  opinion?: string;
  reason?: string;
  seconds?: number;
}
export interface FlowLog {
  appno?: string;
  equclacode?: string;
  equdatasysid?: string;
  seisn?: string;
  rows: FlowLogRow[];
}
export interface HistoryEntry {
  at: string;
  userName: string;
  requestNo?: string;
  /** Number of the business that made the change, for example of a correction. */
  cause?: string;
  /** The day from which the change holds, 起始 for always; null for the day it was written down. */
  since?: string | null;
  action: string;
  fields: { prop: string; label: string; old: unknown; new: unknown }[];
}

export const AREA_ROOT = '000000';

/** Areas do not change while somebody works: once per session and parent. */
export const areaQuery = (parentId: string) =>
  queryOptions({
    queryKey: ['area', parentId],
    queryFn: () => read<Area[]>('/api/common/area/findAreaList', { parentId }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

export const unitQuery = (name: string, params: Params = {}) =>
  queryOptions({
    queryKey: ['units', name, params],
    queryFn: () => read<Unit[]>('/api/common/getUnitList', { ...params, name }),
  });

export const personQuery = (params: { type?: string; name?: string; orgId?: string }) =>
  queryOptions({
    queryKey: ['persons', params],
    queryFn: () => read<Person[]>('/api/businesspro/common/queryBusinessUser', params),
  });

export const paletteQuery = (q: string) =>
  queryOptions({
    queryKey: ['palette', q],
    queryFn: ({ signal }) => read<PaletteHit[]>('/api/search/palette', { q }, { signal }),
    enabled: q.length > 0,
  });

export const flowLogQuery = (by: { appno?: string; seisn?: string }) =>
  queryOptions({
    queryKey: ['flowLog', by],
    queryFn: () => read<FlowLog>('/api/businesspro/common/getFlowLog', by),
    staleTime: 0,
  });

export const historyQuery = (entity: string, id: string) =>
  queryOptions({
    queryKey: ['history', entity, id],
    queryFn: () => read<HistoryEntry[]>('/api/common/history', { entity, id }),
    staleTime: 0,
  });

export const fetchPrint = (printType: string, ids: string[], extra: Params = {}) =>
  fetchFile('/api/common/commonPrint', {}, { printType, ids, ...extra });
export const savePrintLog = (seisn: string, printType: string) =>
  post<null>('/api/printlog/savrPrintLog', { seisn, printType });

interface Notice {
  id: string;
  title: string;
  content?: string;
  publisher?: string;
  publishTime?: string;
  top?: boolean;
}
export const noticesQuery = (params: Params) =>
  queryOptions({
    queryKey: ['notices', params],
    queryFn: () => get<{ count: number; list: Notice[] }>('/api/notice/findList', params),
  });
export const noticeQuery = (id: string) =>
  queryOptions({ queryKey: ['notice', id], queryFn: () => read<Notice>('/api/notice/getDetail', { id }) });

export interface ReportVerification {
  reportno: string;
  title?: string;
  unitname?: string;
  equname?: string;
  conclusion?: string;
  inspdate?: string;
  digest?: string;
  issuedAt?: string;
  signer?: string;
  valid: boolean;
  pdfUrl?: string;
}
export const verifyReport = (reportno: string, code: string) =>
  read<ReportVerification>('/api/public/verifyReport', { reportno, code });
