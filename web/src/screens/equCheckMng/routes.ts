/** Supervision of equipment. */
import type { RouteRow } from '@/ui/routeRow';

export const routes: RouteRow[] = [
  { path: '/equCheckMng', name: 'equCheckMng', title: '设备监管', kind: 'group' },
  {
    path: '/equCheckMng/firstRegisterAudit',
    name: 'firstRegisterAudit',
    title: '首检登记审核',
    kind: 'list',
  },
  {
    path: '/equCheckMng/firstRegisterQuery',
    name: 'firstRegisterQuery',
    title: '首检登记查询',
    kind: 'list',
  },
  {
    path: '/equCheckMng/firstRegisterEnterprise',
    name: 'firstRegisterEnterprise',
    title: '首检登记企业',
    kind: 'list',
  },
  {
    path: '/equCheckMng/firstRegisterVessel',
    name: 'firstRegisterVessel',
    title: '首检登记容器',
    kind: 'list',
  },
  {
    path: '/equCheckMng/firstRegisterCrane',
    name: 'firstRegisterCrane',
    title: '首检登记起重机械',
    kind: 'list',
  },
  {
    path: '/equCheckMng/firstRegisterVehicle',
    name: 'firstRegisterVehicle',
    title: '首检登记厂车',
    kind: 'list',
  },
  { path: '/equCheckMng/fileCorrect', name: 'fileCorrect', title: '档案纠错', kind: 'list' },
  { path: '/equCheckMng/constructionNotice', name: 'constructionNotice', title: '施工告知', kind: 'list' },
  { path: '/equCheckMng/useRegisterSet', name: 'useRegisterSet', title: '按台(套)使用登记', kind: 'list' },
  { path: '/equCheckMng/useRegisterUnit', name: 'useRegisterUnit', title: '按单位使用登记', kind: 'list' },
  {
    path: '/equCheckMng/useRegisterCylinder',
    name: 'useRegisterCylinder',
    title: '车用气瓶使用登记',
    kind: 'list',
  },
  { path: '/equCheckMng/useRegisterChange', name: 'useRegisterChange', title: '变更登记', kind: 'list' },
  {
    path: '/equCheckMng/terminationQuery',
    name: 'terminationQuery',
    title: '电梯维保终止查询',
    kind: 'list',
  },
  { path: '/equCheckMng/refineryQuery', name: 'refineryQuery', title: '炼化数据查询', kind: 'group' },
];
