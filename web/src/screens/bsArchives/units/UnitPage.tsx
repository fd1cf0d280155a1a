/** One unit of any role: who it is, its licences and branches, its people, its devices, and what changed. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { labelOf, useDict } from '@/api/dict';
import { formConfigQuery, type Row } from '@/api/layout';
import { Attachments } from '@/ui/Attachments';
import { formatNumber } from '@/ui/format';
import { Panel, StateDot } from '@/ui/Panel';
import { usePermission } from '@/ui/permission';
import { DetailView, type Fact } from '@/views/DetailView';
import { HistoryPanel } from '@/views/HistoryPanel';
import { FaultNote, NoRecord } from '@/views/ListStates';
import { type UnitDetail, unitDetailQuery, unitForms, unitPermission } from './api';
import { type PartColumn, PartTable } from './PartTable';
import { RevealDialog } from './RevealDialog';
import './units.css';

const FormDialog = lazy(() => import('@/views/FormDialog'));
const LICENCE_TONE: Record<string, string> = { '0': 'go', '1': 'ca', '2': 'ok', '4': 'no' };
const PORTRAITS: [string, string, (unit: Row) => boolean][] = [
  ['superviseUnitCount', '监察画像', (unit) => unit.orgkind === 's'],
  ['inspUnitCount', '检验画像', (unit) => unit.orgkind === 'i'],
  ['useUnitCount', '使用画像', (unit) => unit.orgkind === 'b' && Boolean(unit.isuse)],
  ['maintenanceUnitCount', '维保画像', (unit) => Boolean(unit.ismaintain)],
  ['installUnitCount', '安装画像', (unit) => Boolean(unit.isinstall)],
];

const said = (row: Row, name: string) => String(row[name] ?? '');

export function UnitPage() {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const query = useQuery(unitDetailQuery(id));
  if (!id) return <NoRecord />;
  if (query.isError) return <FaultNote error={query.error} onRetry={() => query.refetch()} />;
  if (!query.data) return <div className="page fixed" />;
  return <Unit detail={query.data} />;
}

function Unit({ detail }: { detail: UnitDetail }) {
  const { unit } = detail;
  const client = useQueryClient();
  const navigate = useNavigate();
  const { guard } = usePermission();
  const [dialog, setDialog] = useState<'edit' | 'reveal' | null>(null);
  const config = useQuery(formConfigQuery(unitForms[unit.orgkind]));
  const types = useDict('C618');
  const refresh = () => void client.invalidateQueries({ queryKey: ['unit', unit.id] });
  const permission = unitPermission(unit.orgkind, 'save');
  if (!config.data) return <div className="page fixed" />; // the first tab is the declared form
  const portraits = PORTRAITS.filter(([, , fits]) => fits(unit));
  return (
    <>
      <DetailView
        title={unit.name}
        tabTitle={unit.name}
        subtitle={said(unit, 'unittype')
          .split(',')
          .map((code) => labelOf(types, code))
          .join('、')}
        identity={`${said(unit, 'code')}　${said(unit, 'areacodeName')}　${said(unit, 'address')}`}
        config={config.data}
        record={unit}
        facts={factsOf(detail)}
        actions={
          <>
            {portraits.map(([path, label]) => (
              <Button key={path} onClick={() => navigate(`/bsArchives/unit/${path}?id=${unit.id}`)}>
                {label}
              </Button>
            ))}
            {said(unit, 'legalid') && (
              <Button onClick={() => guard('basic:person:reveal', () => setDialog('reveal'))}>
                法人证件号码
              </Button>
            )}
            <Button type="primary" onClick={() => guard(permission, () => setDialog('edit'))}>
              编辑
            </Button>
          </>
        }
        tabs={[
          {
            key: 'licences',
            label: `许可 ${detail.licences.length}`,
            content: <Licences detail={detail} permission={permission} onChanged={refresh} />,
          },
          {
            key: 'branches',
            label: `分支机构 ${detail.branches.length}`,
            content: <Branches detail={detail} permission={permission} onChanged={refresh} />,
          },
          {
            key: 'people',
            label: `安全管理人员 ${detail.people.length}`,
            content: <People detail={detail} permission={permission} onChanged={refresh} />,
          },
          { key: 'devices', label: '设备', content: <Devices detail={detail} /> },
          ...(unit.ismaintain
            ? [
                {
                  key: 'contracts',
                  label: `维保合同 ${detail.contracts.length}`,
                  content: <Contracts detail={detail} permission={permission} onChanged={refresh} />,
                },
              ]
            : []),
          {
            key: 'history',
            label: '变更记录',
            content: <Changes detail={detail} />,
          },
          {
            key: 'files',
            label: '附件',
            content: (
              <Attachments attrefsysid={unit.id} owner="unit" types={['02', '06', '07', '17', '26', '99']} />
            ),
          },
        ]}
      />
      {dialog === 'edit' && (
        <Suspense fallback={null}>
          <FormDialog
            viewNo={unitForms[unit.orgkind]}
            id={unit.id}
            title={`编辑 ${unit.name}`}
            onClose={() => setDialog(null)}
            onSaved={refresh}
          />
        </Suspense>
      )}
      {dialog === 'reveal' && (
        <RevealDialog
          kind="legal"
          id={unit.id}
          title={`法定代表人 ${said(unit, 'legalman')}`}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}

function factsOf(detail: UnitDetail): Fact[] {
  const { unit, classes, licences, people } = detail;
  const total = classes.reduce((sum, one) => sum + one.total, 0);
  const overdue = classes.reduce((sum, one) => sum + one.overdue, 0);
  const unqualified = classes.reduce((sum, one) => sum + one.unqualified, 0);
  const dead = licences.filter((one) => one.state === '4').length;
  const ending = licences.filter((one) => one.state === '0' && Number(one.days) <= 180).length;
  const officers = people.filter((one) => one.status !== '4').length;
  const status = unit.canceldate ? '注销' : unit.enabled ? '正常' : '停用';
  return [
    {
      label: '状态',
      value: <StateDot tone={status === '正常' ? 'go' : 'ok'}>{status}</StateDot>,
      note: unit.blacklist ? (
        <span className="late">黑名单：{said(unit, 'blackreason')}</span>
      ) : (
        said(unit, 'cancelreason')
      ),
    },
    {
      label: unit.ismaintain ? '在保设备' : '设备',
      value: `${formatNumber(total)} 台`,
      note: classes.length > 0 ? `${classes.length} 个种类` : '没有设备',
    },
    {
      label: '超期未检',
      value: <strong className={overdue ? 'late' : undefined}>{overdue}</strong>,
      note: unqualified ? <span className="late">不合格 {unqualified} 台</span> : '没有不合格',
    },
    {
      label: '安全管理人员',
      value:
        officers === 0 && total > 0 && unit.orgkind === 'b' && !unit.ismaintain && !unit.ismaker ? (
          <strong className="late">未配备</strong>
        ) : (
          `${officers} 人`
        ),
      note: said(unit, 'safemanager') && `${said(unit, 'safemanager')} ${said(unit, 'safetel')}`,
    },
    {
      label: '许可证',
      value: `${licences.length} 项`,
      note: dead ? (
        <span className="late">过期 {dead} 项</span>
      ) : ending ? (
        <span className="caution">180日内到期 {ending} 项</span>
      ) : (
        ''
      ),
    },
    { label: '联系人', value: said(unit, 'contact') || '没有登记', note: said(unit, 'tel') },
  ];
}

interface TabProps {
  detail: UnitDetail;
  permission: string;
  onChanged: () => void;
}

const ownerOf = (detail: UnitDetail): Row => ({ unit_id: detail.unit.id, unit_idName: detail.unit.name });

function left(days: unknown): ReactNode {
  const count = Number(days);
  if (count < 0) return <span className="late">过期 {-count} 天</span>;
  return <span className={count <= 180 ? 'caution' : undefined}>余 {count} 天</span>;
}

function Licences({ detail, permission, onChanged }: TabProps) {
  const kinds = useDict('C740');
  const items = useDict('C624');
  const columns: PartColumn[] = [
    { label: '许可类别', width: 130, draw: (row) => labelOf(kinds, row.lictype) },
    { label: '许可证编号', width: 150, draw: (row) => <span className="code">{said(row, 'licno')}</span> },
    {
      label: '许可项目与范围',
      draw: (row) =>
        [
          said(row, 'items')
            .split(',')
            .map((code) => labelOf(items, code))
            .join('、'),
          said(row, 'scope'),
        ]
          .filter(Boolean)
          .join('　'),
    },
    { label: '级别', width: 60, draw: (row) => said(row, 'level') },
    { label: '发证机关', width: 170, draw: (row) => said(row, 'issueorg') },
    { label: '发证日期', width: 92, draw: (row) => said(row, 'issuedate') },
    { label: '有效期至', width: 92, draw: (row) => said(row, 'validto') },
    {
      label: '状态',
      width: 70,
      draw: (row) => <StateDot tone={LICENCE_TONE[said(row, 'state')]}>{said(row, 'stateName')}</StateDot>,
    },
    { label: '', width: 96, draw: (row) => (row.state === '0' || row.state === '4' ? left(row.days) : '') },
  ];
  return (
    <PartTable
      rows={detail.licences}
      columns={columns}
      form="unit_licence_form"
      deleteUrl="/api/unitlicence/delete"
      permission={permission}
      noun="许可证"
      owner={ownerOf(detail)}
      onChanged={onChanged}
      hint="证书扫描件在「附件」页上传"
    />
  );
}

function Branches({ detail, permission, onChanged }: TabProps) {
  const columns: PartColumn[] = [
    { label: '分支机构', draw: (row) => said(row, 'branchname') },
    { label: '所在区划', width: 110, draw: (row) => said(row, 'areacodeName') },
    { label: '地址', draw: (row) => said(row, 'address') },
    { label: '联系人', width: 80, draw: (row) => said(row, 'contact') },
    { label: '联系电话', width: 120, draw: (row) => <span className="code">{said(row, 'tel')}</span> },
    { label: '监察单位', width: 190, draw: (row) => said(row, 'superorgname') || '未找到' },
    {
      label: '状态',
      width: 70,
      draw: (row) => <StateDot tone={row.enabled ? 'go' : 'ok'}>{row.enabled ? '启用' : '停用'}</StateDot>,
    },
  ];
  return (
    <PartTable
      rows={detail.branches}
      columns={columns}
      form="unit_branch_form"
      deleteUrl="/api/unitnbranch/delete"
      permission={permission}
      noun="分支机构"
      owner={ownerOf(detail)}
      onChanged={onChanged}
      hint="所在区划决定由哪个监察单位监管"
    />
  );
}

function Contracts({ detail, permission, onChanged }: TabProps) {
  const columns: PartColumn[] = [
    { label: '合同编号', width: 150, draw: (row) => <span className="code">{said(row, 'contractno')}</span> },
    { label: '使用单位', draw: (row) => said(row, 'useunitname') },
    { label: '合同台数', width: 84, right: true, draw: (row) => formatNumber(row.lifts) },
    { label: '起始日期', width: 100, draw: (row) => said(row, 'datefrom') },
    { label: '截止日期', width: 100, draw: (row) => said(row, 'dateto') },
    { label: '备注', draw: (row) => said(row, 'remark') },
  ];
  return (
    <PartTable
      rows={detail.contracts}
      columns={columns}
      form="unit_contract_form"
      deleteUrl="/api/maintcontract/delete"
      permission={permission}
      noun="合同"
      owner={ownerOf(detail)}
      onChanged={onChanged}
    />
  );
}

const CERT_WORDS: Record<string, [string, string]> = {
  '0': ['有效', 'go'],
  s: ['临期', 'ca'],
  '1': ['暂扣', 'ca'],
  '2': ['吊销', 'no'],
  '3': ['注销', 'ok'],
  '4': ['过期', 'no'],
};

function People({ detail, permission, onChanged }: TabProps) {
  const posts = useDict('C741');
  const columns: PartColumn[] = [
    { label: '姓名', width: 100, draw: (row) => said(row, 'name') },
    { label: '职务', width: 140, draw: (row) => said(row, 'post') },
    { label: '电话', width: 130, draw: (row) => <span className="code">{said(row, 'tel')}</span> },
    { label: '手机', width: 130, draw: (row) => <span className="code">{said(row, 'mobile')}</span> },
    { label: '电子邮箱', draw: (row) => said(row, 'email') },
    { label: '备注', draw: (row) => said(row, 'remark') },
  ];
  return (
    <>
      <section className="detail-group">
        <h3>
          安全管理人员
          <Link
            className="part-more"
            to={`/bsArchives/person/corapply?unit_id=${detail.unit.id}&unit_idName=${encodeURIComponent(detail.unit.name)}`}
          >
            全部登记人员
          </Link>
        </h3>
        {detail.people.length === 0 ? (
          <p className="hint part-none">没有登记安全管理人员，可在「人员信息」新增</p>
        ) : (
          <table className="plain">
            <thead>
              <tr>
                <th style={{ width: 90 }}>姓名</th>
                <th style={{ width: 130 }}>岗位</th>
                <th style={{ width: 130 }}>手机</th>
                <th>A证编号</th>
                <th style={{ width: 110 }}>有效期至</th>
                <th style={{ width: 90 }}>证书</th>
                <th className="right" style={{ width: 90 }}>
                  负责台数
                </th>
              </tr>
            </thead>
            <tbody>
              {detail.people.map((row) => {
                const [word, tone] = CERT_WORDS[said(row, 'certstate')] ?? ['无A证', 'ca'];
                return (
                  <tr key={said(row, 'id')}>
                    <td>
                      <Link to={`/bsArchives/person/detail?id=${said(row, 'id')}`}>{said(row, 'name')}</Link>
                    </td>
                    <td>{labelOf(posts, row.post)}</td>
                    <td className="code">{said(row, 'mobile')}</td>
                    <td className="code">{said(row, 'certno')}</td>
                    <td>{said(row, 'validto')}</td>
                    <td>
                      <StateDot tone={tone}>{word}</StateDot>
                    </td>
                    <td className="right">{formatNumber(row.covered)}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        )}
      </section>
      <section className="detail-group">
        <h3>其他联系人</h3>
        <PartTable
          rows={detail.contacts}
          columns={columns}
          form="unit_contact_form"
          deleteUrl="/api/unitcontact/delete"
          permission={permission}
          noun="联系人"
          owner={ownerOf(detail)}
          onChanged={onChanged}
        />
      </section>
    </>
  );
}

function Devices({ detail }: { detail: UnitDetail }) {
  const classes = useDict('C601');
  const { unit } = detail;
  const key = unit.ismaintain ? 'maiorgsysid' : 'useorgsysid';
  const page = unit.ismaintain
    ? '/bsArchives/equipment/allEquipentQuery'
    : '/bsArchives/unit/businessorgEquList';
  const to = (equclass: string, more = '') =>
    `${page}?${key}=${unit.id}&${key}Name=${encodeURIComponent(unit.name)}${equclass ? `&equclass=${equclass}` : ''}${more}`;
  if (detail.classes.length === 0) return <p className="hint part-none">没有设备</p>;
  return (
    <div className="part-table">
      <div className="part-bar">
        <span className="spacer" />
        <Link to={to('')}>全部设备</Link>
      </div>
      <table className="plain unit-devices">
        <thead>
          <tr>
            <th>设备种类</th>
            <th className="right">台数</th>
            <th className="right">在用</th>
            <th className="right">超期未检</th>
            <th className="right">不合格</th>
            <th>最早到期</th>
          </tr>
        </thead>
        <tbody>
          {detail.classes.map((row) => (
            <tr key={row.equclass}>
              <td>{labelOf(classes, row.equclass)}</td>
              <td className="right">
                <Link to={to(row.equclass)}>{formatNumber(row.total)}</Link>
              </td>
              <td className="right">{formatNumber(row.inuse)}</td>
              <td className="right">
                {row.overdue ? (
                  <Link className="late" to={to(row.equclass, '&overdue=1')}>
                    {row.overdue}
                  </Link>
                ) : (
                  0
                )}
              </td>
              <td className="right">
                {row.unqualified ? (
                  <Link className="late" to={to(row.equclass, '&unqualified=1')}>
                    {row.unqualified}
                  </Link>
                ) : (
                  0
                )}
              </td>
              <td>{row.next ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Changes({ detail }: { detail: UnitDetail }) {
  return (
    <div className="unit-changes">
      <HistoryPanel entity="unit" id={detail.unit.id} />
      <Panel title="曾用名" sub={detail.names.length ? `${detail.names.length} 个` : undefined} flush>
        {detail.names.length === 0 ? (
          <p className="hint part-none">没有曾用名</p>
        ) : (
          <table className="plain">
            <tbody>
              {detail.names.map((row) => (
                <tr key={said(row, 'id')}>
                  <td title={said(row, 'name')}>{said(row, 'name')}</td>
                  <td className="soft" style={{ width: 128 }}>
                    至 {said(row, 'validto')}
                  </td>
                  <td className="soft" style={{ width: 76 }}>
                    {said(row, 'changedby')}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Panel>
    </div>
  );
}
