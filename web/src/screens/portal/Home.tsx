/** The desk of whoever is here: panels that the server names; every figure opens a list. */
import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import dayjs from 'dayjs';
import { lazy, Suspense } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { deskQuery, todoQuery } from '@/api/home';
import { unreadCountQuery } from '@/api/messages';
import type { DeskPanel, Todo } from '@/api/shapes';
import { menuPaths, menuQuery } from '@/api/user';
import { formatNumber } from '@/ui/format';
import { Panel } from '@/ui/Panel';
import { FaultNote } from '@/views/ListStates';
import { useShortcuts } from '@/views/useListKeys';
import {
  Due,
  FigureStrip,
  FirstList,
  Legend,
  Loading,
  MessageLines,
  MonthLine,
  nothingDue,
  StepBars,
} from './DeskPanels';
import './desktop.css';

const ListRows = lazy(() => import('./DeskRows').then((parts) => ({ default: parts.ListRows })));
const StatPanel = lazy(() => import('@/charts/StatPanel'));
const People = lazy(() => import('./DeskRows').then((parts) => ({ default: parts.People })));

const weekdays = ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六'];

/** Verbs of the first line, for those whose menu has the page behind them. */
const verbs = [
  {
    code: 'newapply',
    label: '新增申报',
    shortcut: 'Alt+N',
    route: '/businessPro/newapply',
    menu: '/businessPro/newapply',
  },
  { code: 'plan', label: '任务安排', route: '/businessPro/taskArrange', menu: '/businessPro/taskArrange' },
  {
    code: 'pay',
    label: '收费确认',
    route: '/assistMng/payMng/payConfirm',
    menu: '/assistMng/payMng/payConfirm',
  },
];

export default function Home() {
  const { pathname } = useLocation();
  const desk = useQuery(deskQuery(pathname));
  const todo = useQuery(todoQuery);
  const navigate = useNavigate();
  const { data: menu } = useQuery(menuQuery);
  const paths = new Set(menuPaths(menu));
  const offered = verbs.filter((verb) => paths.has(verb.menu));
  useShortcuts(offered, (verb) => navigate(verb.route));
  const fault = [desk, todo].find((query) => query.isError);
  if (fault) {
    return (
      <div className="page">
        <section className="panel" style={{ flex: 1 }}>
          <FaultNote error={fault.error} onRetry={() => fault.refetch()} />
        </section>
      </div>
    );
  }
  if (desk.data && desk.data.path !== pathname) return <Navigate to={desk.data.path} replace />;
  const panels = desk.data?.panels ?? [];
  const strips = panels.filter((panel) => panel.kind === 'figures');
  const month = panels.some((panel) => panel.kind === 'month');
  const others = panels.filter((panel) => panel.kind !== 'figures' && panel.kind !== 'month');
  const empty = others.filter((panel) => hasNothing(panel, todo.data));
  const nothing = empty.length < others.length ? empty : []; // a desk of nothing says so in its panels
  const today = dayjs(todo.data?.today);
  const works = panels.some((panel) => panel.kind === 'todo');
  return (
    <div className="page fixed desktop">
      <div className="desktop-line">
        <b>
          {today.format('M月D日')}　{weekdays[today.day()]}
        </b>
        {works && todo.data && (
          <span className="soft">
            待办 {formatNumber(todo.data.total)} 件
            {todo.data.late ? (
              <>
                ，其中 <b className="late">{todo.data.late} 件超期</b>
              </>
            ) : null}
            {todo.data.dueToday ? `，${todo.data.dueToday} 件今日到期` : ''}
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
      {strips.length > 0 && <FigureStrip figures={strips.flatMap((panel) => panel.figures)} />}
      <div className="desktop-grid">
        {desk.isPending && [0, 1, 2, 3].map((place) => <Panel key={place}>{<Loading />}</Panel>)}
        {others
          .filter((panel) => !nothing.includes(panel))
          .map((panel) => (
            <DeskPart key={panel.key} panel={panel} paths={paths} month={month} />
          ))}
      </div>
      {month && nothing.some((panel) => panel.kind === 'messages') && (
        <section className="panel">
          <MonthLine />
        </section>
      )}
      {nothing.length > 0 && (
        <section className="panel desktop-nothing">
          {nothing.map((panel) => (
            <span key={panel.key} title={panel.title}>
              {panel.none}
              {panel.kind === 'messages' && <Link to="/message/message_page">消息中心</Link>}
            </span>
          ))}
        </section>
      )}
    </div>
  );
}

/** A panel without anything gives its place to the others: its sentence stands in the line below them. */
function hasNothing(panel: DeskPanel, todo: Todo | undefined) {
  if (!panel.none || panel.kind === 'stat') return false;
  switch (panel.kind) {
    case 'todo':
      return todo?.steps.length === 0;
    case 'first':
      return todo?.first.length === 0;
    case 'due':
      return todo !== undefined && nothingDue(todo.due);
    case 'messages':
      return todo?.messages.length === 0;
    default:
      return panel.count === 0;
  }
}

interface PartProps {
  panel: DeskPanel;
  paths: ReadonlySet<string>;
  /** The figures of the month stand under the messages. */
  month: boolean;
}

function DeskPart({ panel, paths, month }: PartProps) {
  const todo = useQuery(todoQuery);
  const { data: unread = 0 } = useQuery(unreadCountQuery);
  const { title, sub, none } = panel;
  const waiting = !todo.data && <Loading />;
  switch (panel.kind) {
    case 'todo':
      return (
        <Panel title={title} sub={sub} extra={<Legend />} flush className="scrolling">
          {waiting || <StepBars steps={todo.data!.steps} none={none} />}
        </Panel>
      );
    case 'first': {
      const total = todo.data?.total ?? 0;
      return (
        <Panel title={title} sub={total ? `全部待办 ${formatNumber(total)}` : ''} flush className="scrolling">
          {waiting || <FirstList items={todo.data!.first} none={none} />}
        </Panel>
      );
    }
    case 'due':
      return (
        <Panel
          title={title}
          sub={sub}
          extra={<Link to="/assistMng/equInspectMng/expiryWarning">到期预警</Link>}
        >
          {waiting || <Due days={todo.data!.due} none={none} paths={paths} />}
        </Panel>
      );
    case 'messages':
      return (
        <Panel
          title={title}
          sub={unread > 0 ? `未读 ${unread}` : undefined}
          extra={<Link to="/message/message_page">消息中心</Link>}
          flush
          className="message-panel"
        >
          {waiting || <MessageLines messages={todo.data!.messages} none={none} />}
          {month && <MonthLine />}
        </Panel>
      );
    case 'people':
      return (
        <Panel title={title} sub={sub} flush className="scrolling">
          <Suspense fallback={<Loading />}>
            <People people={panel.people} none={none} />
          </Suspense>
        </Panel>
      );
    case 'stat':
      return (
        <Suspense fallback={<Loading />}>
          <StatPanel panel={panel} />
        </Suspense>
      );
    default:
      return (
        <Panel
          title={title}
          sub={sub}
          flush
          className="scrolling"
          extra={panel.count > 0 && <Link to={panel.route}>全部 {formatNumber(panel.count)}</Link>}
        >
          <Suspense fallback={<Loading />}>
            <ListRows panel={panel} />
          </Suspense>
        </Panel>
      );
  }
}
