/** What the pages of units, persons and portraits read. */
import { queryOptions } from '@tanstack/react-query';
import { read } from '@/api/client';

export const portraitQuery = (role: string, id: string) =>
  queryOptions({
    queryKey: ['portrait', role, id],
    queryFn: () => read('/api/statistics/portrait', { role, id }),
    enabled: Boolean(id),
  });

export const candidatesQuery = (role: string, name: string) =>
  queryOptions({
    queryKey: ['portrait units', role, name],
    queryFn: () => read('/api/statistics/portraitUnits', { role, name }),
    placeholderData: (old) => old,
  });
