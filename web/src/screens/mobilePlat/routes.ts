/** Mobile platform. */
import type { RouteRow } from '@/ui/routeRow';

export const routes: RouteRow[] = [
  { path: '/mobilePlat', name: 'mobilePlat', title: '移动平台', kind: 'group' },
  { path: '/mobilePlat/recSubmit', name: 'recSubmit', title: '记录提交日志', kind: 'list' },
  { path: '/mobilePlat/examApprove', name: 'examApprove', title: '审核审批日志', kind: 'list' },
  { path: '/mobilePlat/versionConf', name: 'versionConf', title: '版本配置', kind: 'list' },
  { path: '/mobilePlat/templatemain', name: 'templatemain', title: '模板管理', kind: 'list' },
  { path: '/mobilePlat/conveobjRtn', name: 'conveobjRtn', title: '移动端退回业务', kind: 'list' },
  { path: '/mobilePlat/checkFail', name: 'checkFail', title: '同步校验失败', kind: 'list' },
  { path: '/mobilePlat/taskGuideConfig', name: 'taskGuideConfig', title: '任务指引配置', kind: 'list' },
  {
    path: '/versionConf/versionConfInfo',
    name: 'versionConfInfo',
    title: '版本配置详情',
    kind: 'detail',
    hideInMenu: true,
  },
  {
    path: '/templatemain/templateInfo',
    name: 'templateInfo',
    title: '模板详情',
    kind: 'detail',
    hideInMenu: true,
  },
  {
    path: '/conveobjRtn/conveobj',
    name: 'conveobj',
    title: '移动端退回业务详情',
    kind: 'detail',
    hideInMenu: true,
  },
];
