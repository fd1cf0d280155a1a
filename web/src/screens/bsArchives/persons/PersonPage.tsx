/** One registered person: certificates with their ends, the devices looked after, what changed. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { previewUrl } from '@/api/attachments';
import { messageOf, post, read } from '@/api/client';
import { labelOf, useDict } from '@/api/dict';
import { formConfigQuery, type Row } from '@/api/layout';
import { type PartColumn, PartTable } from '@/screens/bsArchives/units/PartTable';
import { RevealDialog } from '@/screens/bsArchives/units/RevealDialog';
import { equipmentRoute } from '@/screens/businessPro/parts/equipmentRoute';
import { Attachments } from '@/ui/Attachments';
import { StateDot } from '@/ui/Panel';
import { usePermission } from '@/ui/permission';
import { DetailView } from '@/views/DetailView';
import { HistoryPanel } from '@/views/HistoryPanel';
import { FaultNote, NoRecord } from '@/views/ListStates';
import { AssignDialog } from './AssignDialog';

const FormDialog = lazy(() => import('@/views/FormDialog'));
const SAVE = 'basic:person:save';
const TONES: Record<string, string> = { '0': 'go', s: 'ca', '1': 'ca', '2': 'no', '3': 'ok', '4': 'no' };
/** Posts that look after devices: safety managers and maintainers (C741). */
const LOOKING_AFTER = ['01', '02', '03', '12'];

interface PersonDetail {
  person: Row & { id: string; name: string };
  unit: { id: string; name: string } | null;
  certs: Row[];
  devices: Row[];
  photo: string;
}

const said = (row: Row, name: string) => String(row[name] ?? '');

export function PersonPage() {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const query = useQuery({
    queryKey: ['person', id],
    queryFn: () => read<PersonDetail>('/api/person/detail', { id }),
    enabled: Boolean(id),
    staleTime: 0,
  });
  if (!id) return <NoRecord />;
  if (query.isError) return <FaultNote error={query.error} onRetry={() => query.refetch()} />;
  if (!query.data) return <div className="page fixed" />;
  return <Person detail={query.data} />;
}

function Person({ detail }: { detail: PersonDetail }) {
  const { person, unit, certs, devices } = detail;
  const client = useQueryClient();
  const { guard } = usePermission();
  const [dialog, setDialog] = useState<'edit' | 'reveal' | 'assign' | null>(null);
  const config = useQuery(formConfigQuery('person_form'));
  const posts = useDict('C741');
  const states = useDict('C723');
  const refresh = () => void client.invalidateQueries({ queryKey: ['person', person.id] });
  const close = () => setDialog(null);
  if (!config.data) return <div className="page fixed" />; // the first tab is the declared form
  const expired = certs.filter((one) => one.state === '4').length;
  const soon = certs.filter((one) => one.state === 's').length;
  const sex = { '1': '男', '2': '女' }[said(person, 'sex')] ?? '';
  const looksAfter = LOOKING_AFTER.includes(said(person, 'post'));
  return (
    <>
      <DetailView
        title={person.name}
        tabTitle={person.name}
        subtitle={labelOf(posts, person.post)}
        identity={`${said(person, 'idno')}　${sex}　${said(person, 'birth')}`}
        icon={
          detail.photo ? (
            <img src={previewUrl(detail.photo)} alt={`${person.name}的照片`} className="person-photo" />
          ) : undefined
        }
        config={config.data}
        record={person}
        facts={[
          {
            label: '状态',
            value: (
              <StateDot tone={person.status === '4' ? 'ok' : 'go'}>{labelOf(states, person.status)}</StateDot>
            ),
            note: said(person, 'startdate') && `${said(person, 'startdate')} 到岗`,
          },
          {
            label: '所属单位',
            value: unit ? <Link to={`/bsArchives/unit/detail?id=${unit.id}`}>{unit.name}</Link> : '没有登记',
            note: said(person, 'workno') && `工号 ${said(person, 'workno')}`,
          },
          {
            label: '证书',
            value: `${certs.length} 项`,
            note: expired ? (
              <span className="late">过期 {expired} 项</span>
            ) : soon ? (
              <span className="caution">90日内到期 {soon} 项</span>
            ) : (
              ''
            ),
          },
          { label: '负责设备', value: `${devices.length} 台`, note: '' },
          { label: '手机', value: said(person, 'mobile'), note: '' },
        ]}
        actions={
          <>
            <Button onClick={() => guard('basic:person:reveal', () => setDialog('reveal'))}>
              查看证件号码
            </Button>
            {looksAfter && <Button onClick={() => guard(SAVE, () => setDialog('assign'))}>分配设备</Button>}
            <Button type="primary" onClick={() => guard(SAVE, () => setDialog('edit'))}>
              编辑
            </Button>
          </>
        }
        tabs={[
          {
            key: 'certs',
            label: `证书 ${certs.length}`,
            content: <Certificates detail={detail} onChanged={refresh} />,
          },
          {
            key: 'devices',
            label: `负责设备 ${devices.length}`,
            content: <Devices rows={devices} onChanged={refresh} />,
          },
          { key: 'history', label: '变更记录', content: <Changes detail={detail} /> },
          {
            key: 'files',
            label: '照片与附件',
            content: <Attachments attrefsysid={person.id} owner="person" types={['24', '26', '99']} />,
          },
        ]}
      />
      {dialog === 'edit' && (
        <Suspense fallback={null}>
          <FormDialog
            viewNo="person_form"
            id={person.id}
            title={`编辑 ${person.name}`}
            onClose={close}
            onSaved={refresh}
          />
        </Suspense>
      )}
      {dialog === 'reveal' && (
        <RevealDialog kind="person" id={person.id} title={person.name} onClose={close} />
      )}
      {dialog === 'assign' && (
        <AssignDialog id={person.id} name={person.name} onClose={close} onSaved={refresh} />
      )}
    </>
  );
}

function Certificates({ detail, onChanged }: { detail: PersonDetail; onChanged: () => void }) {
  const items = useDict('C622');
  const columns: PartColumn[] = [
    { label: '作业项目', width: 190, draw: (row) => `${said(row, 'item')} ${labelOf(items, row.item)}` },
    { label: '证书编号', width: 160, draw: (row) => <span className="code">{said(row, 'certno')}</span> },
    { label: '级别与范围', draw: (row) => said(row, 'level') },
    { label: '发证机关', width: 190, draw: (row) => said(row, 'issueorg') },
    { label: '初次领证', width: 96, draw: (row) => said(row, 'firstdate') },
    { label: '有效期至', width: 96, draw: (row) => said(row, 'validto') },
    {
      label: '状态',
      width: 70,
      draw: (row) => <StateDot tone={TONES[said(row, 'state')]}>{said(row, 'stateName')}</StateDot>,
    },
    {
      label: '',
      width: 90,
      draw: (row) => {
        const days = Number(row.days);
        if (said(row, 'held')) return '';
        if (days < 0) return <span className="late">过期 {-days} 天</span>;
        return <span className={days < 90 ? 'caution' : undefined}>余 {days} 天</span>;
      },
    },
  ];
  return (
    <PartTable
      rows={detail.certs}
      columns={columns}
      form="person_cert_form"
      deleteUrl="/api/personcert/delete"
      permission={SAVE}
      noun="证书"
      owner={{ person_id: detail.person.id }}
      onChanged={onChanged}
      hint="有效期 4 年，须在届满 1 个月前申请复审（TSG Z6001-2019）"
    />
  );
}

function Devices({ rows, onChanged }: { rows: Row[]; onChanged: () => void }) {
  const { message, modal } = App.useApp();
  const { guard } = usePermission();
  const release = (row: Row) =>
    modal.confirm({
      title: '移出负责设备',
      content: `${said(row, 'equcode')} ${said(row, 'useplace')}`,
      okText: '移出',
      onOk: async () => {
        try {
          await post('/api/person/release', { ids: [said(row, 'linkId')] });
          onChanged();
        } catch (error) {
          message.error(messageOf(error));
        }
      },
    });
  if (rows.length === 0) return <p className="hint part-none">没有负责的设备</p>;
  return (
    <table className="plain">
      <colgroup>
        <col style={{ width: 168 }} />
        <col style={{ width: 90 }} />
        <col />
        <col />
        <col style={{ width: 100 }} />
        <col style={{ width: 100 }} />
        <col style={{ width: 100 }} />
        <col style={{ width: 60 }} />
      </colgroup>
      <thead>
        <tr>
          <th>设备代码</th>
          <th>名称</th>
          <th>使用单位</th>
          <th>使用地点</th>
          <th>下次检验</th>
          <th>下次检测</th>
          <th>起始日期</th>
          <th>操作</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={said(row, 'linkId')}>
            <td>
              <Link className="code" to={equipmentRoute(row.equclass, row.id)}>
                {said(row, 'equcode')}
              </Link>
            </td>
            <td>{said(row, 'equname')}</td>
            <td title={said(row, 'useorgname')}>{said(row, 'useorgname')}</td>
            <td title={said(row, 'useplace')}>{said(row, 'useplace')}</td>
            <td>{said(row, 'ninspdate')}</td>
            <td>{said(row, 'ndetdate')}</td>
            <td>{said(row, 'since')}</td>
            <td className="row-actions">
              <button type="button" className="link" onClick={() => guard(SAVE, () => release(row))}>
                移出
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Changes({ detail }: { detail: PersonDetail }) {
  return (
    <>
      <HistoryPanel entity="person" id={detail.person.id} />
      {detail.certs.map((cert) => (
        <section key={said(cert, 'id')} className="detail-group">
          <h3>
            证书 {said(cert, 'item')} {said(cert, 'certno')}
          </h3>
          <HistoryPanel entity="person_cert" id={said(cert, 'id')} />
        </section>
      ))}
    </>
  );
}
