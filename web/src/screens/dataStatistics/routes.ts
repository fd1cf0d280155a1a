/** Statistics. */
import type { RouteRow } from '@/ui/routeRow';

export const routes: RouteRow[] = [
  { path: '/dataStatistics', name: 'dataStatistics', title: '数据统计', kind: 'group' },
  { path: '/dataStatistics/jcDataStatistics', name: 'jcDataStatistics', title: '监察数据统计', kind: 'list' },
  {
    path: '/dataStatistics/jcDataStatisticsPreviewForm',
    name: 'jcDataStatisticsPreviewForm',
    title: '监察数据统计预览',
    kind: 'form',
    hideInMenu: true,
  },
  {
    path: '/dataStatistics/jcDataStatisticsReport',
    name: 'jcDataStatisticsReport',
    title: '监察数据统计报表',
    kind: 'list',
  },
  {
    path: '/dataStatistics/jcDataStatisticsReportDetail',
    name: 'jcDataStatisticsReportDetail',
    title: '监察数据统计报表详情',
    kind: 'detail',
    hideInMenu: true,
  },
  {
    path: '/dataStatistics/jcDataDictMaintain',
    name: 'jcDataDictMaintain',
    title: '监察数据字典维护',
    kind: 'list',
  },
];
