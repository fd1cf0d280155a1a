/** 一户一码箱: what a unit has to see to, drawn for its phone first. The parts and their order are the server's. */
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ComponentType, lazy, Suspense, useContext } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { fetchFile, messageOf } from '@/api/client';
import { deskQuery, todoQuery } from '@/api/home';
import type { DeskPanel } from '@/api/shapes';
import { userQuery } from '@/api/user';
import { FigureStrip, Loading, MessageLines } from '@/screens/portal/DeskPanels';
import { Mark } from '@/ui/icons';
import { saveFile } from '@/ui/saveFile';
import { useApp } from '@/ui/useApp';
import { FaultNote } from '@/views/ListStates';
import { PrintContext } from '@/views/useActions';
import { Devices } from './Devices';
import { Duties } from './Duties';
import { Mends } from './Mends';
import { Persons, Unsigned } from './People';
import { Part, RowCards } from './parts';
import { Visits } from './Visits';
import '@/ui/figures.css';
import './box.css';

const BookSheet = lazy(() => import('./BookSheet'));
const DutySheet = lazy(() => import('./DutySheet'));
const NoticeSheet = lazy(() => import('./NoticeSheet'));

const BOX = '/my';
const PHONE = '/m';
const NARROW = 600; // px
/** What stands left on a wide screen: the devices and what became of them; right stands what waits for the unit. */
const LEFT = new Set(['boxdevices', 'unititems', 'unitreports']);

/** The parts that are drawn here, by their keys. */
const drawn: Record<string, ComponentType<{ panel: DeskPanel }>> = {
  boxdevices: Devices,
  boxvisits: Visits,
  boxmends: Mends,
  boxduties: Duties,
  boxunsigned: Unsigned,
  boxpersons: Persons,
};

export default function MyBox() {
  const { pathname } = useLocation();
  const desk = useQuery(deskQuery(BOX));
  const { data: user } = useQuery(userQuery);
  if (desk.isError) return <FaultNote error={desk.error} onRetry={() => void desk.refetch()} />;
  if (desk.data && desk.data.path !== BOX) return <Navigate to={desk.data.path} replace />;
  if (pathname === BOX && window.innerWidth <= NARROW) return <Navigate to={PHONE} replace />;
  const panels = desk.data?.panels ?? [];
  return (
    <div className={pathname === PHONE ? 'box phone' : 'box'}>
      {pathname === PHONE && (
        <header className="box-bar">
          <Mark />
          <b>一户一码箱</b>
          <Link to="/businessPro/onlineApply">全部功能</Link>
        </header>
      )}
      <Shortcuts unit={user?.userUnitId ?? ''} />
      {desk.isPending && <Loading />}
      {pathname === PHONE ? (
        <Parts panels={panels} />
      ) : (
        <>
          <Parts panels={panels.filter((panel) => panel.kind === 'figures')} />
          <div className="box-columns">
            <Parts panels={panels.filter((panel) => LEFT.has(panel.key))} />
            <Parts panels={panels.filter((panel) => panel.kind !== 'figures' && !LEFT.has(panel.key))} />
          </div>
        </>
      )}
      <Sheets />
    </div>
  );
}

function Parts({ panels }: { panels: DeskPanel[] }) {
  return (
    <div className="box-parts">
      {panels.map((panel) => (
        <BoxPart key={panel.key} panel={panel} />
      ))}
    </div>
  );
}

function BoxPart({ panel }: { panel: DeskPanel }) {
  const { data: todo } = useQuery(todoQuery);
  const Own = drawn[panel.key];
  if (Own) return <Own panel={panel} />;
  if (panel.kind === 'figures') return <FigureStrip figures={panel.figures} />;
  if (panel.kind === 'messages') {
    return (
      <Part panel={panel} count={todo?.messages.length} route="/message/message_page">
        <MessageLines messages={todo?.messages ?? []} none={panel.none} />
      </Part>
    );
  }
  return <RowCards panel={panel} />;
}

/** What is done at any time: book, the calendar file, the sheet for the wall. */
function Shortcuts({ unit }: { unit: string }) {
  const navigate = useNavigate();
  const { message } = useApp();
  const print = useContext(PrintContext);
  const calendar = async () => {
    try {
      const { blob, name } = await fetchFile('/api/my/calendar', {}, {});
      saveFile(blob, name);
    } catch (error) {
      message.error(messageOf(error));
    }
  };
  return (
    <nav className="box-shortcuts" aria-label="常用">
      <Button type="primary" size="large" onClick={() => navigate('#book')}>
        一起约检
      </Button>
      <Button size="large" onClick={() => void calendar()}>
        日历文件
      </Button>
      <Button size="large" onClick={() => print({ printType: 'SBQT', ids: [unit], title: '设备墙贴' })}>
        设备墙贴
      </Button>
    </nav>
  );
}

/** What is open over the box stands behind # in the address, so that the phone's back button closes it. */
function Sheets() {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const [kind = '', ...of] = pathname === BOX || pathname === PHONE ? hash.slice(1).split('/') : [];
  const close = () => navigate({ hash: '' }, { replace: true });
  return (
    <Suspense fallback={null}>
      {kind === 'book' && <BookSheet first={of[0]} onClose={close} />}
      {kind === 'duty' && <DutySheet equclass={of[0]!} period={of[1]!} day={of[2]!} onClose={close} />}
      {kind === 'notice' && <NoticeSheet id={of[0]!} onClose={close} />}
    </Suspense>
  );
}
