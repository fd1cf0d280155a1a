/** Safety valves. */
import type { RouteRow } from '@/ui/routeRow';

export const safetyRoutes: RouteRow[] = [
  { path: '/bsArchives/safety', name: 'safety', title: '安全附件管理', kind: 'group' },
  {
    path: '/bsArchives/safety/samvalve',
    name: 'samvalve',
    title: '安全阀',
    kind: 'list',
    viewNo: 'samvalve_list',
  },
  {
    path: '/bsArchives/safety/samvalveAdd',
    name: 'samvalveAdd',
    title: '新增安全阀',
    kind: 'form',
    page: () => import('@/screens/bsArchives/valves/ValvePage'),
    hideInMenu: true,
  },
];
