/** Persons and their certificates. */
import type { RouteRow } from '@/ui/routeRow';

const personPage = async () => ({
  default: (await import('@/screens/bsArchives/persons/PersonPage')).PersonPage,
});

export const personRoutes: RouteRow[] = [
  { path: '/bsArchives/person', name: 'person', title: '人员管理', kind: 'group' },
  {
    path: '/bsArchives/person/corapply',
    name: 'corapply',
    title: '人员信息',
    kind: 'list',
    viewNo: 'person_list',
  },
  {
    path: '/bsArchives/person/wbperson',
    name: 'wbperson',
    title: '维保人员',
    kind: 'list',
    viewNo: 'person_maintainer_list',
  },
  {
    path: '/bsArchives/person/detail',
    name: 'personDetail',
    title: '人员详情',
    kind: 'detail',
    page: personPage,
    wide: true,
    hideInMenu: true,
  },
];
