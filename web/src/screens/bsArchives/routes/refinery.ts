/** The refinery group. */
import type { RouteRow } from '@/ui/routeRow';

const pages = () => import('@/screens/bsArchives/refinery/pages');

export const refineryRoutes: RouteRow[] = [
  { path: '/bsArchives/ZHEquQuery', name: 'ZHEquQuery', title: '炼化数据查询', kind: 'group' },
  {
    path: '/bsArchives/ZHEquQuery/disregistr',
    name: 'disregistr',
    title: '未登记设备',
    kind: 'list',
    viewNo: 'refinery_unregistered_list',
  },
  {
    path: '/bsArchives/ZHEquQuery/ZHEquQueryList',
    name: 'ZHEquQueryList',
    title: '设备查询',
    kind: 'list',
    viewNo: 'refinery_device_list',
  },
  {
    path: '/bsArchives/ZHEquQuery/equInspMsgQuery',
    name: 'equInspMsgQuery',
    title: '设备检验信息查询',
    kind: 'list',
    viewNo: 'refinery_inspection_list',
  },
  {
    path: '/bsArchives/ZHEquQuery/registerContainer',
    name: 'registerContainer',
    title: '容器登记',
    kind: 'list',
    viewNo: 'refinery_container_list',
  },
  {
    path: '/bsArchives/ZHEquQuery/containerForm',
    name: 'containerForm',
    title: '容器登记表单',
    kind: 'form',
    page: async () => ({ default: (await pages()).ContainerFormPage }),
    hideInMenu: true,
  },
  {
    path: '/bsArchives/ZHEquQuery/registerPipeline',
    name: 'registerPipeline',
    title: '管道登记',
    kind: 'list',
    viewNo: 'refinery_pipeline_list',
  },
  {
    path: '/bsArchives/ZHEquQuery/pipelineForm',
    name: 'pipelineForm',
    title: '管道登记表单',
    kind: 'form',
    page: async () => ({ default: (await pages()).PipelineFormPage }),
    hideInMenu: true,
  },
  {
    path: '/bsArchives/ZHEquQuery/containerInspection',
    name: 'containerInspection',
    title: '容器检验',
    kind: 'list',
    viewNo: 'refinery_container_inspections',
  },
  {
    path: '/bsArchives/ZHEquQuery/pipelineInspection',
    name: 'pipelineInspection',
    title: '管道检验',
    kind: 'list',
    viewNo: 'refinery_pipeline_inspections',
  },
];
