/** The archive of a device: what the server answers, and which class a page is for. */
import { queryOptions } from '@tanstack/react-query';
import { read } from '@/api/client';
import type { HistoryEntry } from '@/api/common';
import type { FormConfig, FormField } from '@/api/layout';
import type { NextExplained } from '@/api/nextDate';

interface DeviceHead {
  equname: string;
  equcode: string;
  usecertno: string;
  equclass: string;
  equclacode: string;
  equclacodeName: string;
  equclassName: string;
  useplace: string;
  useorgname: string;
  useorgsysid: string;
  equstatus: string;
  equstatusName: string;
  regstatusName: string;
  ele96333code: string;
  insresult: string;
  insresultName: string;
  failed: boolean;
  inspdate: string | null;
  insreportno: string;
  ninspdate: string | null;
  ninspdate2: string | null;
  ndetdate: string | null;
  nextbraketestdate: string | null;
  maiorgname: string;
  regdate: string | null;
  insinspdate: string | null;
  prodate: string | null;
  usestartdate: string | null;
  unqualcode: string;
  overdue: boolean;
  days: number | null;
}

export interface Line {
  prop: string;
  label: string;
  value: unknown;
  shown: unknown;
  unit: string;
  type: string;
}

export interface Inspection {
  id: string;
  seisn: string;
  reportno: string;
  testsort: string;
  inspdate: string | null;
  conclusion: string;
  /** The conclusion is an unqualified one. */
  failed: boolean;
  step: string;
  stepName: string;
  inspectors: string;
  issued: boolean;
  imported: boolean;
}

export interface DeviceDetail {
  id: string;
  version: number;
  asOf: string | null;
  /** What the answer for another day rests on. */
  asOfNote: string;
  head: DeviceHead;
  groups: { title: string; fields: Line[] }[];
  explain: NextExplained | null;
  inspections: Inspection[];
  locked: boolean;
  units?: Record<string, string | null>;
  /** What the state of the device asks of its user. */
  notes: string[];
  /** Fields that a correction may change. */
  controlled: string[];
  /** Archives that were merged into this one. */
  merged: { traceId: string; id: string; code: string; name: string; at: string; by: string }[];
}

interface LifeRow {
  day: string;
  kind: string;
  title: string;
  sub: string;
  who: string;
}
interface MaintenanceInfo {
  contract: { prop: string; label: string; value: unknown }[];
  records: { id: string; day: string; kind: string; persons: string; content: string; late?: boolean }[];
}
interface Ancestor {
  id: string;
  code: string;
  name: string;
  at: string;
  by: string;
  reason: string;
  history: HistoryEntry[];
}

export const timelineQuery = (id: string) =>
  queryOptions({
    queryKey: ['timeline', id],
    queryFn: () => read<LifeRow[]>('/api/eqdbase/eqdBasic/timeline', { id }),
    staleTime: 0,
  });
export const maintenanceQuery = (id: string) =>
  queryOptions({
    queryKey: ['maintenance of', id],
    queryFn: () => read<MaintenanceInfo>('/api/eqdbase/eqdBasic/maintenance', { id }),
    staleTime: 0,
  });
export const lineageQuery = (entity: string, id: string) =>
  queryOptions({
    queryKey: ['lineage', entity, id],
    queryFn: () => read<Ancestor[]>('/api/archives/lineage', { entity, id }),
    staleTime: 0,
  });

interface EquipmentField extends FormField {
  /** Fixed once the device is registered. */
  locked?: boolean;
}
export interface EquipmentForm extends FormConfig {
  groups: { title: string; fields: EquipmentField[] }[];
}

export const deviceQuery = (equclass: string, id: string, asOf = '', known = true) =>
  queryOptions({
    queryKey: ['device', equclass, id, asOf, known],
    queryFn: () =>
      read<DeviceDetail>(`/api/eqd${equclass}tpm/eqd${equclass}tpm/getDetailBy${equclass}`, {
        id,
        asOf,
        known: known ? '1' : '0',
      }),
    staleTime: 0,
    enabled: Boolean(equclass && id),
  });

export const equipmentFormQuery = (equclass: string, equclacode: string) =>
  queryOptions({
    queryKey: ['equipment form', equclass, equclacode],
    queryFn: () => read<EquipmentForm>('/api/eqdbase/eqdBasic/findFormConfig', { equclass, equclacode }),
    staleTime: 600_000,
    enabled: Boolean(equclass),
    placeholderData: (old: EquipmentForm | undefined) => old,
  });

/** The field table names a code by what it holds; a screen shows the word of it. */
export const plainLabel = (label: string) => label.replace(/代码[(（]最深级[)）]/, '');
