/** The panels of a desk: figures and rows of lists, work by step, what falls due, people, messages. */
import { useQuery } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { monthQuery } from '@/api/home';
import type { DeskFigure, DueDay, MonthFigures, TodoItem, TodoMessage, TodoStep } from '@/api/shapes';
import { formatNumber, formatWhen } from '@/ui/format';
import { shortLimit } from '@/ui/limit';
import { StateNote } from '@/ui/Panel';
import '@/ui/figures.css'; // a strip may be the only one on its page

const DueChart = lazy(() => import('./DueChart'));

const urgencies = [
  { key: 'late', label: '超期' },
  { key: 'today', label: '今日' },
  { key: 'soon', label: '三日内' },
  { key: 'rest', label: '其余' },
] as const;

/** What stands in a panel until its answer is here: bars in the place of rows. */
export function Loading({ rows = 4 }: { rows?: number }) {
  return (
    <div className="panel-loading" role="status" aria-label="正在载入">
      {Array.from({ length: rows }, (_, row) => (
        <i className="skeleton-bar" key={row} />
      ))}
    </div>
  );
}

const toneClass = { no: 'late', ca: 'caution', go: 'accent-text', ok: '', '': '' } as const;

export function FigureStrip({ figures }: { figures: DeskFigure[] }) {
  return (
    <section className="panel">
      <div className="figures">
        {figures.map((figure) => (
          <Link key={figure.label} to={figure.route}>
            <span>{figure.label}</span>
            <b className={toneClass[figure.tone]}>
              {formatNumber(figure.value)}
              {figure.more && '+'}
            </b>{' '}
            <small>{figure.unit}</small>
          </Link>
        ))}
      </div>
    </section>
  );
}

export function Legend() {
  return (
    <span className="legend">
      {urgencies.map(({ key, label }) => (
        <span key={key}>
          <i className={`u-${key}`} />
          {label}
        </span>
      ))}
    </span>
  );
}

const withQuery = (route: string, query: string) => `${route}${route.includes('?') ? '&' : '?'}${query}`;

/** The list of a part of a step; of all of it the list as it is. */
const partRoute = (step: TodoStep, part: (typeof urgencies)[number]['key']) =>
  step[part] === step.count ? step.route : withQuery(step.route, `urgency=${part}`);

function LimitText({ limit }: { limit: string | null }) {
  const { text, late } = shortLimit(limit);
  return <span className={late ? 'late' : 'soft'}>{text}</span>;
}

/** One bar per step; each part opens the step's list with only that part. */
export function StepBars({ steps, none }: { steps: TodoStep[]; none: string }) {
  if (steps.length === 0) return <StateNote kind="empty" title={none} />;
  const most = Math.max(1, ...steps.map((step) => step.count));
  return (
    <table className="plain">
      <colgroup>
        <col style={{ width: 124 }} />
        <col />
        <col style={{ width: 56 }} />
        <col style={{ width: 84 }} />
      </colgroup>
      <thead>
        <tr>
          <th>环节</th>
          <th>件数分布</th>
          <th className="right">合计</th>
          <th className="right">最早一件</th>
        </tr>
      </thead>
      <tbody>
        {steps.map((step) => (
          <tr key={`${step.route} ${step.stepcode}`}>
            <td>
              <Link to={step.route}>{step.label}</Link>
            </td>
            <td>
              <span className="step-bar">
                {urgencies
                  .filter(({ key }) => step[key] > 0)
                  .map(({ key, label }) => (
                    <Link
                      key={key}
                      to={partRoute(step, key)}
                      className={`u-${key}`}
                      title={`${step.label} ${label} ${step[key]} 件`}
                      style={{ width: `max(22px, ${(step[key] / most) * 92}%)` }}
                    >
                      {step[key]}
                    </Link>
                  ))}
              </span>
            </td>
            <td className="right">
              <Link to={step.route}>
                <b>{formatNumber(step.count)}</b>
              </Link>
            </td>
            <td className="right">
              <LimitText limit={step.earliest} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function FirstList({ items, none }: { items: TodoItem[]; none: string }) {
  if (items.length === 0) return <StateNote kind="empty" title={none} />;
  return (
    <table className="plain">
      <colgroup>
        <col style={{ width: 70 }} />
        <col style={{ width: 132 }} />
        <col />
        <col style={{ width: 92 }} />
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
        {items.map((item) => (
          <tr key={`${item.stepcode} ${item.seisn}`}>
            <td>{item.label}</td>
            <td>
              <Link to={item.route} className="code">
                {item.seisn}
              </Link>
            </td>
            <td title={item.unitname}>{item.unitname}</td>
            <td title={item.equname}>{item.equname}</td>
            <td className="right">
              <LimitText limit={item.limit} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function MessageLines({ messages, none = '没有新消息' }: { messages: TodoMessage[]; none?: string }) {
  if (messages.length === 0) return <p className="hint message-none">{none}</p>;
  return (
    <ul className="message-lines">
      {messages.map((message, index) => (
        <li key={message.msg_id ?? index}>
          <i className={message.unread === false ? '' : 'unread'} />
          {message.kind && <span className="soft kind">{message.kind}</span>}
          {message.route ? (
            <Link to={message.route} className="ellipsis" title={message.title}>
              {message.title}
            </Link>
          ) : (
            <span className="ellipsis" title={message.title}>
              {message.title}
            </span>
          )}
          <time className="hint">{formatWhen(message.create_time)}</time>
        </li>
      ))}
    </ul>
  );
}

const WARNING = '/assistMng/equInspectMng/expiryWarning';

/** Whether nothing falls due and nothing is planned. */
export const nothingDue = (days: DueDay[]) => days.every((day) => day.due === 0 && day.planned === 0);

/** What falls due, and the worst day: how many of its devices nobody has in hand, as the warning list shows them. */
export function Due({ days, none, paths }: { days: DueDay[]; none: string; paths: ReadonlySet<string> }) {
  if (nothingDue(days)) return <p className="hint">{none}</p>;
  const worst = days.reduce((most, entry) => (entry.left > most.left ? entry : most));
  const left = `${formatNumber(worst.left)} 台还没有安排`;
  const day = `${dayjs(worst.date).format('M月D日')}到期 ${formatNumber(worst.due)} 台`;
  const route = `${WARNING}?dueStart=${worst.date}&dueEnd=${worst.until}`;
  const open = paths.has(WARNING);
  return (
    <>
      <Suspense fallback={<Loading />}>
        <DueChart days={days} />
      </Suspense>
      {worst.left > 0 && (
        <p className="soft advice">
          {open ? <Link to={route}>{day}</Link> : day}，
          {open ? <Link to={`${route}&idle=1`}>{left}</Link> : left}
        </p>
      )}
    </>
  );
}

export function MonthLine() {
  const { data: month = {} as MonthFigures } = useQuery(monthQuery);
  const figures: [label: string, value: number | null | undefined, unit: string, route?: string][] = [
    ['本月检验', month.inspected, '台', month.inspectedRoute],
    ['出具报告', month.issued, '份', month.issuedRoute],
    ['一次通过', month.passrate, '%', month.sentbackRoute],
    ['平均出具', month.days, '日', month.issuedRoute],
  ];
  const told = figures.filter(([, value]) => value);
  if (told.length === 0) return null;
  return (
    <div className="month-line">
      {told.map(
        ([label, value, unit, route]): ReactNode => (
          <div key={label}>
            <span>{label}</span>
            <b>{route ? <Link to={route}>{formatNumber(value)}</Link> : formatNumber(value)}</b> {unit}
          </div>
        ),
      )}
    </div>
  );
}
