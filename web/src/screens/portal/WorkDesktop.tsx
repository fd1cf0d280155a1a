/** The supervision desktop: figures that open lists, overdue by area, what has to be dealt with. */
import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { supervisionQuery, trendQuery } from '@/api/home';
import type {
  OverdueEquipment,
  Supervision,
  SupervisionArea,
  SupervisionFigure,
  TodoItem,
  TodoStep,
} from '@/api/shapes';
import { menuPaths, menuQuery } from '@/api/user';
import { EquipmentLink } from '@/ui/EquipmentLink';
import { formatDate, formatNumber } from '@/ui/format';
import { EquipmentIcon } from '@/ui/icons';
import { shortLimit } from '@/ui/limit';
import { Panel, StateNote } from '@/ui/Panel';
import { FaultNote } from '@/views/ListStates';
import { Loading, MessageLines } from './DeskPanels';
import './desktop.css';

const TrendChart = lazy(() => import('./TrendChart'));

/** What a supervisor does next, for those whose menu has the page. */
const acts = [
  { path: '/assistMng/noticeMng/rectificationNotice', label: '整改通知书' },
  { path: '/bsArchives/unit/equipUnQualifiedList', label: '不合格设备' },
  { path: '/bsArchives/unit/maintEquList', label: '维保单位' },
];

export default function WorkDesktop() {
  const query = useQuery(supervisionQuery);
  const trend = useQuery(trendQuery);
  const { data: menu } = useQuery(menuQuery);
  const paths = new Set(menuPaths(menu));
  const offered = acts.filter((act) => paths.has(act.path));
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
  const overdueCount = (data.figures ?? []).find((figure) => figure.key === 'overdue')?.value ?? 0;
  const tasks = data.tasks ?? [];
  const steps = data.steps ?? [];
  const counted = data.countedAt ? `，${data.countedAt.slice(11, 16)} 统计` : '';
  return (
    <div className="page fixed desktop">
      <section className="panel">
        <div className="figures">
          {(data.figures ?? []).map((figure) => (
            <Figure key={figure.key} figure={figure} />
          ))}
        </div>
        {query.isPending && <Loading rows={1} />}
        {data.worst && (
          <p className="worst">
            <Link to={data.worstRoute ?? ''}>{data.worst}</Link>
            <span className="spacer" />
            {offered.map((act) => (
              <Link key={act.path} to={act.path}>
                {act.label}
              </Link>
            ))}
          </p>
        )}
      </section>
      <div className="supervision-grid">
        <Panel title="超期分布" sub={`台 / 万台率${counted}`} className="scrolling">
          {query.isPending ? <Loading /> : <AreaTiles areas={data.areas ?? []} />}
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
                { value: 'overdue', label: `超期未检 ${overdueCount}` },
                { value: 'tasks', label: `待我办理 ${formatNumber(data.waiting ?? 0)}` },
              ]}
              onChange={setWhich}
            />
          }
        >
          {query.isPending && <Loading />}
          {query.isSuccess && which === 'overdue' && <OverdueRows rows={overdue} />}
          {query.isSuccess && which === 'tasks' && <TaskRows rows={tasks} steps={steps} />}
        </Panel>
        <Panel title="检验与不合格" sub="近 12 个月，台次">
          <Suspense fallback={<Loading />}>
            {trend.data ? <TrendChart months={trend.data} /> : <Loading />}
          </Suspense>
        </Panel>
        <Panel
          title="消息"
          extra={<Link to="/message/message_page">消息中心</Link>}
          flush
          className="scrolling"
        >
          {query.isPending ? <Loading /> : <MessageLines messages={data.messages ?? []} />}
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
      <b className={figure.tone ? toneClass[figure.tone] : ''}>{value}</b>
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
        const to = area.code && `/bsArchives/equipment/allEquipentQuery?overdue=1&areacode=${area.code}`;
        return to ? (
          <Link key={area.name} to={to} style={style} title={title}>
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

function OverdueRows({ rows }: { rows: OverdueEquipment[] }) {
  if (rows.length === 0) return <StateNote kind="empty" title="没有超期设备" />;
  return (
    <table className="plain">
      <colgroup>
        <col style={{ width: 170 }} />
        <col style={{ width: 150 }} />
        <col />
        <col />
        <col style={{ width: 96 }} />
        <col style={{ width: 80 }} />
      </colgroup>
      <thead>
        <tr>
          <th>设备</th>
          <th>设备代码</th>
          <th>使用单位</th>
          <th>使用地点</th>
          <th>应检日期</th>
          <th className="right">超期</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          return (
            <tr key={row.id}>
              <td title={row.equname}>
                <EquipmentIcon code={row.equclass} /> {row.equname}
              </td>
              <td className="code">
                <EquipmentLink equclass={row.equclass} id={row.id}>
                  {row.equcode}
                </EquipmentLink>
              </td>
              <td title={row.useorgname}>{row.useorgname}</td>
              <td title={row.useplace}>{row.useplace}</td>
              <td>{formatDate(row.ninspdate)}</td>
              <td className="right late">超 {row.days} 日</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** What waits, step by step with its list, and the most urgent of it. */
function TaskRows({ rows, steps }: { rows: TodoItem[]; steps: TodoStep[] }) {
  if (steps.length === 0) return <StateNote kind="empty" title="没有待办" />;
  return (
    <>
      <p className="waiting-steps">
        {steps.map((step) => (
          <Link key={`${step.route} ${step.stepcode}`} to={step.route}>
            {step.label} <b className={step.late > 0 ? 'late' : undefined}>{formatNumber(step.count)}</b>
          </Link>
        ))}
      </p>
      {rows.length > 0 && <UrgentRows rows={rows} />}
    </>
  );
}

function UrgentRows({ rows }: { rows: TodoItem[] }) {
  return (
    <table className="plain">
      <colgroup>
        <col style={{ width: 90 }} />
        <col style={{ width: 130 }} />
        <col />
        <col />
        <col style={{ width: 96 }} />
      </colgroup>
      <thead>
        <tr>
          <th>环节</th>
          <th>业务流水号</th>
          <th>使用单位</th>
          <th>设备</th>
          <th className="right">办理期限</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const { text, late } = shortLimit(row.limit);
          return (
            <tr key={`${row.stepcode} ${row.seisn}`}>
              <td>{row.label}</td>
              <td className="code">
                <Link to={row.route}>{row.seisn}</Link>
              </td>
              <td title={row.unitname}>{row.unitname}</td>
              <td title={row.equname}>{row.equname}</td>
              <td className={late ? 'right late' : 'right soft'}>{text}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
