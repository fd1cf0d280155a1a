/** Instruments. */
import type { RouteRow } from '@/ui/routeRow';

export const routes: RouteRow[] = [
  { path: '/instrumentMng', name: 'instrumentMng', title: '仪器管理', kind: 'group' },
  {
    path: '/instrumentMng/instrumentEqu',
    name: 'instrumentEqu',
    title: '仪器设备',
    kind: 'list',
    viewNo: 'instrument_list',
  },
  {
    path: '/instrumentMng/instrumentBoxMng',
    name: 'instrumentBoxMng',
    title: '仪器箱管理',
    kind: 'list',
    viewNo: 'instrument_box_list',
  },
  {
    path: '/instrumentMng/instrumentBoxWarn',
    name: 'instrumentBoxWarn',
    title: '仪器箱预警',
    kind: 'list',
    viewNo: 'instrument_warn_list',
  },
  { path: '/instrumentMng/applyRegister', name: 'applyRegister', title: '仪器借用申请', kind: 'list' },
  { path: '/instrumentMng/applySearch', name: 'applySearch', title: '仪器借用查询', kind: 'list' },
  { path: '/instrumentMng/overhaulEqu', name: 'overhaulEqu', title: '仪器检修', kind: 'list' },
];
