/** 维保详情: a maintenance unit, its lifts with their last visits, people, contracts and twelve months of visits. */
import { useQuery } from '@tanstack/react-query';
import { Button, Tabs } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { read } from '@/api/client';
import type { Row } from '@/api/layout';
import { FigureRow } from '@/ui/Figures';
import { Panel, StateNote } from '@/ui/Panel';
import { useTabTitle } from '@/ui/tab';
import { FaultNote } from '@/views/ListStates';
import { ListView } from '@/views/ListView';
import type { MaintenanceMonth } from './MonthsChart';
import './maintenance.css';

const MonthsChart = lazy(() => import('./MonthsChart'));

interface UnitOverview {
  unit: Row;
  lifts: { total: number; inuse: number; unvisited: number; unrecorded: number };
  staff: { total: number; able: number; limit: number; needed: number };
  capability: { certno: string; validto: string; state: string } | null;
  contracts: (Row & { over: boolean })[];
  months: MaintenanceMonth[];
}

const CAPABILITY: Record<string, string> = { '0': '待审', '1': '通过', '2': '停用' };

export function MaintenanceUnitPage() {
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: ['maintenance unit', id],
    queryFn: () => read<UnitOverview>('/api/maintenance/ofUnit', { id }),
    staleTime: 0,
  });
  if (query.isError) {
    return (
      <div className="page">
        <section className="panel">
          <FaultNote error={query.error} onRetry={() => query.refetch()} />
        </section>
      </div>
    );
  }
  return query.data ? <Shown data={query.data} /> : <div className="page fixed" />;
}

function Shown({ data }: { data: UnitOverview }) {
  const { unit, lifts, staff, capability, contracts, months } = data;
  const [tab, setTab] = useState('lifts');
  const navigate = useNavigate();
  const id = String(unit.id);
  const here = `/query-settings/maintenanceDetails/${id}`;
  const visits = months.reduce((sum, one) => sum + one.visits, 0);
  const late = months.reduce((sum, one) => sum + one.late, 0);
  const running = contracts.filter((one) => !one.over);
  useTabTitle(String(unit.name));
  const facts = [
    unit.licenceno ? `许可证 ${String(unit.licenceno)}` : '没有登记许可证',
    unit.licencevalidto ? `有效期至 ${String(unit.licencevalidto)}` : '',
    capability
      ? `自行检测能力 ${CAPABILITY[capability.state] ?? ''}（至 ${capability.validto}）`
      : '没有自行检测能力登记',
    unit.creditName ? `信用 ${String(unit.creditName)}` : '',
  ];
  return (
    <div className="page fixed maintenance-unit">
      <section className="panel">
        <div className="maintenance-unit-head">
          <div>
            <b>{String(unit.name)}</b>{' '}
            <span className="soft">
              {String(unit.areacodeName ?? '')}　<span className="code">{String(unit.code ?? '')}</span>
              {`　${String(unit.contact ?? '')} `}
              <span className="code">{String(unit.tel ?? '')}</span>
              {unit.blacklist ? <span className="late">　黑名单</span> : null}
            </span>
            <div className="soft">{facts.filter(Boolean).join('　')}</div>
          </div>
          <span className="spacer" />
          <Button onClick={() => navigate(`/bsArchives/unit/maintenanceUnitCount?id=${id}`)}>画像</Button>
          <Button type="primary" onClick={() => navigate(`/bsArchives/unit/detail?id=${id}`)}>
            单位档案
          </Button>
        </div>
        <FigureRow
          figures={[
            { label: '在保电梯', value: lifts.total, note: `在用 ${lifts.inuse}`, to: here },
            {
              label: '维保超期',
              value: lifts.unvisited,
              note: lifts.unrecorded ? `另有 ${lifts.unrecorded} 台没有维保记录` : '距上次维保超过规定间隔',
              tone: 'late',
              to: `${here}?unvisited=1`,
            },
            {
              label: '持T证维保人员',
              value: staff.able,
              note: `应配 ${staff.needed} 人（每人不超过 ${staff.limit} 台）`,
              tone: staff.able < staff.needed ? 'caution' : undefined,
              to: `/bsArchives/person/wbperson?unit_id=${id}&unit_idName=${String(unit.name)}`,
            },
            {
              label: '有效合同',
              value: running.length,
              note: `共 ${contracts.length} 份`,
              to: `/bsArchives/unit/detail?id=${id}`,
            },
            {
              label: '近12个月维保',
              value: visits,
              note: late ? `间隔超期 ${late} 次` : '没有间隔超期',
              to: `/bsArchives/equipment/evatorMaintenance?maiorgsysid=${id}&maiorgsysidName=${String(unit.name)}`,
            },
          ]}
        />
      </section>
      <div className="maintenance-unit-body">
        <Tabs
          activeKey={tab}
          onChange={setTab}
          size="small"
          items={[
            { key: 'lifts', label: '在保电梯' },
            { key: 'staff', label: '维保人员' },
            { key: 'contracts', label: `维保合同 ${contracts.length}` },
            { key: 'visits', label: '近12个月维保' },
          ]}
        />
        {tab === 'lifts' && <ListView viewNo="maintenance_lift_list" embedded fixed={{ maiorgsysid: id }} />}
        {tab === 'staff' && <ListView viewNo="person_maintainer_list" embedded fixed={{ unit_id: id }} />}
        {tab === 'contracts' && <Contracts rows={contracts} />}
        {tab === 'visits' && (
          <>
            <Panel title="每月维保次数">
              <Suspense fallback={<div style={{ height: 132 }} />}>
                <MonthsChart months={months} />
              </Suspense>
            </Panel>
            <ListView viewNo="maintenance_list" embedded fixed={{ maiorgsysid: id }} />
          </>
        )}
      </div>
    </div>
  );
}

function Contracts({ rows }: { rows: UnitOverview['contracts'] }) {
  return (
    <Panel flush className="maintenance-contracts">
      {rows.length === 0 ? (
        <StateNote kind="empty" title="没有登记维保合同">
          在单位档案中登记
        </StateNote>
      ) : (
        <table className="plain">
          <thead>
            <tr>
              <th style={{ width: 180 }}>合同编号</th>
              <th>使用单位</th>
              <th className="right" style={{ width: 80 }}>
                台数
              </th>
              <th style={{ width: 110 }}>起始日期</th>
              <th style={{ width: 110 }}>截止日期</th>
              <th style={{ width: 90 }}>状态</th>
              <th>备注</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={String(row.id)}>
                <td className="code">{String(row.contractno)}</td>
                <td>{String(row.useunitname)}</td>
                <td className="right">{Number(row.lifts)}</td>
                <td>{String(row.datefrom)}</td>
                <td>{String(row.dateto)}</td>
                <td className={row.over ? 'soft' : undefined}>{row.over ? '已到期' : '有效'}</td>
                <td>{String(row.remark ?? '')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
