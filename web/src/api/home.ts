import { queryOptions } from '@tanstack/react-query';
import { read } from './client';

export interface TodoStep {
  stepcode: string;
  label: string;
  route: string;
  late: number;
  today: number;
  soon: number;
  rest: number;
  count: number;
  earliest?: string;
}
export interface TodoItem {
  stepcode: string;
  label: string;
  seisn: string;
  unitname?: string;
  equname?: string;
  limit?: string;
  lateDays?: number;
  route: string;
}
export interface TodoMessage {
  msg_id?: string;
  title: string;
  create_time?: string;
  kind?: string;
  unread?: boolean;
  route?: string;
}
export interface DueDay {
  day: string;
  due: number;
  planned: number;
}
export interface MonthFigures {
  inspected?: number;
  issued?: number;
  firstPass?: number;
  averageDays?: number;
  limitDays?: number;
  due?: DueDay[];
  capacity?: number;
  advice?: string;
}
export interface Todo {
  today: string;
  total: number;
  late: number;
  dueToday: number;
  steps: TodoStep[];
  first: TodoItem[];
  messages: TodoMessage[];
  month: MonthFigures;
}

export const todoQuery = queryOptions({
  queryKey: ['home', 'todo'],
  queryFn: () => read<Partial<Todo>>('/api/home/todo'),
  staleTime: 20_000,
  refetchInterval: 120_000,
});

export interface SupervisionFigure {
  key: string;
  label: string;
  value: number | string;
  unit?: string;
  sub?: string;
  tone?: 'no' | 'ca' | 'go' | 'ok';
  route?: string;
}
export interface SupervisionArea {
  name: string;
  total?: number;
  overdue: number;
  /** Overdue per ten thousand. */
  rate: number;
  route?: string;
}
export interface SupervisionRow {
  id?: string;
  subject?: string;
  equclacode?: string;
  equname?: string;
  unitname?: string;
  office?: string;
  due?: string;
  lateDays?: number;
  route?: string;
}
export interface Supervision {
  figures: SupervisionFigure[];
  areas: SupervisionArea[];
  overdue: SupervisionRow[];
  tasks: SupervisionRow[];
  messages: TodoMessage[];
}

export const supervisionQuery = queryOptions({
  queryKey: ['home', 'supervision'],
  queryFn: () => read<Partial<Supervision>>('/api/home/supervision'),
  staleTime: 60_000,
});
