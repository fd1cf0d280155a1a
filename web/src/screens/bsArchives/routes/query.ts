/** Saved queries and their results. */
import type { RouteRow } from '@/ui/routeRow';

const iot = () => import('@/screens/bsArchives/iot/IotPages');

export const queryRoutes: RouteRow[] = [
  { path: '/query-settings', name: 'query-setting', title: '查询设置', kind: 'group' },
  {
    path: '/query-settings/person',
    name: 'person',
    title: '人员查询设置',
    kind: 'list',
    viewNo: 'query_person_list',
  },
  {
    path: '/query-settings/unit',
    name: 'unit',
    title: '单位查询设置',
    kind: 'list',
    viewNo: 'query_unit_list',
  },
  {
    path: '/query-settings/equipment',
    name: 'equipment',
    title: '设备查询设置',
    kind: 'list',
    viewNo: 'query_equipment_list',
  },
  {
    path: '/query-settings/elevatorThings',
    name: 'elevatorThings',
    title: '电梯物联网',
    kind: 'list',
    page: async () => ({ default: (await iot()).LiftsPage }),
  },
  {
    path: '/query-settings/elevatorEvents',
    name: 'elevatorEvents',
    title: '电梯事件',
    kind: 'list',
    hideInMenu: true,
    page: async () => ({ default: (await iot()).EventsPage }),
  },
  {
    path: '/query-settings/maintenanceUnit',
    name: 'maintenanceUnit',
    title: '维保单位查询',
    kind: 'list',
    viewNo: 'query_maintenanceUnit_list',
  },
  {
    path: '/query-settings/maintenanceDetails/:id',
    name: 'maintenanceDetails',
    title: '维保详情',
    kind: 'detail',
    hideInMenu: true,
    page: async () => ({
      default: (await import('@/screens/bsArchives/maintenance/UnitPage')).MaintenanceUnitPage,
    }),
  },
  {
    path: '/query-settings/dataTrans',
    name: 'dataTrans',
    title: '数据交换查询',
    kind: 'list',
    page: async () => ({
      default: (await import('@/screens/bsArchives/inspection/TransferChecks')).TransferChecks,
    }),
  },
  {
    path: '/query-settings/resultTable',
    name: 'resultTable',
    title: '查询结果',
    kind: 'list',
    page: async () => ({ default: (await import('@/screens/bsArchives/queries/ResultPage')).ResultPage }),
  },
];
