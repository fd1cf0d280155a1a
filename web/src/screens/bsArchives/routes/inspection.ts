/** Data transfer, authorisation of institutions, reports of third parties. */
import type { RouteRow } from '@/ui/routeRow';

export const inspectionRoutes: RouteRow[] = [
  {
    path: '/bsArchives/InspectionManagement',
    name: 'InspectionManagement',
    title: '检验管理',
    kind: 'group',
  },
  {
    path: '/bsArchives/InspectionManagement/journal',
    name: 'journal',
    title: '检验数据传输日志',
    kind: 'list',
    viewNo: 'transfer_list',
  },
  {
    path: '/bsArchives/InspectionManagement/authorization',
    name: 'authorization',
    title: '检验单位授权',
    kind: 'list',
    viewNo: 'authorization_list',
  },
  {
    path: '/bsArchives/InspectionManagement/eqmchdSearch',
    name: 'eqmchdSearch',
    title: '第三方检验报告查询',
    kind: 'list',
    viewNo: 'third_inspection_list',
  },
  {
    path: '/bsArchives/InspectionManagement/eqmDetSearch',
    name: 'eqmDetSearch',
    title: '第三方检测报告查询',
    kind: 'list',
    viewNo: 'third_detection_list',
  },
];
