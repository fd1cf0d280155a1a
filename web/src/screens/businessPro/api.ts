/** Calls and shapes of the inspection main line: declarations, business items, reports. */
import { queryOptions } from '@tanstack/react-query';
import { type Params, post, read } from '@/api/client';
import type { Row } from '@/api/layout';
import type { NextExplained } from '@/api/nextDate';
import type { Move } from '@/workflow/MoveDialog';

export type Result = '√' | '×' | '—' | '△';
export type Level = 'error' | 'warn' | 'info';

export interface Finding {
  level: Level;
  item_no: string;
  seq: number;
  text: string;
}

export interface Measure {
  field: string;
  label: string;
  unit: string;
  low: number | string | null;
  high: number | string | null;
  limit: string;
}

interface LastResult {
  result: string;
  values?: Record<string, string>;
  reportno?: string;
  inspdate?: string;
}

export interface EntryItem {
  seq: number;
  item_no: string;
  section: string;
  content: string;
  requirement: string;
  key: boolean;
  type: string;
  measures: Measure[];
  result: Result | '';
  values: Record<string, string>;
  note: string;
  monitored: boolean;
  prefill: string;
  last: LastResult | null;
}

export interface InstrumentLine {
  id: string;
  instno: string;
  name: string;
  model: string;
  serial?: string;
  certno?: string;
  validto: string | null;
}

export interface RecordHead {
  template: string;
  inspdate: string | null;
  conclusion: string;
  nextdate: string | null;
  ruledate: string | null;
  opinionno: string;
  rectifydue: string | null;
  problems: string;
  remark: string;
  conditions: Record<string, string>;
  instruments: InstrumentLine[];
}

export interface Proposal {
  word: string;
  code: string;
  reason: string;
  remark: string;
}

export interface Judged {
  findings: Finding[];
  proposal: Proposal;
  next: NextExplained | null;
  ruledate: string | null;
}

interface StepChoice {
  value: string;
  label: string;
}
/** A conclusion that may be given; `failed` when it is an unqualified one. */
export interface Conclusion extends StepChoice {
  failed: boolean;
}

/** The strip of a step screen, and everything a step keeps of its item. */
export interface ItemHead {
  id: string;
  seisn: string;
  appno: string;
  step: string;
  stepName: string;
  stepVerb: string;
  status: string;
  statusName: string;
  equname: string;
  equcode: string;
  usecertno: string;
  useplace: string;
  unitname: string;
  equclass: string;
  equclacode: string;
  equclacodeName: string;
  equdatasysid: string;
  testsortName: string;
  reportno: string;
  template: string;
  conclusion: string;
  conclusionName: string;
  inspectornames: string;
  scinspectorname: string;
  chargestateName: string;
  chargestate: string;
  fee: string | number | null;
  arrearsby: string;
  arrearsreason: string;
  printcount: number;
  papernos: string;
  archiveno: string;
  archivebox: string;
  archivepages: number | null;
  archivedocs: string;
  releaseway: string;
  receiver: string;
  receivertel: string;
  expressno: string;
  version: number;
  backReason: string;
  backDescription: string;
  backUser: string;
  inspdate: string | null;
  nextdate: string | null;
  duedate: string | null;
  plandate: string | null;
  limit_at: string | null;
  enteredbyName: string;
  verifiedbyName: string;
  fxauditedbyName: string;
  auditedbyName: string;
  approvedbyName: string;
  mine: boolean;
  /** The page and the list of its step. */
  page: string;
  list: string;
  moves: Move[];
  contact: { name: string; tel: string };
  reportget: string;
  mailaddress: string;
}

interface IssuedReport {
  reportno: string;
  key: string;
  pages: number;
  verifycode: string;
  issuedat: string;
  signer: string;
}

/** What the handling screen of any step shows; the record part is there once the report was built. */
export interface ItemScreen extends Partial<Judged> {
  head: ItemHead;
  version?: number;
  record?: RecordHead;
  items?: EntryItem[];
  photos?: { attsysid: string; item: string; name: string; mime: string }[];
  conclusions?: Conclusion[];
  template?: { code: string; items: number };
  report?: IssuedReport;
}

interface Difference {
  seq: number;
  content: string;
  before: string;
  now: string;
}

interface FollowingItem {
  id: string;
  reportno: string;
  equname: string;
  unitname: string;
}

/** Here `next` is the next piece of work; why the next date is what it is comes as `explained`. */
export interface AuditScreen extends Omit<ItemScreen, 'next'> {
  differences: { last: LastResult | null; rows: Difference[] };
  place: number;
  waiting: number;
  next: FollowingItem | null;
  explained?: NextExplained | null;
}

export interface Check {
  ok: boolean;
  text: string;
  field?: string;
  warn?: boolean;
}

export const itemQuery = (id: string) =>
  queryOptions({
    queryKey: ['business item', id],
    queryFn: () => read<ItemScreen>('/api/appbuss/getItem', { id }),
    staleTime: 0,
    enabled: Boolean(id),
  });

export const auditQuery = (id: string) =>
  queryOptions({
    queryKey: ['business audit', id],
    queryFn: () => read<AuditScreen>('/api/appbuss/getAudit', { id }),
    staleTime: 0,
    enabled: Boolean(id),
  });

/** Tells the server that the next person has looked; what was not opened yet may still be pulled back. */
export const openItem = (id: string) => post<null>('/api/appbuss/open', { id }).catch(() => null);

interface SaveAnswer extends Judged {
  version: number;
  nextdate: string | null;
}
export const saveRecord = (form: Params) => post<SaveAnswer>('/api/appbuss/saveRecord', form);

export interface Declaration {
  main: Row;
  equipment: Row[];
  checks: Check[];
  moves: Move[];
}
export const declarationQuery = (id: string) =>
  queryOptions({
    queryKey: ['declaration', id],
    queryFn: () => read<Declaration>('/api/appmain/getDetailAppMain', { id }),
    staleTime: 0,
    enabled: Boolean(id),
  });

interface Combination {
  seisort: string;
  seisortName: string;
  testsort: string;
  testsortName: string;
  nature: string;
}
export const combinationsQuery = (equclacode: string) =>
  queryOptions({
    queryKey: ['combinations', equclacode],
    queryFn: () => read<Combination[]>('/api/appmain/findCombinations', { equclacode }),
    staleTime: 600_000,
    enabled: Boolean(equclacode),
  });

export interface FeeLine {
  feecode: string;
  item: string;
  band: string;
  unit: string;
  nature: string;
  amount: string | null;
  explanation: string;
}
export interface Device {
  equdatasysid: string;
  equname: string;
  equcode: string;
  regcode: string;
  usecertno: string;
  prono: string;
  model: string;
  equclass: string;
  equclacode: string;
  useplace: string;
  ninspdate: string | null;
  insresult: string;
  insreportno: string;
  overdue: boolean;
  fee: string | number | null;
  feelines: FeeLine[];
  feenote: string;
  /** Why it cannot be declared; empty when it can. */
  why: string;
}
export const unitDevicesQuery = (unitsysid: string, seisort: string, testsort: string) =>
  queryOptions({
    queryKey: ['unit devices', unitsysid, seisort, testsort],
    queryFn: () => read<Device[]>('/api/appmain/findUnitEquipment', { unitsysid, seisort, testsort }),
    staleTime: 10_000,
    enabled: Boolean(unitsysid),
  });

export const officesQuery = queryOptions({
  queryKey: ['offices of the institute'],
  queryFn: () => read<Row[]>('/api/businesspro/common/getOfficeListByUser'),
  staleTime: 600_000,
});
