/** Lift maintenance. */
import type { RouteRow } from '@/ui/routeRow';

export const routes: RouteRow[] = [
  { path: '/elevatorMaintenanceMng', name: 'elevatorMaintenanceMng', title: '电梯维保', kind: 'group' },
  { path: '/elevatorMaintenanceMng/bindVerify', name: 'bindVerify', title: '绑定审核', kind: 'list' },
  { path: '/elevatorMaintenanceMng/bindSearch', name: 'bindSearch', title: '绑定查询', kind: 'list' },
  {
    path: '/elevatorMaintenanceMng/bailOutSearch',
    name: 'bailOutSearch',
    title: '困人救援查询',
    kind: 'list',
  },
  { path: '/elevatorMaintenanceMng/maintenaceUnit', name: 'maintenaceUnit', title: '维保单位', kind: 'list' },
];
