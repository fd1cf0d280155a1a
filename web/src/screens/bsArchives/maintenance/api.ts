/** Maintenance visits: what the server answers. */

import { queryOptions } from '@tanstack/react-query';
import { read } from '@/api/client';
import { fresh } from '@/api/fresh';
import type { VisitStart } from '@/api/shapes';

export const startQuery = (equdatasysid: string, maitype: string) =>
  queryOptions({
    queryKey: ['visit start', equdatasysid, maitype],
    queryFn: () => read('/api/maintenance/start', { equdatasysid, maitype }),
    enabled: Boolean(equdatasysid),
    placeholderData: (old: VisitStart | undefined) => old,
  });
export const visitQuery = (id: string) => fresh(['visit', id], '/api/maintenance/load', { id }, Boolean(id));
