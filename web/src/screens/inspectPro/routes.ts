/** Large inspection projects. */
import type { RouteRow } from '@/ui/routeRow';

export const routes: RouteRow[] = [
  { path: '/inspectPro', name: 'inspectPro', title: '大型检验项目', kind: 'group' },
  { path: '/inspectPro/filing', name: 'filing', title: '项目建档', kind: 'group' },
  { path: '/inspectPro/filing/vesselEqu', name: 'vesselEqu', title: '容器设备建档', kind: 'list' },
  { path: '/inspectPro/filing/pipeline', name: 'pipeline', title: '管线', kind: 'list' },
  {
    path: '/inspectPro/filing/vesselDetail',
    name: 'vesselDetail',
    title: '容器详情',
    kind: 'detail',
    hideInMenu: true,
  },
  {
    path: '/inspectPro/filing/pipelineDetail',
    name: 'pipelineDetail',
    title: '管线详情',
    kind: 'detail',
    hideInMenu: true,
  },
  { path: '/inspectPro/checkMission', name: 'checkMission', title: '检验任务', kind: 'group' },
  { path: '/inspectPro/checkMission/vesselPlan', name: 'vesselPlan', title: '容器检验计划', kind: 'list' },
  {
    path: '/inspectPro/checkMission/pipelinePlan',
    name: 'pipelinePlan',
    title: '管道检验计划',
    kind: 'list',
  },
  { path: '/inspectPro/checkMission/vesselEnter', name: 'vesselEnter', title: '容器检验录入', kind: 'list' },
  {
    path: '/inspectPro/checkMission/pipelineEnter',
    name: 'pipelineEnter',
    title: '管道检验录入',
    kind: 'list',
  },
  {
    path: '/inspectPro/checkMission/vesselPlanDetail',
    name: 'vesselPlanDetail',
    title: '容器检验计划详情',
    kind: 'detail',
    hideInMenu: true,
  },
  {
    path: '/inspectPro/checkMission/pipelinePlanDetail',
    name: 'pipelinePlanDetail',
    title: '管道检验计划详情',
    kind: 'detail',
    hideInMenu: true,
  },
  {
    path: '/inspectPro/checkMission/vesselEnterDetail',
    name: 'vesselEnterDetail',
    title: '容器检验录入详情',
    kind: 'detail',
    hideInMenu: true,
  },
  {
    path: '/inspectPro/checkMission/pipelineEnterDetail',
    name: 'pipelineEnterDetail',
    title: '管道检验录入详情',
    kind: 'detail',
    hideInMenu: true,
  },
  { path: '/inspectPro/liaisonQuery', name: 'liaisonQuery', title: '联络单查询', kind: 'list' },
  { path: '/inspectPro/agreeQuery', name: 'agreeQuery', title: '业主签认(同意)查询', kind: 'list' },
  { path: '/inspectPro/disagreeQuery', name: 'disagreeQuery', title: '反馈意见(不同意)查询', kind: 'list' },
];
