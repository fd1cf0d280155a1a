/** Persons and their certificates. */
import type { RouteRow } from '@/ui/routeRow';

export const personRoutes: RouteRow[] = [
  { path: '/bsArchives/person', name: 'person', title: '人员管理', kind: 'group' },
  { path: '/bsArchives/person/corapply', name: 'corapply', title: '人员信息', kind: 'list' },
  { path: '/bsArchives/person/wbperson', name: 'wbperson', title: '维保人员', kind: 'list' },
];
