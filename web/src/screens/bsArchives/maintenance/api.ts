/** Maintenance visits: what the server answers. */
import { queryOptions } from '@tanstack/react-query';
import { read } from '@/api/client';
import type { Row } from '@/api/layout';

export interface VisitItem {
  no: string;
  item: string;
  requirement?: string;
  result?: string;
  note?: string;
}
export interface Visit extends Row {
  id: string;
  version: number;
  equdatasysid: string;
  equcode: string;
  useplace: string;
  maiorgname: string;
  maitype: string;
  persons: string;
  visitday: string;
  starttime: string;
  endtime: string;
  faults: number;
  signed: boolean;
  signedby: string;
  score: number | null;
  prevday: string | null;
  intervaldays: number | null;
  limitdays: number | null;
  overdue: boolean;
  items?: VisitItem[];
  editable?: boolean;
}
interface VisitStart {
  lift: { id: string; equcode: string; useplace: string; useorgname: string; maiorgname: string };
  items: VisitItem[];
  last: string | null;
}

export const startQuery = (equdatasysid: string, maitype: string) =>
  queryOptions({
    queryKey: ['visit start', equdatasysid, maitype],
    queryFn: () => read<VisitStart>('/api/maintenance/start', { equdatasysid, maitype }),
    enabled: Boolean(equdatasysid),
    placeholderData: (old: VisitStart | undefined) => old,
  });
export const visitQuery = (id: string) =>
  queryOptions({
    queryKey: ['visit', id],
    queryFn: () => read<Visit>('/api/maintenance/load', { id }),
    enabled: Boolean(id),
    staleTime: 0,
  });
