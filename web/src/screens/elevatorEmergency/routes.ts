/** Lift emergencies. */
import type { RouteRow } from '@/ui/routeRow';

export const routes: RouteRow[] = [
  { path: '/elevatorEmergency', name: 'elevatorEmergency', title: '电梯应急', kind: 'group' },
  { path: '/elevatorEmergency/unitManagement', name: 'unitManagement', title: '应急单位管理', kind: 'list' },
  { path: '/elevatorEmergency/elevatorBd', name: 'elevatorBd', title: '电梯绑定', kind: 'list' },
  {
    path: '/elevatorEmergency/elevatorSetting',
    name: 'elevatorSetting',
    title: '应急参数设置',
    kind: 'list',
  },
  {
    path: '/elevatorEmergency/elevatorManagement',
    name: 'elevatorManagement',
    title: '应急电梯管理',
    kind: 'list',
  },
];
