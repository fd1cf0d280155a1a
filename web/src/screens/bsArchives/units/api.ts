/** What the pages of units, persons and portraits read. */
import { queryOptions } from '@tanstack/react-query';
import { read } from '@/api/client';
import type { Row } from '@/api/layout';

export interface UnitDetail {
  unit: Row & { id: string; name: string; orgkind: 's' | 'i' | 'b'; version: number };
  licences: Row[];
  branches: Row[];
  contacts: Row[];
  contracts: Row[];
  capability: Row[];
  names: Row[];
  people: Row[];
  classes: UnitClass[];
}

export interface UnitClass {
  equclass: string;
  total: number;
  inuse: number;
  overdue: number;
  unqualified: number;
  next: string | null;
}

export const unitDetailQuery = (id: string) =>
  queryOptions({
    queryKey: ['unit', id],
    queryFn: () => read<UnitDetail>('/api/unitbasic/detail', { id }),
    enabled: Boolean(id),
    staleTime: 0,
  });

export interface Figure {
  key: string;
  label: string;
  value: number;
  route: string;
  note: string;
  tone: 'no' | 'ca' | '';
}

export interface PortraitChart {
  key: string;
  title: string;
  months: string[];
  series: { name: string; values: number[] }[];
  routes: string[];
}

export interface PortraitEvent {
  at: string;
  kind: string;
  text: string;
  number: string;
  bad: boolean;
  route: string;
}

export interface Portrait {
  role: string;
  roleName: string;
  unit: Row & { id: string; name: string };
  figures: Figure[];
  classes: (UnitClass & { name: string; detoverdue: number; soon: number; route: string })[];
  charts: PortraitChart[];
  events: PortraitEvent[];
}

export interface Candidate {
  id: string;
  name: string;
  code: string;
  areacodeName: string;
  address: string;
}

export const portraitQuery = (role: string, id: string) =>
  queryOptions({
    queryKey: ['portrait', role, id],
    queryFn: () => read<Portrait>('/api/statistics/portrait', { role, id }),
    enabled: Boolean(id),
  });

export const candidatesQuery = (role: string, name: string) =>
  queryOptions({
    queryKey: ['portrait units', role, name],
    queryFn: () => read<Candidate[]>('/api/statistics/portraitUnits', { role, name }),
    placeholderData: (old) => old,
  });

/** The permission family of a unit's kind. */
const families = { s: 'superviseorg', i: 'inspectionorg', b: 'bussinessorg' } as const;
export const unitPermission = (kind: 's' | 'i' | 'b', action: string) =>
  `basic:unit:${families[kind]}:${action}`;

export const unitForms = {
  s: 'unit_superviseorg_form',
  i: 'unit_inspection_form',
  b: 'unit_business_form',
} as const;
