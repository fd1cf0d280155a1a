/** Corrections of the archives. */
import type { RouteRow } from '@/ui/routeRow';

export const correctRoutes: RouteRow[] = [
  { path: '/bsArchives/correctMng', name: 'correctMng', title: '档案纠错', kind: 'group' },
  { path: '/bsArchives/correctMng/correctApply', name: 'correctApply', title: '纠错申请', kind: 'list' },
  { path: '/bsArchives/correctMng/correctAudit', name: 'correctAudit', title: '纠错审核', kind: 'list' },
  { path: '/bsArchives/correctMng/correctQuery', name: 'correctQuery', title: '纠错查询', kind: 'list' },
  {
    path: '/bsArchives/correctMng/detail',
    name: 'detail',
    title: '纠错详情',
    kind: 'detail',
    hideInMenu: true,
  },
  {
    path: '/bsArchives/correctMng/addDetail',
    name: 'addDetail',
    title: '新增纠错',
    kind: 'form',
    hideInMenu: true,
  },
  {
    path: '/bsArchives/correctMng/auditDetail',
    name: 'auditDetail',
    title: '纠错审核详情',
    kind: 'detail',
    hideInMenu: true,
  },
  {
    path: '/bsArchives/correctMng/queryDetail',
    name: 'queryDetail',
    title: '纠错查询详情',
    kind: 'detail',
    hideInMenu: true,
  },
];
