/** Supervision of persons. */
import type { RouteRow } from '@/ui/routeRow';

export const routes: RouteRow[] = [
  { path: '/personMng', name: 'personMng', title: '人员监管', kind: 'group' },
  { path: '/personMng/monitor', name: 'monitor', title: '监察人员', kind: 'list' },
  { path: '/personMng/corapply', name: 'corapply', title: '检验人员', kind: 'list' },
  { path: '/personMng/workPerson', name: 'workPerson', title: '作业人员', kind: 'list' },
  { path: '/personMng/trainingClass', name: 'trainingClass', title: '培训班', kind: 'list' },
  {
    path: '/personMng/trainingClassDetail',
    name: 'trainingClassDetail',
    title: '培训班详情',
    kind: 'detail',
    hideInMenu: true,
  },
  { path: '/personMng/workManExport', name: 'workManExport', title: '作业人员导出', kind: 'list' },
  { path: '/personMng/countryManExport', name: 'countryManExport', title: '国家格式人员导出', kind: 'list' },
  { path: '/personMng/preapplyMng', name: 'preapplyMng', title: '预报名管理', kind: 'list' },
  { path: '/personMng/prePersonMng', name: 'prePersonMng', title: '预报名人员管理', kind: 'list' },
  {
    path: '/personMng/printPreview',
    name: 'printPreview',
    title: '打印预览',
    kind: 'page',
    hideInMenu: true,
  },
  { path: '/personMng/auditMng', name: 'auditMng', title: '审核管理', kind: 'list' },
  { path: '/personMng/auditList', name: 'auditList', title: '审核列表', kind: 'list' },
  { path: '/personMng/CertificateMng', name: 'CertificateMng', title: '证书管理', kind: 'list' },
  {
    path: '/personMng/scoreDetail',
    name: 'scoreDetail',
    title: '成绩详情',
    kind: 'detail',
    hideInMenu: true,
  },
  { path: '/personMng/personCert', name: 'personCert', title: '人员证书', kind: 'list' },
];
