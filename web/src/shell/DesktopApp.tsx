/** The desktop client: who is here, what may be opened, and the frame around the pages. */

import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { App, ConfigProvider } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import dayjs from 'dayjs';
import { useApp } from '@/ui/useApp';
import 'dayjs/locale/zh-cn';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { setHeldHandler, setUnauthorizedHandler } from '@/api/client';
import { queryClient } from '@/api/queryClient';
import { sessionStore } from '@/api/sessionStore';
import { homePathOf, menuQuery, permissionQuery, userQuery } from '@/api/user';
import { PrintProvider } from '@/print/PrintProvider';
import { themeOf } from '@/ui/theme';
import { useThemeName } from '@/ui/useThemeName';
import { fetchFirstPage } from './firstPage';
import { CONTENT, KeepAliveTabs } from './KeepAliveTabs';
import { CHUNK_FAILED } from './lazyPage';
import { leavesOf, pathOf, usableMenu } from './menu';
import { isKnownPath, routeOf, rowOf } from './routeTable';
import { SideMenu } from './SideMenu';
import { SignatureDesk } from './SignatureDesk';
import { TopBar } from './TopBar';
import { useLeave } from './useLeave';
import './shell.css';

dayjs.locale('zh-cn');
fetchFirstPage();

const loadPalette = () => import('./CommandPalette');
const CommandPalette = lazy(loadPalette);
const HeldPage = lazy(() => import('./HeldPage'));

const MENU_STYLE = 'scdeap_menuStyle';
const OPEN_MENU = '1';
const FOLDED_MENU = '2';

const TOAST_SECONDS = 5; // what happened and where the matter stands now is read in this time

export default function DesktopApp() {
  const themeName = useThemeName();
  return (
    <ConfigProvider
      locale={zhCN}
      button={{ autoInsertSpace: false }}
      theme={themeOf(themeName)}
      form={{ requiredMark: true }}
    >
      <App style={{ height: '100%' }} message={{ duration: TOAST_SECONDS, maxCount: 3 }}>
        <QueryClientProvider client={queryClient}>
          <SignedIn />
        </QueryClientProvider>
      </App>
    </ConfigProvider>
  );
}

/** Without a session every page leads to the login; with one, user info is loaded before anything is shown. */
const WORK = '/home';

function SignedIn() {
  const location = useLocation();
  const navigate = useNavigate();
  const leave = useLeave();
  const loggedIn = sessionStore.isLoggedIn();
  const user = useQuery({ ...userQuery, enabled: loggedIn });
  const back = encodeURIComponent(location.pathname + location.search);

  useEffect(() => {
    // The user is asked for anew and says what is to be done first.
    setHeldHandler(() => void queryClient.invalidateQueries({ queryKey: userQuery.queryKey }));
    setUnauthorizedHandler(() => {
      const place = encodeURIComponent(window.location.pathname + window.location.search);
      queryClient.clear();
      navigate(`/login?expired=1&redirect=${place}`, { replace: true });
    });
  }, [navigate]);

  if (!loggedIn) return <Navigate to={`/login?redirect=${back}`} replace />;
  if (user.isError) {
    sessionStore.clear();
    queryClient.clear();
    return <Navigate to="/login" replace />;
  }
  if (!user.data) return <div className="progress-bar" role="progressbar" aria-label="正在载入" />;
  if (user.data.held) {
    const goOn = () => void queryClient.resetQueries(); // what was refused meanwhile is asked for anew
    return <HeldPage user={user.data} onLeave={() => void leave()} onDone={goOn} />;
  }
  return <Frame />;
}

const NARROW = 1100; // px: a laptop at 125 %

function Frame() {
  const user = useQuery(userQuery).data!;
  const { data: tree } = useQuery(menuQuery);
  useQuery(permissionQuery);
  const { pathname } = useLocation();
  const [chosen, setChosen] = useState(localStorage.getItem(MENU_STYLE) === FOLDED_MENU);
  // A page that needs the whole width, and any in a narrow window, starts with the menu folded; opening it there is not kept.
  const wide = Boolean(rowOf(pathname).wide) || window.innerWidth <= NARROW;
  const [openOnWide, setOpenOnWide] = useState(false);
  const folded = wide ? !openOnWide : chosen;
  const [searching, setSearching] = useState(false);
  const home = homePathOf(user);
  const menu = useMemo(
    () =>
      usableMenu(tree ?? [], {
        isKnown: isKnownPath,
        // whoever has a desk of another kind has no use for the ordinary one
        isHidden: (path) => Boolean(rowOf(path).hideInMenu) || (path === WORK && home !== WORK),
      }),
    [tree, home],
  );
  const desktops = useMemo(
    () => new Set([home, ...leavesOf(menu).map(({ node }) => pathOf(node.href ?? ''))]),
    [menu, home],
  );
  // A page is called what the menu calls it.
  const titles = useMemo(
    () => new Map(leavesOf(menu).map(({ node }) => [pathOf(node.href ?? ''), node.name])),
    [menu],
  );
  useChunkQuestion();
  useEffect(() => {
    // Fetched while nothing else happens: whoever presses Ctrl K is already typing.
    const timer = setTimeout(loadPalette, 2000);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.code !== 'KeyK') return;
      event.preventDefault();
      setSearching(true);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);

  const fold = (next: boolean) => {
    if (wide) {
      setOpenOnWide(!next);
      return;
    }
    localStorage.setItem(MENU_STYLE, next ? FOLDED_MENU : OPEN_MENU);
    setChosen(next);
  };
  if (pathname === '/') return <Navigate to={home} replace />;
  const signature = (
    <SignatureDesk
      user={user}
      onSet={() => void queryClient.invalidateQueries({ queryKey: userQuery.queryKey })}
    />
  );
  if (rowOf(pathname).bare)
    return (
      <PrintProvider>
        <OfflineBar />
        {signature}
        <Suspense fallback={null}>{routeOf(pathname).element}</Suspense>
      </PrintProvider>
    );
  return (
    <PrintProvider>
      <div className={folded ? 'shell folded' : 'shell'}>
        <a
          className="skip-link"
          href={`#${CONTENT}`}
          onClick={(event) => {
            event.preventDefault();
            document.getElementById(CONTENT)?.focus();
          }}
        >
          跳到页面内容
        </a>
        <TopBar
          user={user}
          allowed={(path) => desktops.has(path)}
          folded={folded}
          onFold={() => fold(!folded)}
          onSearch={() => setSearching(true)}
        />
        <SideMenu menu={menu} folded={folded} onUnfold={() => fold(false)} />
        <div className="main">
          <OfflineBar />
          {signature}
          <KeepAliveTabs homePath={home} titles={titles} />
        </div>
      </div>
      <Suspense fallback={null}>
        {searching && <CommandPalette menu={menu} onClose={() => setSearching(false)} />}
      </Suspense>
    </PrintProvider>
  );
}

/** A page whose code did not come: most often a new version was installed meanwhile, and a reload helps. */
function useChunkQuestion(): void {
  const { modal } = useApp();
  useEffect(() => {
    let asking = false;
    const ask = () => {
      if (asking) return;
      asking = true;
      modal.confirm({
        title: '无法打开页面，是否刷新页面？',
        okText: '刷新',
        cancelText: '取消',
        onOk: () => location.reload(),
        afterClose: () => {
          asking = false;
        },
      });
    };
    window.addEventListener(CHUNK_FAILED, ask);
    return () => window.removeEventListener(CHUNK_FAILED, ask);
  }, [modal]);
}

function OfflineBar() {
  const [since, setSince] = useState<number | null>(navigator.onLine ? null : Date.now());
  useEffect(() => {
    const off = () => setSince(Date.now());
    const on = () => setSince(null);
    window.addEventListener('offline', off);
    window.addEventListener('online', on);
    return () => {
      window.removeEventListener('offline', off);
      window.removeEventListener('online', on);
    };
  }, []);
  if (since === null) return null;
  return (
    <div className="offline-bar" role="status">
      网络已断开（{dayjs(since).format('HH:mm')} 起），可以继续填写，联网后才能提交
      <button
        type="button"
        className="link"
        onClick={() => void queryClient.refetchQueries({ type: 'active' })}
      >
        立即重连
      </button>
    </div>
  );
}
