/** Units of every role and their portraits. */
import type { RouteRow } from '@/ui/routeRow';

const pages = () => import('@/screens/bsArchives/units/pages');
const unitPage = async () => ({ default: (await pages()).UnitPage });
const portraitPage = async () => ({
  default: (await import('@/screens/bsArchives/units/PortraitPage')).PortraitPage,
});

export const unitRoutes: RouteRow[] = [
  { path: '/bsArchives/unit', name: 'unit', title: '单位管理', kind: 'group' },
  {
    path: '/bsArchives/unit/superviseorg',
    name: 'superviseorg',
    title: '监察单位',
    kind: 'list',
    viewNo: 'unit_superviseorg_list',
  },
  {
    path: '/bsArchives/unit/inspection',
    name: 'inspection',
    title: '检验单位',
    kind: 'list',
    viewNo: 'unit_inspection_list',
  },
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
    viewNo: 'unit_equipment_list',
  },
  {
    path: '/bsArchives/unit/tzsbsyaqglryQuery',
    name: 'tzsbsyaqglryQuery',
    title: '特种设备使用安全管理人员查询',
    kind: 'list',
    viewNo: 'person_safety_list',
  },
  {
    path: '/bsArchives/unit/pressurePipeOrg',
    name: 'pressurePipeOrg',
    title: '压力管道单位',
    kind: 'list',
    viewNo: 'unit_piping_list',
  },
  {
    path: '/bsArchives/unit/petrifactionOrg',
    name: 'petrifactionOrg',
    title: '重点石化企业',
    kind: 'list',
    viewNo: 'unit_petrochemical_list',
  },
  {
    path: '/bsArchives/unit/maintEquList',
    name: 'maintEquList',
    title: '维保单位设备',
    kind: 'list',
    viewNo: 'unit_maintainer_list',
  },
  {
    path: '/bsArchives/unit/outsideProvinceInspOrg',
    name: 'outsideProvinceInspOrg',
    title: '市场第三方检验机构',
    kind: 'list',
    viewNo: 'unit_outside_list',
  },
  {
    path: '/bsArchives/unit/maintenanceUnitDetection',
    name: 'maintenanceUnitDetection',
    title: '维保单位检测能力',
    kind: 'list',
    viewNo: 'unit_capability_list',
  },
  {
    path: '/bsArchives/unit/superviseUnitCount',
    name: 'superviseUnitCount',
    title: '监察单位画像',
    kind: 'page',
    page: portraitPage,
  },
  {
    path: '/bsArchives/unit/useUnitCount',
    name: 'useUnitCount',
    title: '使用单位画像',
    kind: 'page',
    page: portraitPage,
  },
  {
    path: '/bsArchives/unit/installUnitCount',
    name: 'installUnitCount',
    title: '安装单位画像',
    kind: 'page',
    page: portraitPage,
  },
  {
    path: '/bsArchives/unit/inspUnitCount',
    name: 'inspUnitCount',
    title: '检验单位画像',
    kind: 'page',
    page: portraitPage,
  },
  {
    path: '/bsArchives/unit/maintenanceUnitCount',
    name: 'maintenanceUnitCount',
    title: '维保单位画像',
    kind: 'page',
    page: portraitPage,
  },
  {
    path: '/bsArchives/unit/equipUnQualifiedList',
    name: 'equipUnQualifiedList',
    title: '不合格设备列表',
    kind: 'list',
    viewNo: 'equipment_unqualified_list',
  },
  {
    path: '/bsArchives/unit/detail',
    name: 'unitDetail',
    title: '单位详情',
    kind: 'detail',
    page: unitPage,
    wide: true,
    hideInMenu: true,
  },
  {
    path: '/bsArchives/unit/licences',
    name: 'unitLicences',
    title: '单位许可证',
    kind: 'list',
    viewNo: 'unit_licence_list',
    hideInMenu: true,
  },
  {
    path: '/bsArchives/unit/reports',
    name: 'unitReports',
    title: '检验报告',
    kind: 'list',
    viewNo: 'portrait_report_list',
    hideInMenu: true,
  },
];
