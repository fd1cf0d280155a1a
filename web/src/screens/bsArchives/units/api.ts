/** What the pages of units, persons and portraits read. */
import { queryOptions } from '@tanstack/react-query';
import { read } from '@/api/client';
import type { Row } from '@/api/layout';

interface UnitClass {
  equclass: string;
  total: number;
  inuse: number;
  overdue: number;
  unqualified: number;
  next: string | null;
}

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

interface PortraitEvent {
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

interface Candidate {
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
