/** The supervision desktop: figures that open lists, overdue by area, what has to be dealt with. */
import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import {
  type Supervision,
  type SupervisionArea,
  type SupervisionFigure,
  type SupervisionRow,
  supervisionQuery,
} from '@/api/home';
import { formatNumber } from '@/ui/format';
import { EquipmentIcon } from '@/ui/icons';
import { Panel, StateNote } from '@/ui/Panel';
import { FaultNote } from '@/views/ListStates';
import { MessageLines } from './Home';
import './desktop.css';

export default function WorkDesktop() {
  const query = useQuery(supervisionQuery);
  const [which, setWhich] = useState<'overdue' | 'tasks'>('overdue');
  if (query.isError) {
    return (
      <div className="page">
        <section className="panel" style={{ flex: 1 }}>
          <FaultNote error={query.error} onRetry={() => query.refetch()} />
        </section>
      </div>
    );
  }
  const data: Partial<Supervision> = query.data ?? {};
  const overdue = data.overdue ?? [];
  const tasks = data.tasks ?? [];
  return (
    <div className="page fixed desktop">
      <section className="panel">
        <div className="figures">
          {(data.figures ?? []).map((figure) => (
            <Figure key={figure.key} figure={figure} />
          ))}
        </div>
      </section>
      <div className="supervision-grid">
        <Panel title="超期分布" sub="台 / 万台率" className="scrolling">
          <AreaTiles areas={data.areas ?? []} />
        </Panel>
        <Panel
          title="需要处置"
          flush
          className="scrolling"
          extra={
            <Segmented
              size="small"
              value={which}
              options={[
                { value: 'overdue', label: `超期与不合格 ${overdue.length}` },
                { value: 'tasks', label: `待我办理 ${tasks.length}` },
              ]}
              onChange={setWhich}
            />
          }
        >
          <Rows rows={which === 'overdue' ? overdue : tasks} ready={query.isSuccess} />
        </Panel>
        <Panel
          title="检验机构报来"
          extra={<Link to="/message/message_page">消息中心</Link>}
          flush
          className="scrolling wide"
        >
          <MessageLines messages={data.messages ?? []} />
        </Panel>
      </div>
    </div>
  );
}

const toneClass = { no: 'late', ca: 'caution', go: 'accent-text', ok: '' } as const;

function Figure({ figure }: { figure: SupervisionFigure }) {
  const value = typeof figure.value === 'number' ? formatNumber(figure.value) : figure.value;
  const inside = (
    <>
      <span>{figure.label}</span>
      <b className={figure.tone ? toneClass[figure.tone] : ''}>
        {value}
        <small>{figure.unit}</small>
      </b>
      <em>{figure.sub}</em>
    </>
  );
  return figure.route ? <Link to={figure.route}>{inside}</Link> : <div>{inside}</div>;
}

/** The deeper the tile, the higher the rate per ten thousand; the numbers say the same in words. */
function AreaTiles({ areas }: { areas: SupervisionArea[] }) {
  if (areas.length === 0) return <p className="hint">没有区域数据</p>;
  const highest = Math.max(1, ...areas.map((area) => area.rate));
  return (
    <div className="area-tiles">
      {areas.map((area) => {
        const depth = Math.round((area.rate / highest) * 24) + 4;
        const style = { background: `color-mix(in srgb, var(--alarm) ${depth}%, var(--panel))` };
        const inside = (
          <>
            <span className="ellipsis">{area.name}</span>
            <b>{formatNumber(area.overdue)}</b>
            <em>{formatNumber(area.rate)}</em>
          </>
        );
        const title =
          area.total === undefined ? area.name : `${area.name}，在用 ${formatNumber(area.total)} 台`;
        return area.route ? (
          <Link key={area.name} to={area.route} style={style} title={title}>
            {inside}
          </Link>
        ) : (
          <div key={area.name} style={style} title={title}>
            {inside}
          </div>
        );
      })}
    </div>
  );
}

function Rows({ rows, ready }: { rows: SupervisionRow[]; ready: boolean }) {
  const navigate = useNavigate();
  if (ready && rows.length === 0) return <StateNote kind="empty" title="没有需要处置的" />;
  return (
    <table className="plain">
      <colgroup>
        <col style={{ width: 84 }} />
        <col style={{ width: 190 }} />
        <col />
        <col style={{ width: 110 }} />
        <col style={{ width: 96 }} />
      </colgroup>
      <thead>
        <tr>
          <th>事项</th>
          <th>设备</th>
          <th>使用单位</th>
          <th>监管所</th>
          <th className="right">情况与期限</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={row.id ?? index}>
            <td>
              {row.route ? (
                <button type="button" className="link" onClick={() => navigate(row.route!)}>
                  {row.subject}
                </button>
              ) : (
                row.subject
              )}
            </td>
            <td title={row.equname}>
              <EquipmentIcon code={row.equclacode} /> {row.equname}
            </td>
            <td title={row.unitname}>{row.unitname}</td>
            <td>{row.office}</td>
            <td className={row.lateDays ? 'right late' : 'right soft'}>
              {row.lateDays ? `超 ${row.lateDays} 日` : row.due}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
