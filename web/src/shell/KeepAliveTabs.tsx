/** One page per tab, kept while another is in sight; pages marked notCache are built anew. */

import { CloseOutlined } from '@ant-design/icons';
import { Activity, lazy, memo, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useRoutes } from 'react-router';
import { PopMenu } from '@/ui/PopMenu';
import { scrollToTop } from '@/ui/scroll';
import { TabContext, type TabHandle } from '@/ui/tab';
import { useApp } from '@/ui/useApp';
import { PageBoundary } from './PageBoundary';
import { routeOf, rowOf } from './routeTable';
import { HOME_KEY, type Place, type Tab } from './tabs';
import { type Tabs, useTabs } from './useTabs';

const TooManyTabs = lazy(() => import('./TooManyTabs'));

/** Where the skip link leads. */
export const CONTENT = 'content';

const PRODUCT = '特种设备检验监管平台';

/** Renders a tab against its own remembered place, so a hidden page never sees the address of another. */
const TabPage = memo(function TabPage({ pathname, search }: Place) {
  const place = { pathname, search, hash: '', state: null, key: pathname + search };
  const page = useRoutes([routeOf(pathname)], place);
  // Every change of the address asks again; the same answer, or each open page would be drawn anew for it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place says it all
  return useMemo(() => page, [pathname, search]);
});

const Progress = () => <div className="progress-bar" role="progressbar" aria-label="正在载入" />;

interface FrameProps {
  tab: Tab;
  visible: boolean;
  tabs: Tabs;
}

function TabFrame({ tab, visible, tabs }: FrameProps) {
  const { setTitle, setDirty, memoryOf } = tabs;
  const close = useRef(tabs.close);
  close.current = tabs.close;
  const handle = useMemo<TabHandle>(
    () => ({
      key: tab.key,
      setTitle: (title) => setTitle(tab.key, title),
      setDirty: (dirty) => setDirty(tab.key, dirty),
      close: () => close.current(tab.key),
      memory: memoryOf(tab.key),
    }),
    [tab.key, setTitle, setDirty, memoryOf],
  );
  const box = useRef<HTMLElement>(null);
  // A page that is opened starts at its top; one that was kept stays where it was.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what was opened
  useEffect(() => {
    if (box.current) scrollToTop(box.current, 0);
  }, [tab.pathname]);
  if (!visible && rowOf(tab.pathname).notCache) return null;
  const version = tabs.versions[tab.key] ?? 0;
  return (
    <Activity mode={visible ? 'visible' : 'hidden'}>
      <section className="tab-page" data-tab={tab.key} ref={box}>
        <PageBoundary key={`${tab.pathname}#${version}`} onRetry={() => tabs.reload(tab.key)}>
          <TabContext value={handle}>
            <Suspense fallback={<Progress />}>
              <TabPage pathname={tab.pathname} search={tab.search} />
            </Suspense>
          </TabContext>
        </PageBoundary>
      </section>
    </Activity>
  );
}

interface Props {
  homePath: string;
  /** Names of the menu by path; a route's own title otherwise. */
  titles?: ReadonlyMap<string, string>;
}

export function KeepAliveTabs({ homePath, titles }: Props) {
  const tabs = useTabs(homePath, titles);
  const { modal } = useApp();
  const { active } = tabs;
  const current = tabs.tabs.find((tab) => tab.key === active);
  // Restored tabs cost nothing until they are looked at.
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    setVisited((old) => (old.has(active) ? old : new Set([...old, active])));
  }, [active]);
  useEffect(() => {
    document.title = current ? `${PRODUCT} - ${current.title}` : PRODUCT;
  }, [current]);

  const askToClose = (tab: Tab) =>
    modal.confirm({
      title: '确认关闭页面',
      content: tabs.isDirty(tab.key) ? `“${tab.title}”有未保存的内容，关闭后不会保存` : `关闭“${tab.title}”`,
      okText: '关闭',
      cancelText: '取消',
      onOk: () => tabs.close(tab.key),
    });
  useTabKeys(tabs, () => current && current.key !== HOME_KEY && askToClose(current));

  return (
    <div className="tabs-area">
      <div className="tabs" role="tablist" aria-label="打开的页面">
        {tabs.tabs.map((tab) => (
          <TabLabel key={tab.key} tab={tab} tabs={tabs} onClose={() => askToClose(tab)} />
        ))}
      </div>
      <main className="tab-body" id={CONTENT} tabIndex={-1}>
        {tabs.tabs
          .filter((tab) => tab.key === active || visited.has(tab.key))
          .map((tab) => (
            <TabFrame key={tab.key} tab={tab} visible={tab.key === active} tabs={tabs} />
          ))}
      </main>
      <Suspense fallback={null}>{tabs.refused && <TooManyTabs tabs={tabs} wanted={tabs.refused} />}</Suspense>
    </div>
  );
}

function TabLabel({ tab, tabs, onClose }: { tab: Tab; tabs: Tabs; onClose: () => void }) {
  const on = tab.key === tabs.active;
  const isHome = tab.key === HOME_KEY;
  const items = [
    { key: 'reload', label: '重新载入' },
    { key: 'close', label: '关闭', disabled: isHome },
    { key: 'others', label: '关闭其他' },
  ];
  const choose = (key: string) => {
    if (key === 'reload') tabs.reload(tab.key);
    else if (key === 'close') onClose();
    else tabs.closeOthers(tab.key);
  };
  return (
    <PopMenu context items={items} onChoose={choose} className={on ? 'tab on' : 'tab'}>
      <button
        type="button"
        role="tab"
        aria-selected={on}
        title={tab.title}
        onClick={() => tabs.show(tab)}
        onKeyDown={(event) => event.key === 'Delete' && !isHome && onClose()}
      >
        {tab.title}
        {tabs.isDirty(tab.key) && ' *'}
      </button>
      {!isHome && (
        // for the mouse: a list of tabs holds tabs alone, the keyboard has Delete and Alt W
        <button
          type="button"
          className="tab-close"
          title={`关闭 ${tab.title}`}
          aria-hidden
          tabIndex={-1}
          onClick={onClose}
        >
          <CloseOutlined />
        </button>
      )}
    </PopMenu>
  );
}

/** Alt W closes, Alt [ and Alt ] walk through the tabs. */
function useTabKeys(tabs: Tabs, onClose: () => void): void {
  const latest = useRef({ tabs, onClose });
  latest.current = { tabs, onClose };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey) return;
      const acts: Record<string, () => void> = {
        KeyW: () => latest.current.onClose(),
        BracketLeft: () => latest.current.tabs.step(-1),
        BracketRight: () => latest.current.tabs.step(1),
      };
      const act = acts[event.code];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
