/** Queries over the inspection business. */
import type { RouteRow } from '@/ui/routeRow';

export const routes: RouteRow[] = [
  { path: '/insBusQuery', name: 'insBusQuery', title: '检验业务查询', kind: 'group' },
  {
    path: '/insBusQuery/compositeQuery',
    name: 'compositeQuery',
    title: '综合查询',
    kind: 'list',
    page: async () => ({ default: (await import('@/screens/businessPro/lists/pages')).CompositeQuery }),
  },
  { path: '/insBusQuery/declareQuery', name: 'declareQuery', title: '申报查询', kind: 'list' },
  { path: '/insBusQuery/missionQuery', name: 'missionQuery', title: '任务查询', kind: 'list' },
  { path: '/insBusQuery/acceptedQuery', name: 'acceptedQuery', title: '受理查询', kind: 'list' },
  { path: '/pipeChkBusQuery', name: 'pipeChkBusQuery', title: '管道检验业务查询', kind: 'list' },
  { path: '/pipeChkBusAnalyse', name: 'pipeChkBusAnalyse', title: '管道检验业务分析', kind: 'list' },
  { path: '/LIMSTrans', name: 'LIMSTrans', title: 'LIMS数据传输', kind: 'list' },
  { path: '/intercityQuery', name: 'intercityQuery', title: '跨市业务查询', kind: 'list' },
  { path: '/constructionQuery', name: 'constructionQuery', title: '施工告知查询', kind: 'list' },
  {
    path: '/detailSGGZCX',
    name: 'detailSGGZCX',
    title: '施工告知查询详情',
    kind: 'detail',
    hideInMenu: true,
  },
  { path: '/insBusQuery/checkBug', name: 'checkBug', title: '报告差错查询', kind: 'list' },
  { path: '/insBusQuery/electronCaQuery', name: 'electronCaQuery', title: '电子签章(CA)查询', kind: 'list' },
];
