/** The inspection desktop: what is late, then what is due today; every figure opens a list. */
import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import dayjs from 'dayjs';
import { lazy, Suspense } from 'react';
import { Link, useNavigate } from 'react-router';
import { monthQuery, todoQuery } from '@/api/home';
import { unreadCountQuery } from '@/api/messages';
import type { DueDay, MonthFigures, Todo, TodoItem, TodoMessage, TodoStep } from '@/api/shapes';
import { menuPaths, menuQuery } from '@/api/user';
import { formatNumber, formatWhen } from '@/ui/format';
import { shortLimit } from '@/ui/limit';
import { Panel, StateNote } from '@/ui/Panel';
import { FaultNote } from '@/views/ListStates';
import { useShortcuts } from '@/views/useListKeys';
import './desktop.css';

const DueChart = lazy(() => import('./DueChart'));

const weekdays = ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六'];
const urgencies = [
  { key: 'late', label: '超期' },
  { key: 'today', label: '今日' },
  { key: 'soon', label: '三日内' },
  { key: 'rest', label: '其余' },
] as const;

/** Verbs of the first line, for those whose menu has the page behind them. */
const verbs = [
  {
    code: 'newapply',
    label: '新增申报',
    shortcut: 'Alt+N',
    route: '/businessPro/newapply',
    menu: '/businessPro/applyList',
  },
  {
    code: 'plan',
    label: '快速安排',
    route: '/businessPro/reportRelevant/shortcutPlan',
    menu: '/businessPro/taskArrange',
  },
  {
    code: 'pay',
    label: '收费确认',
    route: '/assistMng/payMng/payConfirm',
    menu: '/assistMng/payMng/payConfirm',
  },
];

export default function Home() {
  const todo = useQuery(todoQuery);
  const navigate = useNavigate();
  const { data: unread = 0 } = useQuery(unreadCountQuery);
  const { data: menu } = useQuery(menuQuery);
  const paths = new Set(menuPaths(menu));
  const offered = verbs.filter((verb) => paths.has(verb.menu));
  useShortcuts(offered, (verb) => navigate(verb.route ?? '/'));
  if (todo.isError) {
    return (
      <div className="page">
        <section className="panel" style={{ flex: 1 }}>
          <FaultNote error={todo.error} onRetry={() => todo.refetch()} />
        </section>
      </div>
    );
  }
  const data: Partial<Todo> = todo.data ?? {};
  const steps = data.steps ?? [];
  const total = data.total ?? 0;
  const today = dayjs(data.today);
  return (
    <div className="page fixed desktop">
      <div className="desktop-line">
        <b>
          {today.format('M月D日')}　{weekdays[today.day()]}
        </b>
        {todo.isSuccess && (
          <span className="soft">
            待办 {formatNumber(total)} 件
            {data.late ? (
              <>
                ，其中 <b className="late">{data.late} 件超期</b>
              </>
            ) : null}
            {data.dueToday ? `，${data.dueToday} 件今日到期` : ''}
          </span>
        )}
        <span className="spacer" />
        {offered.map((verb) => (
          <Button
            key={verb.code}
            icon={verb.shortcut ? <PlusOutlined /> : undefined}
            onClick={() => navigate(verb.route)}
          >
            {verb.label} {verb.shortcut && <span className="hint">{verb.shortcut.replace('+', ' ')}</span>}
          </Button>
        ))}
      </div>
      <div className="desktop-grid">
        <Panel title="待办" sub="按环节，超期在前" extra={<Legend />} flush className="scrolling">
          <StepBars steps={steps} ready={todo.isSuccess} />
        </Panel>
        <Panel
          title="本月到期与安排"
          sub="未来 15 个工作日"
          extra={<Link to="/assistMng/equInspectMng/expiryWarning">到期预警</Link>}
        >
          <Due days={data.due ?? []} canPlan={paths.has('/businessPro/taskArrange')} />
        </Panel>
        <Panel
          title="先办这些"
          sub={total > 0 ? `全部待办 ${formatNumber(total)}` : undefined}
          flush
          className="scrolling"
        >
          <FirstList items={data.first ?? []} ready={todo.isSuccess} />
        </Panel>
        <Panel
          title="消息"
          sub={unread > 0 ? `未读 ${unread}` : undefined}
          extra={<Link to="/message/message_page">消息中心</Link>}
          flush
          className="message-panel"
        >
          <MessageLines messages={data.messages ?? []} />
          <MonthLine />
        </Panel>
      </div>
    </div>
  );
}

function Legend() {
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
const day = (offset: number) => dayjs().add(offset, 'day').format('YYYY-MM-DD');

/** The part of a step's list that one part of its bar stands for, as the list's own conditions. */
const conditionOf: Record<(typeof urgencies)[number]['key'], () => string> = {
  late: () => 'late=1',
  today: () => `limit_atStart=${day(0)}&limit_atEnd=${day(0)}`,
  soon: () => `limit_atStart=${day(1)}&limit_atEnd=${day(3)}`,
  rest: () => `limit_atStart=${day(4)}`,
};

function LimitText({ limit }: { limit: string | null }) {
  const { text, late } = shortLimit(limit);
  return <span className={late ? 'late' : 'soft'}>{text}</span>;
}

/** One bar per step; each part opens the step's list with only that part. */
function StepBars({ steps, ready }: { steps: TodoStep[]; ready: boolean }) {
  if (ready && steps.length === 0) return <StateNote kind="empty" title="没有待办" />;
  const most = Math.max(1, ...steps.map((step) => step.count));
  return (
    <table className="plain">
      <colgroup>
        <col style={{ width: 92 }} />
        <col />
        <col style={{ width: 64 }} />
        <col style={{ width: 68 }} />
      </colgroup>
      <thead>
        <tr>
          <th>环节</th>
          <th aria-label="件数分布" />
          <th className="right">合计</th>
          <th className="right">最早一件</th>
        </tr>
      </thead>
      <tbody>
        {steps.map((step) => (
          <tr key={step.stepcode}>
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
                      to={withQuery(step.route, conditionOf[key]())}
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
              <b>{formatNumber(step.count)}</b>
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

function FirstList({ items, ready }: { items: TodoItem[]; ready: boolean }) {
  if (ready && items.length === 0) return <StateNote kind="empty" title="没有要先办的" />;
  return (
    <table className="plain">
      <colgroup>
        <col style={{ width: 70 }} />
        <col style={{ width: 128 }} />
        <col />
        <col style={{ width: 142 }} />
        <col style={{ width: 84 }} />
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

export function MessageLines({ messages }: { messages: TodoMessage[] }) {
  if (messages.length === 0) return <p className="hint message-none">没有新消息</p>;
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

function Due({ days, canPlan }: { days: DueDay[]; canPlan: boolean }) {
  if (days.every((entry) => entry.due === 0 && entry.planned === 0)) {
    return <p className="hint">这一时段没有到期设备</p>;
  }
  const worst = days.reduce((most, entry) => (entry.left > most.left ? entry : most));
  return (
    <>
      <Suspense fallback={<div style={{ height: 170 }} />}>
        <DueChart days={days} />
      </Suspense>
      {worst.left > 0 && (
        <p className="soft advice">
          {dayjs(worst.date).format('M月D日')}到期 {worst.due} 台，还有 {worst.left} 台没有在办业务。
          {canPlan && <Link to="/businessPro/taskArrange">去安排</Link>}
        </p>
      )}
    </>
  );
}

function MonthLine() {
  const { data: month = {} as MonthFigures } = useQuery(monthQuery);
  const figures: [label: string, value: number | null | undefined, unit: string][] = [
    ['本月检验', month.inspected, '台'],
    ['出具报告', month.issued, '份'],
    ['一次通过', month.passrate, '%'],
    ['平均出具', month.days, '日'],
  ];
  if (figures.every(([, value]) => value === undefined || value === null)) return null;
  return (
    <div className="month-line">
      {figures.map(([label, value, unit]) => (
        <div key={label}>
          <span>{label}</span>
          <b>{formatNumber(value) || '—'}</b> {unit}
        </div>
      ))}
    </div>
  );
}
