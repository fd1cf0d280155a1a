/** One piping line: its facts, its fields, its history. */
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { labelOf, useDict } from '@/api/dict';
import { formConfigQuery } from '@/api/layout';
import { formatNumber } from '@/ui/format';
import { EquipmentIcon } from '@/ui/icons';
import { StateDot } from '@/ui/Panel';
import { DetailView } from '@/views/DetailView';
import { HistoryPanel } from '@/views/HistoryPanel';
import { FaultNote } from '@/views/ListStates';
import { changeRoute, lineQuery } from './api';

export default function LinePage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const id = search.get('id') ?? '';
  const line = useQuery(lineQuery(id));
  const config = useQuery(formConfigQuery('pipeline_form'));
  const states = useDict('C637');
  const levels = useDict('C616');
  const grades = useDict('C615');
  const error = line.error ?? config.error;
  if (error) return <FaultNote error={error} onRetry={() => line.refetch()} />;
  const row = line.data;
  if (!row || !config.data) return <div className="page fixed" />;
  const { project } = row;
  return (
    <DetailView
      title={row.pipename}
      tabTitle={row.pipeno}
      subtitle={project.projname}
      identity={`管道编号 ${row.pipeno}　${project.useorgname}`}
      icon={<EquipmentIcon code="8300" size={24} />}
      actions={
        <>
          {row.pendingId && (
            <Button onClick={() => navigate(changeRoute({ id: row.pendingId!, kind: 'line' }))}>
              查看待审核的修改
            </Button>
          )}
          <Button onClick={() => navigate(`/bsArchives/equipment/pressurePipingForm?id=${project.id}`)}>
            所属装置
          </Button>
          <Button type="primary" onClick={() => navigate(`/bsArchives/equipment/lineForm?id=${id}`)}>
            编辑
          </Button>
        </>
      }
      facts={[
        {
          label: '使用状态',
          value: (
            <StateDot tone={row.linestatus === '1' ? 'go' : 'ok'}>
              {labelOf(states, String(row.linestatus ?? ''))}
            </StateDot>
          ),
        },
        { label: '管道级别', value: labelOf(levels, String(row.pipelevel ?? '')) },
        {
          label: '公称直径 × 长度',
          value: `DN${formatNumber(row.nominaldia)} × ${formatNumber(row.pipelength)} m`,
        },
        {
          label: '设计 / 工作压力',
          value: `${formatNumber(row.designpress)} / ${formatNumber(row.workpress)} MPa`,
          note: String(row.medium ?? ''),
        },
        {
          label: '下次检验日期',
          value: (
            <strong className={row.overdue ? 'late' : undefined}>{String(row.ninspdate ?? '未定')}</strong>
          ),
          note: row.overdue ? '已超期' : row.inspdate ? `上次 ${String(row.inspdate)}` : '没有检验',
        },
        { label: '安全状况等级', value: labelOf(grades, String(row.ssdegree ?? '')) || '未定' },
      ]}
      config={config.data}
      record={row}
      tabs={[{ key: 'history', label: '变更记录', content: <HistoryPanel entity="pipeline" id={id} /> }]}
      aside={
        <section className="panel">
          <header className="panel-head">
            <span className="panel-title">所属装置</span>
          </header>
          <div className="panel-body">
            <p>
              <Link to={`/bsArchives/equipment/pressurePipingForm?id=${project.id}`}>{project.projname}</Link>
            </p>
            <p className="hint">{project.useorgname}</p>
            <p className="hint">{project.registered ? `已登记　${project.usecertno}` : '未登记'}</p>
          </div>
        </section>
      }
    />
  );
}
