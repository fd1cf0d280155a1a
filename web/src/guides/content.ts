/** What the guides say: tasks in steps and keys, by place of the screen and by kind of screen. Fetched when asked for. */

export interface Task {
  title: string;
  steps: string[];
}
export interface Guide {
  /** Paths, or beginnings of paths (ending in /), of the screens it is for; the longest counts. */
  at: string[];
  title: string;
  tasks: Task[];
}
export type Key = [keys: string, what: string];

const task = (title: string, ...steps: string[]): Task => ({ title, steps });
const guide = (at: string, title: string, ...tasks: Task[]): Guide => ({ at: at.split(' '), title, tasks });

const FIND = task(
  '找到要看的数据',
  '在上方查询栏填条件，按 Enter 或点“查询”；更多条件点“展开”。',
  '点列标题换排序；“存为视图”保存常用的条件和列。',
  '“导出”得到同样条件下的 Excel，受导出权限限制。',
);

/** Keys and tasks that every screen of a kind has. */
export const KINDS: Record<string, { tasks: Task[]; keys: Key[] }> = {
  list: {
    tasks: [FIND],
    keys: [
      ['↑ ↓', '移动到上一行、下一行'],
      ['空格', '选中这一行'],
      ['Enter', '打开这一行'],
      ['Esc', '取消全部选中'],
      ['Alt N', '新增（有此按钮的列表）'],
    ],
  },
  form: {
    tasks: [
      task(
        '填写并保存',
        '带 * 的必填；选错或超出范围的，字段下写明原因。',
        '“保存”后才写入；离开未保存的页面会先询问。',
        '保存时若别人已修改同一条数据，会并排显示两边的值，由您选择，不会覆盖。',
      ),
    ],
    keys: [
      ['Alt S', '保存'],
      ['Tab', '下一个字段'],
    ],
  },
  detail: {
    tasks: [
      task(
        '看一条记录',
        '页首是身份与当前状态，右侧按钮是您现在能办的事；不能办的写明原因。',
        '“变更记录”列出谁在何时把什么从何值改为何值。',
      ),
    ],
    keys: [['Esc', '关闭弹出的窗口']],
  },
  page: { tasks: [], keys: [['Esc', '关闭弹出的窗口']] },
  desktop: { tasks: [], keys: [['Tab', '在各块之间移动']] },
};

/** Everywhere. */
export const KEYS: Key[] = [
  ['?', '打开本页指南'],
  ['Ctrl K', '查找设备、单位、单号和菜单'],
];

export const GUIDES: Guide[] = [
  guide(
    '/home /stationHome',
    '工作桌面',
    task(
      '从今天该办的事开始',
      '“待办”按环节列出轮到您的件数，点数字打开那一列表。',
      '超期的排在最前，红字写明超几日。',
    ),
    task('看到期与日程', '“到期”是已到或将到检验日期、还没有安排的设备；点开可直接申报或安排。'),
  ),
  guide(
    '/workDesktop',
    '监管桌面',
    task(
      '看本区情况',
      '各数字点开即是对应的设备清单；图上标明统计时间。',
      '先处理超期未检、检验不合格仍在用和重大问题报告。',
    ),
  ),
  guide(
    '/businessPro/newapply',
    '申报登记',
    task(
      '登记一份申报',
      '选受检单位；选检验类别（监督、定期……）和类型。',
      '点“选择设备”，勾选要检的设备；不能选的写明原因（在办、停用、档案待完善等）。',
      '核对联系人、电话、计划日期和预估费用，右侧“提交前”全部通过后提交。',
    ),
    task('没有办完', '内容自动存为草稿，重新打开本页可接着填。'),
  ),
  guide(
    '/businessPro/zjprofa',
    '安全阀报告直接导入',
    task(
      '校验台的数据一次录入一批',
      '列表是由您录入的安全阀业务；“导入校验数据”里先下载模板，阀编号已经填好。',
      '每只阀填校验日期、三次整定压力、回座、密封、泄漏、铅封号和标牌号，以及校验条件；有不合格的填项目序号和处理意见。',
      '“只检查”逐行按录入页的全部检查试一遍，不写入；检查提出的问题在“情况说明”里回答。',
      '导入后记录按规则得出结论并提交，报告照常经确认、审核、批准。没有填的行不导入，可以分几次。',
    ),
  ),
  guide(
    '/businessPro/aqfnewapply',
    '安全阀申报登记',
    task(
      '一张申报单送检一批安全阀',
      '选受检单位；检验类型默认离线校验，在线校验的改选。',
      '点“从单位安全阀选”勾选，或逐只扫编号；没有登记的先到“安全阀”台账新增。',
      '提交、受理后每只阀一条业务，各有原始记录、报告和校验标牌；批准后台账的下次校验日期随报告更新。',
    ),
    task('不合格的阀', '记录写不合格并列明问题；报告批准后没有下次校验日期，隐患登记中有这只阀。'),
  ),
  guide(
    '/businessPro/',
    '检验业务',
    task(
      '办理一件',
      '列表里只有轮到您的业务，最急的在前。',
      '打开一件，按页面提示办理；不能办的按钮写明缺什么。',
    ),
    task('退回', '退回须写原因；被退回的人在自己的列表和页面上看到原因。'),
  ),
  guide(
    '/businessPro/businessAcceptance /businessPro/dataReview /businessPro/appReview',
    '受理与审查',
    task(
      '受理申报',
      '核对单位、设备、类别和资料；资料不齐的要求补正并写明缺哪几项。',
      '同意受理后进入任务安排；不予受理须写理由。',
    ),
  ),
  guide(
    '/businessPro/taskArrange /businessPro/taskAssign',
    '任务安排',
    task(
      '安排检验',
      '勾选同一地点的设备一起安排。',
      '选日期和人员：只列出资质有效、当天有空的人；日历上标出仪器校准。',
      '安排后短信通知申报联系人，检验员在待办和消息里看到。',
    ),
  ),
  guide(
    '/businessPro/taskConfirm /businessPro/reportBuild',
    '任务确认与报告生成',
    task(
      '接受任务',
      '核对设备、日期和仪器；有利害关系的请回避并退回。',
      '确认后生成报告，取得报告编号和原始记录表。',
    ),
  ),
  guide(
    '/businessPro/reportEnter /businessPro/reportEnterInfo',
    '报告录入',
    task(
      '录入原始记录',
      '逐项按 1 合格、2 不合格、3 无此项、4 整改；数值项填测量值，自动与限值比较。',
      '不合格项填写说明，可用常用语，也可拍照。',
      '结论由规则推出，只能从严改；须填的都填完后提交校核。',
    ),
    task('断网或离开', '内容随时存为草稿，联网后继续。'),
  ),
  guide(
    '/businessPro/reportConfirm /businessPro/reportConfirmInfo /businessPro/reportAudit /businessPro/reportAudit/ /businessPro/reportApproval /businessPro/ApprovalInfo',
    '确认、审核与审批',
    task(
      '审一份报告',
      '左边是报告，右边是要看的问题；点问题，报告翻到那一页。',
      '与上次报告的差异另列；有严重问题未处理的，同意前再问一次。',
      '批准须输签名口令；退回须写明原因。',
    ),
  ),
  guide(
    '/businessPro/reportRelevant/',
    '打印、归档与发放',
    task('打印与发放', '先打印，再归档，最后发放；未缴费的不能发放，经批准的除外。', '每次打印都有记录。'),
  ),
  guide(
    '/sysmng/ruleConfirm',
    '规则确认清单',
    task(
      '逐条确认规则',
      '按规则表、依据和核实情况筛选，「待确认」是还没有人确认的现行规则。',
      '内容与依据相符的勾选后确认；不符的点不同意，写明应改成什么、依据哪一条。',
      '规则修订后是新的一条，须重新确认。勾选后可打印带签字栏的清单。',
    ),
  ),
  guide(
    '/reportArchive/DangerRegister',
    '隐患登记',
    task(
      '一条隐患',
      '报告不合格的，签发时自动立项；也可在报告归档中登记。',
      '写明级别、部位、内容、治理要求和期限后登记，单位收到短信，监管部门收到抄送。',
      '单位签收、治理、上传证据后提交结果；由提交人以外的人核实，重大以上再由第二人复核销号。',
    ),
  ),
  guide(
    '/businessPro/firstWillInsp /businessPro/WilllBearTest /businessPro/CompDataWillExam /businessPro/RepWillIssue /businessPro/constructionInfInsp /businessPro/constructionQuery',
    '施工告知与监督检验',
    task(
      '一件监督检验',
      '受理施工告知后申报监检，首次监检核对资料。',
      '逐个停止点到场并记录；发现问题发联络单，限期整改。',
      '竣工资料审查合格后出具证书。',
    ),
  ),
  guide(
    '/insBusQuery/',
    '业务查询',
    task('查一件业务', '按单号、设备号码或单位查询；点单号看每一步由谁在何时办理。'),
  ),
  guide(
    '/assistMng/payMng/',
    '收费',
    task(
      '收一笔费',
      '“收费登记”选业务，逐行写明怎样算出来；减免须有政策。',
      '财务确认后收款、开票；错了用红冲，不删除。',
    ),
    task(
      '日结与月结',
      '当天收款人盘点签名日结；月末财务月结，之后不再改。',
      '“收费核对”列出申报、检验、收费、发放与银行对账不一致的。',
    ),
  ),
  guide(
    '/assistMng/reportCorretionMng/',
    '报告更正',
    task('更正已发的报告', '申请写明哪里错、应为何；同意后重新出具，旧报告公开标明已被更正。'),
  ),
  guide(
    '/assistMng/repeatinsMng/',
    '复检',
    task('安排复检', '不合格的报告到期限前复检；超过期限须写明原因，按新申报办理。'),
  ),
  guide(
    '/assistMng/equInspectMng/',
    '到期预警',
    task(
      '催办到期设备',
      '按下次检验日期列出；已申报的写明单号。',
      '勾选后成批登记申报；不能申报的写明原因。',
    ),
  ),
  guide(
    '/assistMng/msgMng/',
    '短信',
    task('发送与对账', '模板中的项目自动填入；发送失败的可重发，通道对账列出差异。'),
  ),
  guide(
    '/assistMng/argeementMng/',
    '合同',
    task('登记合同', '登记单位、设备和价格，审核确认后申报时自动采用。'),
  ),
  guide(
    '/assistMng/',
    '辅助管理',
    task('办理', '列表里是待办或可查的事项，打开后按页面按钮办理；每一步都有记录。'),
  ),
  guide(
    '/bsArchives/equipment/',
    '设备档案',
    task('新增一台', '点“新增”，先选设备类别，技术参数随类别变化。', '填出厂编号和制造单位后自动查重。'),
    task(
      '从 Excel 导入',
      '点“导入”，下载模板填写后上传；也可直接上传别的系统导出的文件。',
      '列名不同的，在“列对应”里说明每一列是什么、外来的词是什么；填写来源名称可供下次沿用。',
      '先检查：每个错误写明行、列和原因，可下载错误行改好再导入。',
      '只缺必填项的旧档案可作为“待完善”导入，补全前不能申报；随表带来的新单位一并新建。',
    ),
    task('改一台或一批', '单台点“编辑”；多台勾选后“批量修改”。登记后锁定的项目走档案纠错。'),
  ),
  guide(
    '/bsArchives/equipment/incomplete',
    '待完善档案',
    task(
      '补全一台',
      '“缺少”列写明缺什么；点“补全”，再点项目直接到那个字段。',
      '可以分几次补；全部补齐保存后自动离开本列表，即可申报。',
    ),
  ),
  guide(
    '/bsArchives/importSources /bsArchives/importSources/detail',
    '导入来源',
    task(
      '看一个来源怎样理解',
      '点来源名称：每一列对应哪个字段、每个外来的词对应什么值。',
      '要改含义，在导入它的下一个文件时重新说明并按原名保存。',
    ),
    task('改名和删除', '删除后下一个文件须重新说明；已导入的数据不变。'),
  ),
  guide(
    '/bsArchives/equipment/dataQuality',
    '档案质量',
    task('改正档案', '按问题、单位或区县查看；“查看问题”列出每台的问题和去修改的地方。'),
  ),
  guide(
    '/bsArchives/equipment/equmentStat',
    '设备统计',
    task('统计', '选行和列的口径；每个数字都能点开成设备清单。'),
  ),
  guide(
    '/bsArchives/unit/',
    '单位档案',
    task(
      '维护单位',
      '统一社会信用代码查重；改名后旧名仍可查到。',
      '“导入”可从 Excel 建档；画像页汇总设备、检验与信用。',
    ),
  ),
  guide(
    '/bsArchives/person/',
    '人员档案',
    task('维护人员与证书', '证件号码只显示首尾；证书过期、将到期可筛选。', '维保人员页可分配负责的电梯。'),
  ),
  guide(
    '/bsArchives/product/',
    '产品档案',
    task('产品转设备', '登记产品和监检证书；“转设备”按产品资料建立设备档案。'),
  ),
  guide(
    '/bsArchives/safety/',
    '安全阀',
    task('登记与校验', '一个阀挂在一台设备或一家单位下；“校验登记”写入结果并算出下次日期。'),
  ),
  guide(
    '/bsArchives/correctMng/',
    '档案纠错',
    task(
      '更正一项事实',
      '选对象和项目，写应为何值、原因，附证明。',
      '他人审核同意后生效，错误值视为从未成立。',
    ),
  ),
  guide(
    '/bsArchives/InspectionManagement/',
    '检验授权与第三方报告',
    task('登记第三方报告', '核对授权范围和报告日期，登记后更新设备的下次日期。'),
  ),
  guide(
    '/bsArchives/ZHEquQuery/ /inspectPro/',
    '炼化容器与管道',
    task('登记检查', '按装置找到容器或管线，登记检查结果和壁厚，算出下次日期。'),
  ),
  guide('/bsArchives/', '基础档案', task('维护档案', '列表中新增、编辑、导入；每次修改都有变更记录。')),
  guide(
    '/query-settings/',
    '自定义查询',
    task('建一个查询', '选对象，逐条加条件，看到结果后保存；可共享给本机构。'),
  ),
  guide('/instrumentMng/', '仪器设备', task('管理仪器', '登记仪器和校准，装进仪器箱；将到期的在预警里。')),
  guide(
    '/sysmng/',
    '系统管理',
    task(
      '改设置',
      '修改前看清影响范围；受控的修改须第二人确认后生效。',
      '每次修改都记入审计日志，不能删除。',
    ),
  ),
  guide(
    '/sysmng/userManage /sysmng/roleManage',
    '账号与权限',
    task(
      '开一个账号',
      '选机构、部门和角色；证书决定能承担的检验。',
      '停用而不删除：以往的签名仍要认得出人。',
    ),
  ),
  guide(
    '/sysmng/ruleTable /sysmng/dateRun',
    '业务规则',
    task('改规则', '新版本写依据和生效日期，先预览影响的设备再生效。'),
  ),
  guide(
    '/sysmng/auditLog /sysmng/chainCheck /sysmng/health',
    '日志与运行',
    task('核查', '日志按天封存，核查页显示每天的摘要是否相符。'),
  ),
  guide('/message/', '消息', task('处理消息', '点消息打开对应的业务；处理过的不再计数。')),
  guide('/version/', '版本信息', task('了解本系统', '列出版本、更新内容和尚未提供的页面。')),
];

/** One guide each for the people of inspection, of supervision and of enterprises. */
export const PEOPLE: Record<'inspection' | 'supervision' | 'unit', Guide> = {
  inspection: guide(
    '',
    '检验人员指南',
    task(
      '一件业务的全程',
      '申报登记 → 业务受理 → 任务安排 → 任务确认 → 报告生成与录入 → 确认 → 审核 → 审批 → 打印 → 归档 → 发放。',
      '每一步在自己的列表里；办完自动到下一人。',
    ),
    task('每天先做什么', '工作桌面看待办，先办超期和今天到期的。', '出发前看日历：资质、仪器校准是否有效。'),
    task(
      '结论与日期',
      '结论由规则推出，只能从严改；页面写明依据的条款。',
      '设备页“为什么是这个日期”列出每一步怎样算出。',
    ),
    task('出错了', '未签发的由上一步退回；已签发的走报告更正；档案中的错误走档案纠错。'),
  ),
  supervision: guide(
    '',
    '监管人员指南',
    task('掌握本区情况', '监管桌面看超期未检、不合格仍在用；数字点开即清单。'),
    task(
      '施工告知与整改',
      '施工告知在“施工告知受理”里受理或退回。',
      '检验机构移交的整改通知书写明问题、期限和反馈。',
    ),
    task('查一台、一家', 'Ctrl K 输入号码、单位或地点；设备页可看任意一天的档案。'),
  ),
  unit: guide(
    '',
    '企业用户指南',
    task('看自己的设备', '列表只有本单位使用或维保的设备，红字是已过检验日期的。'),
    task(
      '申报与查报告',
      '到期前申报；受理、安排和结果随时可查，报告可下载。',
      '报告封面二维码和公开查验页可核对真伪。',
    ),
  ),
};
