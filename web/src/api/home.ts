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
  /** The earliest limit of the step. */
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
  late?: boolean;
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
  date: string;
  due: number;
  planned: number;
}
/** This person's month: machines inspected, reports issued, share passed at once, days from entry to approval. */
export interface MonthFigures {
  inspected?: number;
  issued?: number;
  days?: number | null;
  passrate?: number | null;
}
export interface Todo {
  today: string;
  total: number;
  late: number;
  dueToday: number;
  steps: TodoStep[];
  first: TodoItem[];
  messages: TodoMessage[];
  due: DueDay[];
}

export const todoQuery = queryOptions({
  queryKey: ['home', 'todo'],
  queryFn: () => read<Partial<Todo>>('/api/home/todo'),
  staleTime: 20_000,
  refetchInterval: 120_000,
});

/** Counted over a month of work: apart from the to-do list, which must not wait for it. */
export const monthQuery = queryOptions({
  queryKey: ['home', 'month'],
  queryFn: () => read<MonthFigures>('/api/home/month'),
  staleTime: 120_000,
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
  code?: string;
  name: string;
  total?: number;
  overdue: number;
  /** Overdue per ten thousand. */
  rate: number;
}
export interface OverdueEquipment {
  id: string;
  equname?: string;
  equcode?: string;
  equclass?: string;
  useorgname?: string;
  useplace?: string;
  ninspdate?: string;
  days: number;
}
export interface Supervision {
  /** When the figures and areas were counted: at most a minute ago. */
  countedAt?: string;
  figures: SupervisionFigure[];
  areas: SupervisionArea[];
  overdue: OverdueEquipment[];
  tasks: TodoItem[];
  messages: TodoMessage[];
}

export const supervisionQuery = queryOptions({
  queryKey: ['home', 'supervision'],
  queryFn: () => read<Partial<Supervision>>('/api/home/supervision'),
  staleTime: 60_000,
});
