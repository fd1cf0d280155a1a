/** Corrections of the archives. */
import type { RouteRow } from '@/ui/routeRow';

const pages = () => import('@/screens/bsArchives/correct/pages');
const readPage = async () => ({ default: (await pages()).CorrectRead });

export const correctRoutes: RouteRow[] = [
  { path: '/bsArchives/correctMng', name: 'correctMng', title: '档案纠错', kind: 'group' },
  {
    path: '/bsArchives/correctMng/correctApply',
    name: 'correctApply',
    title: '纠错申请',
    kind: 'list',
    viewNo: 'correct_apply_list',
  },
  {
    path: '/bsArchives/correctMng/correctAudit',
    name: 'correctAudit',
    title: '纠错审核',
    kind: 'list',
    viewNo: 'correct_audit_list',
  },
  {
    path: '/bsArchives/correctMng/correctQuery',
    name: 'correctQuery',
    title: '纠错查询',
    kind: 'list',
    viewNo: 'correct_query_list',
  },
  {
    path: '/bsArchives/correctMng/detail',
    name: 'detail',
    title: '纠错详情',
    kind: 'detail',
    page: readPage,
    hideInMenu: true,
  },
  {
    path: '/bsArchives/correctMng/addDetail',
    name: 'addDetail',
    title: '新增纠错',
    kind: 'form',
    page: async () => ({ default: (await pages()).CorrectForm }),
    hideInMenu: true,
  },
  {
    path: '/bsArchives/correctMng/auditDetail',
    name: 'auditDetail',
    title: '纠错审核详情',
    kind: 'detail',
    page: async () => ({ default: (await pages()).CorrectAudit }),
    hideInMenu: true,
  },
  {
    path: '/bsArchives/correctMng/queryDetail',
    name: 'queryDetail',
    title: '纠错查询详情',
    kind: 'detail',
    page: readPage,
    hideInMenu: true,
  },
];
