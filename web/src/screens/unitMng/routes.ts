/** Supervision of units. */
import type { RouteRow } from '@/ui/routeRow';

export const routes: RouteRow[] = [
  { path: '/unitMng', name: 'unitMng', title: '单位监管', kind: 'group' },
  { path: '/unitMng/checkUnit', name: 'checkUnit', title: '考试机构', kind: 'list' },
  { path: '/unitMng/checkBeiAn', name: 'checkBeiAn', title: '维保备案审核', kind: 'list' },
  { path: '/unitMng/queryBeian', name: 'queryBeian', title: '维保备案查询', kind: 'list' },
  { path: '/unitMng/examineBeian', name: 'examineBeian', title: '维保备案审查', kind: 'list' },
  {
    path: '/unitMng/checkBeiAnDetail',
    name: 'checkBeiAnDetail',
    title: '维保备案审核详情',
    kind: 'detail',
    hideInMenu: true,
  },
  {
    path: '/unitMng/queryBeianDetail',
    name: 'queryBeianDetail',
    title: '维保备案查询详情',
    kind: 'detail',
    hideInMenu: true,
  },
  {
    path: '/unitMng/examineBeianDetail',
    name: 'examineBeianDetail',
    title: '维保备案审查详情',
    kind: 'detail',
    hideInMenu: true,
  },
];
