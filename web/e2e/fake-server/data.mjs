// Made-up answers in the shapes of docs/wire.md, for looking at the client and for the smoke test.

export const user = {
  id: 'u1',
  name: '周晓琳',
  loginName: 'shouli',
  departName: '业务受理科',
  orgName: '市特种设备检验研究院',
  industryType: '22',
  roleNames: '检验普通用户',
  jurisdiction: '330200',
  demo: true,
};

const leaf = (id, name, href, todo) => ({ id, name, href, todo, sysCode: 'scdeap', childList: [] });
const group = (id, name, childList) => ({ id, name, href: '', sysCode: 'scdeap', childList });

export const menu = [
  leaf('home', '工作桌面', '/home'),
  group('biz', '检验业务', [
    leaf('b1', '申报登记', '/businessPro/applyList'),
    leaf('b2', '审查分配', '/businessPro/appReview', 'SCFP'),
    leaf('b3', '资料审查', '/businessPro/dataReview', 'CLFS'),
    leaf('b4', '业务受理', '/businessPro/businessAcceptance', 'YWSL'),
    leaf('b5', '任务安排', '/businessPro/taskArrange', 'RWAP'),
    leaf('b6', '任务确认', '/businessPro/taskConfirm', 'RWQR'),
    leaf('b7', '报告生成', '/businessPro/reportBuild'),
    leaf('b8', '报告录入', '/businessPro/reportEnter', 'BGLR'),
    leaf('b9', '报告确认', '/businessPro/reportConfirm', 'BGQR'),
    leaf('b10', '报告审核', '/businessPro/reportAudit', 'BGSH'),
    leaf('b11', '报告批准', '/businessPro/reportApproval', 'BGSP'),
  ]),
  group('arch', '档案管理', [
    group('arch1', '设备管理', [
      leaf('e1', '锅炉', '/bsArchives/equipment/boiler'),
      leaf('e3', '电梯', '/bsArchives/equipment/elevator'),
    ]),
    group('arch2', '单位管理', [leaf('n1', '企业单位', '/bsArchives/unit/business')]),
  ]),
  group('pay', '收费管理', [leaf('p1', '收费登记', '/assistMng/payMng/payApply')]),
  group('warn', '预警与整改', [leaf('w1', '到期预警', '/assistMng/equInspectMng/expiryWarning')]),
  group('reg', '登记与许可', [leaf('r1', '按台(套)使用登记', '/equCheckMng/useRegisterSet')]),
  group('safe', '安全监管', [
    leaf('desk', '监管桌面', '/workDesktop'),
    leaf('s1', '隐患处置', '/safeMng/hazardHandle'),
  ]),
  group('ins', '仪器设备', [leaf('i1', '仪器设备', '/instrumentMng/instrumentEqu')]),
  group('mob', '移动平台', [leaf('m1', '记录提交日志', '/mobilePlat/recSubmit')]),
  group('que', '业务查询', [leaf('q1', '综合查询', '/insBusQuery/compositeQuery')]),
  group('qua', '质量与考核', [leaf('k1', '检验及时率', '/qualityAndAssess/insTimeliness')]),
  group('sta', '统计报表', [leaf('t1', '监察数据统计', '/dataStatistics/jcDataStatistics')]),
  group('sys', '系统管理', [
    leaf('y1', '用户管理', '/sysmng/userManage'),
    leaf('y2', '不认识的', '/nowhere'),
  ]),
  { id: 'other', name: '别的系统', href: '/home', sysCode: 'oa', childList: [] },
];

export const permissions = [
  'apply:query',
  'apply:save',
  'apply:void',
  'apply:print',
  'apply:charge',
  'apply:sms',
];

const entry = (type, value, label, parentValue) => ({ type, value, label, parentValue });
export const dictionaries = {
  C602: [
    entry('C602', '3000', '电梯'),
    entry('C602', '3100', '曳引与强制驱动电梯', '3000'),
    entry('C602', '3110', '曳引驱动乘客电梯', '3100'),
    entry('C602', '3300', '自动扶梯与自动人行道', '3000'),
    entry('C602', '4000', '起重机械'),
    entry('C602', '4100', '桥式起重机', '4000'),
    entry('C602', '2000', '压力容器'),
    entry('C602', '1000', '锅炉'),
  ],
  C603: [entry('C603', '01', '定期检验'), entry('C603', '02', '复检'), entry('C603', '03', '安装监督检验')],
  C609: [entry('C609', '10', '待受理'), entry('C609', '20', '补正中'), entry('C609', '90', '已办结')],
  C610: [entry('C610', '01', '申报资料不齐全'), entry('C610', '02', '数据有误')],
  C611: [entry('C611', '01', '重复申报'), entry('C611', '02', '单位撤回')],
};

const kinds = [
  [
    '宁波甬江置业物业服务有限公司',
    '3110',
    '曳引驱动乘客电梯',
    '定期检验',
    6,
    'APPLY',
    '2026-11-30',
    '待受理',
    'go',
  ],
  [
    '宁波甬江置业物业服务有限公司',
    '3110',
    '曳引驱动乘客电梯',
    '定期检验',
    2,
    'APPLY',
    '2026-12-31',
    '待受理',
    'go',
  ],
  ['鄞州区下应街道柏庭养老院', '3110', '病床电梯', '定期检验', 2, '', '2026-10-31', '待受理', 'go', 'late'],
  [
    '浙江甬东重工机械有限公司',
    '4100',
    '通用桥式起重机',
    '定期检验',
    8,
    '',
    '2026-12-15',
    '补正中',
    'ca',
    'back',
  ],
  ['宁波镇东石化有限公司', '2000', '第三类压力容器', '定期检验', 24, 'APPLY', '2027-01-20', '资料审查', 'go'],
  [
    '慈溪市周巷锦华纺织有限公司',
    '5000',
    '叉车',
    '定期检验',
    4,
    'XCAPP',
    '2026-11-08',
    '待任务安排',
    'go',
    'late',
  ],
  ['余姚市舜江热电有限公司', '1000', '承压蒸汽锅炉', '外部检验', 2, '', '2026-12-20', '待受理', 'go'],
  ['宁海县天明湖旅游开发有限公司', '6000', '观览车类', '定期检验', 3, 'APPLY', '2026-12-10', '检验中', 'go'],
  ['奉化溪口雪窦索道有限公司', '9000', '客运架空索道', '全面检验', 1, 'APPLY', '2027-03-31', '已受理', 'go'],
  [
    '象山石浦渔港冷链物流有限公司',
    '8000',
    '工业管道 GC2',
    '安装监督检验',
    1,
    '',
    '',
    '退回申报',
    'ca',
    'back',
  ],
  ['宁波天合商业管理有限公司', '3300', '自动扶梯', '定期检验', 12, 'APPLY', '2026-12-31', '已办结', 'ok'],
];

const returned = {
  backReason: '申报资料不齐全',
  backDutyTask: 'YWSB',
  backDutyTaskName: '业务申报（YWSB）',
  backDescription: '缺 3 号、5 号起重机上次检验报告复印件；起重量限制器已更换，未附合格证。',
  backUser: '沈佳宁',
  backTime: '2026-11-20 10:14:00',
};

export const applications = Array.from({ length: 57 }, (_, index) => {
  const [unitname, equclacode, equclacodeName, seisort, count, appway, ninspdate, status, tone, mark] =
    kinds[index % kinds.length];
  return {
    id: `a${index + 1}`,
    taskId: `t${index + 1}`,
    appno: `SB2026112${String(100000 - index).slice(1)}`,
    unitname,
    equclacode,
    equclacodeName,
    seisort,
    seisortName: seisort,
    equcount: count,
    appway,
    ninspdate,
    status,
    statusName: status,
    statusTone: tone,
    isNinspdateOverdue: mark === 'late' ? '1' : '0',
    version: 1,
    ...(mark === 'back' ? returned : {}),
  };
});

const column = (prop, label, width, type, more = {}) => ({
  prop,
  label,
  width,
  type,
  sortable: true,
  shown: true,
  ...more,
});
const action = (code, label, permission, place, kind, needs, more = {}) => ({
  code,
  label,
  permission,
  place,
  kind,
  needs,
  empty: '请选择数据',
  ...more,
});

export const applyTable = {
  viewNo: 'jy_appmain_sheet_list',
  title: '申报登记',
  url: '/api/businesspro/appmain/findList',
  params: {},
  rowKey: 'id',
  defaultSort: '-appno',
  segments: [],
  pageSize: 20,
  exportable: true,
  late: 'isNinspdateOverdue',
  due: ['appno'],
  columns: [
    column('appno', '申报单号', 132, 'code', { fixed: 'left', link: '/businessPro/applyInfo?id={id}' }),
    column('unitname', '受检单位', 210, 'text'),
    column('equclacode', '设备类别', 150, 'dict', { dict: 'C602' }),
    column('seisort', '检验类别', 100, 'dict', { dict: 'C603' }),
    column('equcount', '台数', 56, 'number'),
    column('appway', '申报方式', 76, 'way', { sortable: false }),
    column('ninspdate', '下次检验日期', 104, 'date'),
    column('status', '状态', 96, 'state', { dict: 'C609' }),
  ],
  actions: [
    action('add', '新增', 'apply:save', 'toolbar', 'form', 'none', {
      shortcut: 'Alt+N',
      form: 'jy_apply_form',
    }),
    action('charge', '收费', 'apply:charge', 'toolbar', 'page', 'many', {
      empty: '请选择',
      shortcut: 'Alt+C',
    }),
    action('void', '作废', 'apply:void', 'toolbar', 'page', 'many', { empty: '请选择作废数据' }),
    action('deleteSheet', '删除单据', 'apply:delete', 'toolbar', 'call', 'many', {
      url: '/api/appmain/deleteAppMain',
      confirm: '确定要删除所选暂存单据吗？删除后不能恢复。',
    }),
    action('printApply', '打印申报单', 'apply:print', 'batch', 'print', 'many', { print: 'SBDDY' }),
    action('edit', '编辑', 'apply:save', 'row', 'form', 'one', { form: 'jy_apply_form' }),
    action('printApplyRow', '申报单', 'apply:print', 'row', 'print', 'one', { print: 'SBDDY' }),
    action('printReceiptRow', '申报回执单', 'apply:print', 'row', 'print', 'one', { print: 'SBHZD' }),
    action('flowLog', '流转日志', 'apply:query', 'row', 'page', 'one'),
    action('sms', '发送短信', 'apply:sms', 'more', 'page', 'one'),
    action('assess', '客户评价', 'apply:assess', 'more', 'page', 'one'),
  ],
  views: [
    {
      viewId: 'v1',
      name: '我登记的',
      shared: false,
      mine: true,
      columns: [],
      search: { mine: '1' },
      sort: '',
    },
    {
      viewId: 'v2',
      name: '待补正',
      shared: true,
      mine: false,
      columns: [],
      search: { status: '20' },
      sort: '',
    },
  ],
};

const field = (prop, label, widget, more = {}) => ({ prop, label, widget, quick: false, ...more });
export const applySearch = {
  viewNo: 'jy_appmain_sheet_list',
  fields: [
    field('equclacode', '设备类别', 'category', { dict: 'C602', quick: true }),
    field('number', '单号', 'input', { placeholder: '申报单号、流水号', quick: true }),
    field('unitname', '受检单位', 'input', { placeholder: '名称或拼音首字母', quick: true }),
    field('codes', '设备五码', 'input', { placeholder: '设备代码、登记证、出厂编号', quick: true }),
    field('seisort', '检验类别', 'select', { dict: 'C603' }),
    field('status', '状态', 'select', { dict: 'C609' }),
    field('appdate', '申报日期', 'dateRange'),
    field('ninspdate', '下次检验日期', 'dateRange'),
    field('areacode', '区划', 'area'),
    field('inspector', '检验员', 'user'),
    field('overdue', '只看超期', 'checkbox'),
  ],
};

const input = (prop, label, type, more = {}) => ({
  prop,
  label,
  type,
  span: 8,
  required: false,
  readonly: false,
  ...more,
});
export const applyForm = {
  viewNo: 'jy_apply_form',
  title: '申报登记',
  loadUrl: '/api/appmain/detail',
  saveUrl: '/api/appmain/saveAppMain',
  width: 960,
  groups: [
    {
      title: '申报内容',
      fields: [
        input('equclacode', '设备类别', 'category', { dict: 'C602', required: true }),
        input('seisort', '检验类别', 'dict', { dict: 'C603', required: true }),
        input('expectdate', '期望日期', 'date'),
      ],
    },
    {
      title: '受检单位',
      fields: [
        input('unitid', '单位名称', 'unit', { required: true, span: 16 }),
        input('creditcode', '信用代码', 'readonly'),
        input('contact', '联系人', 'text', { required: true, maxLength: 20 }),
        input('tel', '联系电话', 'text', { required: true, rule: 'mobile' }),
        input('load', '额定载重量', 'decimal', { unit: 'kg', min: 100, max: 10000 }),
        input('fee', '预计费用', 'money', { unit: '元' }),
        input('urgent', '加急', 'bool'),
        input('reason', '加急原因', 'text', { when: { urgent: ['1'] }, required: true }),
        input('note', '备注', 'textarea', { span: 24, maxLength: 200 }),
      ],
    },
  ],
};

const day = new Date().toISOString().slice(0, 10);
const step = (stepcode, label, route, late, today, soon, rest, earliest) => ({
  stepcode,
  label,
  route,
  late,
  today,
  soon,
  rest,
  count: late + today + soon + rest,
  earliest,
});
const first = (stepcode, label, seisn, unitname, equname, limit, lateDays) => ({
  stepcode,
  label,
  seisn,
  unitname,
  equname,
  limit,
  lateDays,
  route: `/businessPro/reportEnterInfo?id=${seisn}`,
});

const panel = (key, title, none = '') => ({
  key,
  kind: key,
  title,
  sub: '',
  none,
  route: '',
  count: 0,
  figures: [],
  columns: [],
  rows: [],
  people: [],
});

export const desk = {
  key: 'work',
  title: '工作桌面',
  path: '/home',
  panels: [
    panel('todo', '待办', '没有待办'),
    panel('due', '本月到期与安排'),
    panel('first', '先办这些'),
    panel('messages', '消息'),
    panel('month', '本月'),
  ],
};

export const todo = {
  today: day,
  total: 38,
  late: 4,
  dueToday: 7,
  steps: [
    step('BGLR', '报告录入', '/businessPro/reportEnter', 2, 3, 4, 2, '2026-11-18 17:00:00'),
    step('RWQR', '任务确认', '/businessPro/taskConfirm', 1, 2, 3, 0, '2026-11-19 17:00:00'),
    step('BGQR', '报告确认', '/businessPro/reportConfirm', 0, 1, 2, 0, `${day} 23:30:00`),
    step('BGSC', '报告生成', '/businessPro/reportBuild', 0, 1, 3, 4, `${day} 23:30:00`),
    step('BGSH', '报告审核', '/businessPro/reportAudit', 1, 0, 2, 5, '2026-11-14 17:00:00'),
    step('SCFP', '审查分配', '/businessPro/appReview', 0, 0, 1, 1, '2026-11-22 17:00:00'),
  ],
  first: [
    first(
      'BGSH',
      '报告审核',
      'DT2026018823',
      '宁波甬江置业物业服务有限公司',
      '客梯 百丈东路 892 号',
      '2026-11-14',
      6,
    ),
    first('BGLR', '报告录入', 'DT2026019417', '宁波甬北食品有限公司', '载货电梯 2 台', '2026-11-18', 2),
    first('BGLR', '报告录入', 'QZ2026004102', '浙江甬东重工机械有限公司', '桥式起重机 50 t', '2026-11-19', 1),
    first('RWQR', '任务确认', 'DT2026019730', '宁波天合商业管理有限公司', '自动扶梯 6 台', '2026-11-19', 1),
    first(
      'BGLR',
      '报告录入',
      'DT2026019688',
      '宁波甬江置业物业服务有限公司',
      '客梯 甬江花园 5 幢',
      `${day} 17:00:00`,
      0,
    ),
    first(
      'BGQR',
      '报告确认',
      'QZ2026004127',
      '宁波北仑港联码头有限公司',
      '岸边集装箱起重机',
      `${day} 17:00:00`,
      0,
    ),
    first('BGSC', '报告生成', 'RQ2026007719', '宁波镇东石化有限公司', '储罐 V-2103', '2026-11-23', 0),
  ],
  messages: [
    {
      msg_id: '1',
      kind: '报告退回',
      title: 'NBTD202601815 由王建国退回：第 31 项与测试曲线不符',
      create_time: `${day} 13:42:00`,
      unread: true,
      route: '/businessPro/reportEnter',
    },
    {
      msg_id: '2',
      kind: '缴费到账',
      title: '宁波天合商业管理有限公司　5,280.00 元，报告可发放',
      create_time: `${day} 11:20:00`,
      unread: true,
    },
    {
      msg_id: '3',
      kind: '仪器到期',
      title: '2 号工具箱限速器测试仪 12-02 校准到期',
      create_time: '2026-11-18 09:30:00',
      unread: false,
    },
  ],
  month: { inspected: 42, issued: 37, passrate: 97.3, days: 4.2 },
  due: [
    ['2026-11-23', 22, 22],
    ['2026-11-24', 18, 18],
    ['2026-11-25', 25, 21],
    ['2026-11-26', 14, 12],
    ['2026-11-27', 19, 14],
    ['2026-11-30', 38, 19],
    ['2026-12-01', 12, 8],
    ['2026-12-02', 9, 4],
    ['2026-12-03', 16, 6],
    ['2026-12-04', 21, 5],
  ].map(([date, due, planned]) => ({ date, due, planned, left: Math.max(0, due - planned) })),
};

export const supervision = {
  figures: [
    {
      key: 'inuse',
      label: '在用设备',
      value: 101440,
      sub: '本月新增 612，注销 148',
      route: '/bsArchives/equipment/allEquipentQuery',
    },
    {
      key: 'late',
      label: '超期未检',
      value: 63,
      sub: '万台率 6.2',
      tone: 'no',
      route: '/safeMng/keyMonitor',
    },
    { key: 'bad', label: '不合格在用', value: 17, sub: '超整改期限 4', tone: 'no' },
    { key: 'hazard', label: '未闭环隐患', value: 28, sub: '重大 1，挂牌督办 2' },
    { key: 'timely', label: '检验及时率', value: '99.38', unit: '%', sub: '目标 99.2%' },
    { key: 'mine', label: '待我办理', value: 21, sub: '今日到期 3', tone: 'go' },
  ],
  areas: [
    ['余姚市', 9, 9.2],
    ['慈溪市', 14, 9.9],
    ['前湾新区', 2, 4.8],
    ['镇海区', 4, 4.6],
    ['海曙区', 3, 3.2],
    ['江北区', 6, 9.4],
    ['高新区', 1, 4.5],
    ['北仑区', 5, 4.2],
    ['奉化区', 4, 6.5],
    ['鄞州区', 11, 6.1],
    ['宁海县', 3, 5.2],
    ['象山县', 1, 2],
  ].map(([name, overdue, rate]) => ({ name, overdue, rate, total: 9000 })),
  overdue: [
    {
      id: '1',
      equclass: '3000',
      equname: '客梯',
      equcode: '31103301520190012',
      useorgname: '宁波甬江置业物业服务有限公司',
      useplace: '百丈东路 892 号',
      ninspdate: '2026-10-31',
      days: 20,
    },
    {
      id: '2',
      equclass: '5000',
      equname: '叉车',
      equcode: '51103302820180044',
      useorgname: '慈溪市周巷锦华纺织有限公司',
      useplace: '二号仓库',
      ninspdate: '2026-11-08',
      days: 12,
    },
  ],
  tasks: todo.first,
  messages: todo.messages,
};

export const messageBox = {
  unread: [
    {
      msg_id: '1',
      title: '报告退回 NBTD202601815',
      create_time: `${day} 13:42:00`,
      level: 'high',
      route: '/businessPro/reportEnter',
    },
    { msg_id: '2', title: '缴费到账 宁波天合商业管理有限公司', create_time: `${day} 11:20:00` },
  ],
  readed: [{ msg_id: '3', title: '仪器到期', create_time: '2026-11-18 09:30:00' }],
  trash: [],
  count: 2,
};

export const palette = [
  {
    group: 'unit',
    title: '宁波甬江置业物业服务有限公司',
    sub: '在用 214 台，超期 3',
    route: '/bsArchives/unit/useUnitCount?id=1',
  },
  {
    group: 'equipment',
    title: '客梯　甬江花园 8 幢 2 单元',
    sub: '31103301520190012　2028-06-30',
    route: '/bsArchives/equipment/elevatorForm?id=1',
  },
  {
    group: 'application',
    title: 'SB202611200012',
    sub: '定期检验 6 台　待受理',
    route: '/businessPro/applyInfo?id=1',
  },
];

export const flowLog = {
  appno: 'SB202611299999',
  equclacode: '3110',
  equdatasysid: 'e1',
  seisn: 'DT2026018823',
  rows: [
    {
      seisn: 'DT2026018823',
      at: '2026-11-20 08:30:00',
      userName: '周晓琳',
      moveLabel: '提交',
      fromStepName: '业务申报',
      toStepName: '审查分配',
      opinion: '资料齐全',
      seconds: 320,
    },
    {
      seisn: 'DT2026018823',
      at: '2026-11-20 10:14:00',
      userName: '沈佳宁',
      moveLabel: '退回',
      fromStepName: '资料审查',
      toStepName: '业务申报',
      reason: '申报资料不齐全',
      opinion: '缺上次检验报告',
      seconds: 6240,
    },
  ],
};
