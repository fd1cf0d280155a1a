/** Units of every role and their portraits. */
import type { RouteRow } from '@/ui/routeRow';

export const unitRoutes: RouteRow[] = [
  { path: '/bsArchives/unit', name: 'unit', title: '单位管理', kind: 'group' },
  { path: '/bsArchives/unit/superviseorg', name: 'superviseorg', title: '监察单位', kind: 'list' },
  { path: '/bsArchives/unit/inspection', name: 'inspection', title: '检验单位', kind: 'list' },
  {
    path: '/bsArchives/unit/business',
    name: 'business',
    title: '企业单位',
    kind: 'list',
    viewNo: 'unit_business_list',
  },
  {
    path: '/bsArchives/unit/businessorgEquList',
    name: 'businessorgEquList',
    title: '使用单位设备',
    kind: 'list',
  },
  {
    path: '/bsArchives/unit/tzsbsyaqglryQuery',
    name: 'tzsbsyaqglryQuery',
    title: '特种设备使用安全管理人员查询',
    kind: 'list',
  },
  { path: '/bsArchives/unit/pressurePipeOrg', name: 'pressurePipeOrg', title: '压力管道单位', kind: 'list' },
  { path: '/bsArchives/unit/petrifactionOrg', name: 'petrifactionOrg', title: '重点石化企业', kind: 'list' },
  { path: '/bsArchives/unit/maintEquList', name: 'maintEquList', title: '维保单位设备', kind: 'list' },
  {
    path: '/bsArchives/unit/outsideProvinceInspOrg',
    name: 'outsideProvinceInspOrg',
    title: '市场第三方检验机构',
    kind: 'list',
  },
  {
    path: '/bsArchives/unit/maintenanceUnitDetection',
    name: 'maintenanceUnitDetection',
    title: '维保单位检测能力',
    kind: 'list',
  },
  {
    path: '/bsArchives/unit/superviseUnitCount',
    name: 'superviseUnitCount',
    title: '监察单位画像',
    kind: 'page',
  },
  { path: '/bsArchives/unit/useUnitCount', name: 'useUnitCount', title: '使用单位画像', kind: 'page' },
  {
    path: '/bsArchives/unit/installUnitCount',
    name: 'installUnitCount',
    title: '安装单位画像',
    kind: 'page',
  },
  { path: '/bsArchives/unit/inspUnitCount', name: 'inspUnitCount', title: '检验单位画像', kind: 'page' },
  {
    path: '/bsArchives/unit/maintenanceUnitCount',
    name: 'maintenanceUnitCount',
    title: '维保单位画像',
    kind: 'page',
  },
  {
    path: '/bsArchives/unit/equipUnQualifiedList',
    name: 'equipUnQualifiedList',
    title: '不合格设备列表',
    kind: 'list',
  },
];
