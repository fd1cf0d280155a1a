import { queryOptions } from '@tanstack/react-query';
import { read } from './client';

export const todoQuery = queryOptions({
  queryKey: ['home', 'todo'],
  queryFn: () => read('/api/home/todo'),
  staleTime: 20_000,
  refetchInterval: 120_000,
});

/** Desks on which somebody waits for what happens next: they are asked every few seconds. */
const WATCHED = 4_000;

/** Which panels the desk of a page has, with what their lists show. */
export const deskQuery = (page: string) =>
  queryOptions({
    queryKey: ['home', 'desk', page],
    queryFn: () => read('/api/home/desk', { page }),
    staleTime: page.endsWith('/netHome') ? 0 : 20_000,
    refetchInterval: page.endsWith('/netHome') ? WATCHED : 120_000,
  });

/** Counted over a month of work: apart from the to-do list, which must not wait for it. */
export const monthQuery = queryOptions({
  queryKey: ['home', 'month'],
  queryFn: () => read('/api/home/month'),
  staleTime: 120_000,
});

/** The inspections of a year, counted every ten minutes. */
export const trendQuery = queryOptions({
  queryKey: ['home', 'trend'],
  queryFn: () => read('/api/home/trend'),
  staleTime: 600_000,
});

export const supervisionQuery = queryOptions({
  queryKey: ['home', 'supervision'],
  queryFn: () => read('/api/home/supervision'),
  staleTime: 60_000,
});
