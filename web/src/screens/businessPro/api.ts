/** Calls of the inspection main line: declarations, business items, reports. */

import { queryOptions } from '@tanstack/react-query';
import { type Params, post, read } from '@/api/client';
import { fresh } from '@/api/fresh';
import type { Finding, RecordState } from '@/api/shapes';

export type Result = '√' | '×' | '—' | '△';
export type Level = Finding['level'];

/** What changes with every save. */
export type Judged = Pick<
  RecordState,
  | 'told'
  | 'findings'
  | 'worked'
  | 'least'
  | 'impossible'
  | 'proposal'
  | 'conclusions'
  | 'problems'
  | 'stated'
  | 'rectifydue'
  | 'next'
  | 'ruledate'
  | 'dates'
  | 'tools'
  | 'corrections'
>;

export const itemQuery = (id: string) =>
  fresh(['business item', id], '/api/appbuss/getItem', { id }, Boolean(id));

export const auditQuery = (id: string) =>
  fresh(['business audit', id], '/api/appbuss/getAudit', { id }, Boolean(id));

/** Tells the server that the next person has looked; what was not opened yet may still be pulled back. An inspector who
 * has to sign sends along what his page was given. */
export const openItem = (id: string, seen?: string) =>
  post<null>('/api/appbuss/open', { id, seen }).catch(() => null);

export const saveRecord = (form: Params) => post('/api/appbuss/saveRecord', form);

export const declarationQuery = (id: string) =>
  fresh(['declaration', id], '/api/appmain/getDetailAppMain', { id }, Boolean(id));

export const combinationsQuery = (equclacode: string) =>
  queryOptions({
    queryKey: ['combinations', equclacode],
    queryFn: () => read('/api/appmain/findCombinations', { equclacode }),
    staleTime: 600_000,
    enabled: Boolean(equclacode),
  });

export const unitDevicesQuery = (unitsysid: string, seisort: string, testsort: string) =>
  queryOptions({
    queryKey: ['unit devices', unitsysid, seisort, testsort],
    queryFn: () => read('/api/appmain/findUnitEquipment', { unitsysid, seisort, testsort }),
    staleTime: 10_000,
    enabled: Boolean(unitsysid),
  });

export const officesQuery = queryOptions({
  queryKey: ['offices of the institute'],
  queryFn: () => read('/api/businesspro/common/getOfficeListByUser'),
  staleTime: 600_000,
});
