/** Safety supervision. */
import type { RouteRow } from '@/ui/routeRow';

export const routes: RouteRow[] = [
  { path: '/safeMng', name: 'safeMng', title: '安全监管', kind: 'group' },
  { path: '/safeMng/unitWarning', name: 'unitWarning', title: '单位预警', kind: 'list' },
  { path: '/safeMng/personWarning', name: 'personWarning', title: '人员预警', kind: 'list' },
  { path: '/safeMng/noStartEqu', name: 'noStartEqu', title: '未投用设备', kind: 'list' },
  { path: '/safeMng/elevtorMng', name: 'elevtorMng', title: '电梯监管', kind: 'list' },
  { path: '/safeMng/companyDuty', name: 'companyDuty', title: '企业主体责任', kind: 'list' },
  { path: '/safeMng/companyDutyDetail', name: 'companyDutyDetail', title: '企业主体责任详情', kind: 'detail', hideInMenu: true },
  { path: '/safeMng/securityCheck', name: 'securityCheck', title: '安全检查', kind: 'list' },
  { path: '/safeMng/sceneProblemMng', name: 'sceneProblemMng', title: '现场问题管理', kind: 'list' },
  { path: '/safeMng/scdwjHList', name: 'scdwjHList', title: '生产单位检查计划', kind: 'list' },
  { path: '/safeMng/sydwjHList', name: 'sydwjHList', title: '使用单位检查计划', kind: 'list' },
  { path: '/safeMng/checkNew/:id', name: 'checkNew', title: '新增检查', kind: 'form', hideInMenu: true },
  { path: '/safeMng/TownshipInspection/:id', name: 'TownshipInspection', title: '乡镇检查', kind: 'form', hideInMenu: true },
  { path: '/safeMng/sceneProblemMngDetail/:id', name: 'sceneProblemMngDetail', title: '现场问题详情', kind: 'detail', hideInMenu: true },
  { path: '/safeMng/scdwjHListDetail/:id', name: 'scdwjHListDetail', title: '生产单位检查计划详情', kind: 'detail', hideInMenu: true },
  { path: '/safeMng/sydwjHListDetail/:id', name: 'sydwjHListDetail', title: '使用单位检查计划详情', kind: 'detail', hideInMenu: true },
  { path: '/safeMng/superviseTask', name: 'superviseTask', title: '监察任务', kind: 'list' },
  { path: '/safeMng/hazardHandle', name: 'hazardHandle', title: '隐患处置', kind: 'list' },
  { path: '/safeMng/unqualifiedReport', name: 'unqualifiedReport', title: '不合格报告', kind: 'list' },
  { path: '/safeMng/keyMonitor', name: 'keyMonitor', title: '重点监控', kind: 'list' },
  { path: '/safeMng/zdwtbgListJC', name: 'zdwtbgListJC', title: '重大问题报告(监察)', kind: 'list' },
  { path: '/safeMng/opinionCollection', name: 'opinionCollection', title: '意见征集', kind: 'list' },
  { path: '/safeMng/carbonCopy', name: 'carbonCopy', title: '抄告单', kind: 'list' },
  { path: '/safeMng/carbonCopyDetail', name: 'carbonCopyDetail', title: '抄告单详情', kind: 'detail', hideInMenu: true },
];
