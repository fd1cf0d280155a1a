/** The open tabs follow the address; opening, closing and naming them goes through here. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { RouteRow } from '@/ui/routeRow';
import { rowOf } from './routeTable';
import { closeTab, HOME_KEY, openTab, type Place, restoreTabs, storeTabs, type Tab, TabMemory } from './tabs';

/** The desktops share the first tab; lists are one tab each; records have a tab of their own. */
function keyOf(row: RouteRow, place: Place, homePath: string): string {
  if (place.pathname === homePath || (row.kind === 'desktop' && row.path.split('/').length === 2))
    return HOME_KEY;
  return row.kind === 'detail' || row.kind === 'form' ? place.pathname + place.search : place.pathname;
}

const addressOf = (place: Place) => place.pathname + place.search;

const NO_TITLES: ReadonlyMap<string, string> = new Map();

export function useTabs(homePath: string, titles = NO_TITLES) {
  const location = useLocation();
  const navigate = useNavigate();
  const home: Tab = { key: HOME_KEY, pathname: homePath, search: '', title: rowOf(homePath).title };
  const row = rowOf(location.pathname);
  const asked = keyOf(row, location, homePath);
  const wanted: Tab = { key: asked, pathname: location.pathname, search: location.search, title: row.title };
  // The page of the address is there from the first moment: otherwise the home page would be loaded on the way to it.
  const [tabs, setTabs] = useState<Tab[]>(() => {
    const kept = restoreTabs(home);
    return row.kind === 'redirect' ? kept : (openTab(kept, wanted) ?? kept);
  });
  const [refused, setRefused] = useState<Tab | null>(null);
  const [dirtyKeys, setDirtyKeys] = useState<ReadonlySet<string>>(new Set());
  const [versions, setVersions] = useState<Record<string, number>>({});
  const memories = useRef(new Map<string, TabMemory>());

  const [lastActive, setLastActive] = useState(HOME_KEY);
  // A page that found no place leaves the one before it in sight.
  const active = tabs.some((tab) => tab.key === asked) ? asked : lastActive;

  // The address follows a closed page a moment later; until then it must not open the page again.
  const leaving = useRef<string | null>(null);

  useEffect(() => {
    if (row.kind === 'redirect' || leaving.current === asked) return;
    leaving.current = null;
    const opened: Tab = {
      key: asked,
      pathname: location.pathname,
      search: location.search,
      title: row.title,
    };
    const next = openTab(tabs, opened);
    if (next === null) {
      setRefused(opened);
      return;
    }
    setLastActive(asked);
    if (next !== tabs) setTabs(next);
  }, [asked, location.pathname, location.search, row, tabs]);

  useEffect(() => storeTabs(tabs), [tabs]);

  const memoryOf = useCallback((key: string) => {
    const known = memories.current.get(key) ?? new TabMemory(key);
    memories.current.set(key, known);
    return known;
  }, []);

  const forget = (key: string) => {
    memoryOf(key).forget();
    memories.current.delete(key);
    setDirtyKeys((old) => new Set([...old].filter((one) => one !== key)));
  };

  const close = (key: string) => {
    const { tabs: left, next } = closeTab(tabs, key);
    if (left === tabs) return;
    forget(key);
    setTabs(left);
    if (key === active && next) {
      leaving.current = key;
      navigate(addressOf(next));
    }
  };

  /** Gives up one tab for the page that did not fit any more. */
  const replace = (key: string) => {
    const { tabs: left } = closeTab(tabs, key);
    forget(key);
    setRefused(null);
    setTabs(left);
  };

  const giveUp = () => {
    setRefused(null);
    const back = tabs.find((tab) => tab.key === lastActive) ?? tabs[0]!;
    navigate(addressOf(back), { replace: true });
  };

  const setTitle = useCallback((key: string, title: string) => {
    setTabs((old) => {
      const index = old.findIndex((tab) => tab.key === key);
      return index < 0 || old[index]!.title === title ? old : old.with(index, { ...old[index]!, title });
    });
  }, []);

  const setDirty = useCallback((key: string, dirty: boolean) => {
    setDirtyKeys((old) => {
      if (old.has(key) === dirty) return old;
      const next = new Set(old);
      if (dirty) next.add(key);
      else next.delete(key);
      return next;
    });
  }, []);

  const step = (by: number) => {
    const at = tabs.findIndex((tab) => tab.key === active);
    const next = tabs[(at + by + tabs.length) % tabs.length];
    if (next) navigate(addressOf(next));
  };

  // A page without a name of its own is called what the menu calls it.
  const nameOf = (tab: Tab) => {
    const own = rowOf(tab.pathname);
    return tab.title === own.title ? (titles.get(tab.pathname) ?? own.title) : tab.title;
  };

  return {
    tabs: tabs.map((tab) => ({ ...tab, title: nameOf(tab) })),
    active,
    refused,
    versions,
    isDirty: (key: string) => dirtyKeys.has(key),
    show: (tab: Tab) => navigate(addressOf(tab)),
    close,
    closeOthers: (key: string) => {
      for (const tab of tabs) if (tab.key !== key && tab.key !== HOME_KEY) forget(tab.key);
      const left = tabs.filter((tab) => tab.key === key || tab.key === HOME_KEY);
      setTabs(left);
      if (key !== active) {
        leaving.current = active;
        navigate(addressOf(left.at(-1)!));
      }
    },
    replace,
    giveUp,
    /** Builds the page again, without loading the browser page. */
    reload: (key: string) => setVersions((old) => ({ ...old, [key]: (old[key] ?? 0) + 1 })),
    step,
    setTitle,
    setDirty,
    memoryOf,
  };
}

export type Tabs = ReturnType<typeof useTabs>;
