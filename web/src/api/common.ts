/** Calls that screens of every area share. */

import { queryOptions } from '@tanstack/react-query';
import { fresh } from '@/api/fresh';
import { fetchFile, get, type Params, post, read, upload } from './client';
import type { NoticeText, UnitChoice } from './shapes';

export const AREA_ROOT = '000000';

/** Areas do not change while somebody works: once per session and parent. */
export const areaQuery = (parentId: string) =>
  queryOptions({
    queryKey: ['area', parentId],
    queryFn: () => read('/api/common/area/findAreaList', { parentId }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

export const unitQuery = (name: string, params: Params = {}, url = '/api/common/getUnitList') =>
  queryOptions({
    queryKey: ['units', url, name, params],
    queryFn: () => read<UnitChoice[]>(url, { ...params, name }),
  });

export const personQuery = (params: { type?: string; name?: string; orgId?: string }) =>
  queryOptions({
    queryKey: ['persons', params],
    queryFn: () => read('/api/businesspro/common/queryBusinessUser', params),
  });

export const paletteQuery = (q: string) =>
  queryOptions({
    queryKey: ['palette', q],
    queryFn: ({ signal }) => read('/api/search/palette', { q }, { signal }),
    enabled: q.length > 0,
  });

export const flowLogQuery = (by: { appno?: string; seisn?: string }) =>
  fresh(['flowLog', by], '/api/businesspro/common/getFlowLog', by);

export const historyQuery = (entity: string, id: string) =>
  fresh(['history', entity, id], '/api/common/history', { entity, id });

export const fetchPrint = (printType: string, ids: string[], extra: Params = {}) =>
  fetchFile('/api/common/commonPrint', {}, { printType, ids, ...extra });
export const savePrintLog = (seisn: string, printType: string) =>
  post<null>('/api/printlog/savrPrintLog', { seisn, printType });

export const noticesQuery = (params: Params) =>
  queryOptions({
    queryKey: ['notices', params],
    queryFn: () => get<{ count: number; list: NoticeText[] }>('/api/notice/findList', params),
  });
export const noticeQuery = (id: string) =>
  queryOptions({ queryKey: ['notice', id], queryFn: () => read('/api/notice/getDetail', { id }) });

/** What stands for and against a PDF that somebody holds, and the SM2 signature beside it (.p7s as base64). */
export const proveReport = (file: File, signature = '') =>
  upload('/api/public/proveReport', signature ? { signature } : {}, file);

export const verifyReport = (reportno: string, code: string) =>
  read('/api/public/verifyReport', { reportno, code });
