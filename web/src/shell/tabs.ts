/** The list of open pages: home first, at most ten, kept in local storage. Plain functions, drawn by KeepAliveTabs. */
import { keys } from '@/api/sessionStore';

export const MAX_TABS = 10;
export const HOME_KEY = 'home';

export interface Tab {
  key: string;
  pathname: string;
  search: string;
  title: string;
}

export interface Place {
  pathname: string;
  search: string;
}

/** Opens a place in its own tab, or returns to the tab it has. Null: there are ten already. */
export function openTab(tabs: Tab[], opened: Tab): Tab[] | null {
  const index = tabs.findIndex((tab) => tab.key === opened.key);
  if (index >= 0) {
    const known = tabs[index]!;
    if (known.pathname === opened.pathname && known.search === opened.search) return tabs;
    // The home tab changes its page and with it its name; others keep the name their page gave them.
    const title = known.pathname === opened.pathname ? known.title : opened.title;
    return tabs.with(index, { ...opened, title });
  }
  if (tabs.length >= MAX_TABS) return null;
  return opened.key === HOME_KEY ? [opened, ...tabs] : [...tabs, opened];
}

/** Without the tab; and the one to show when the closed one was in sight. */
export function closeTab(tabs: Tab[], key: string): { tabs: Tab[]; next: Tab | undefined } {
  const index = tabs.findIndex((tab) => tab.key === key);
  if (index < 0 || key === HOME_KEY) return { tabs, next: undefined };
  const left = tabs.toSpliced(index, 1);
  return { tabs: left, next: left[Math.min(index, left.length - 1)] };
}

export function storeTabs(tabs: Tab[]): void {
  localStorage.setItem(keys.tabs, JSON.stringify(tabs));
}

/** The stored list, with the user's own home in front. */
export function restoreTabs(home: Tab): Tab[] {
  let stored: Tab[] = [];
  try {
    stored = JSON.parse(localStorage.getItem(keys.tabs) ?? '[]') as Tab[];
  } catch {
    stored = [];
  }
  const usable = stored.filter((tab) => tab?.key && tab.key !== HOME_KEY && tab.pathname?.startsWith('/'));
  return [home, ...usable].slice(0, MAX_TABS);
}

const MEMORY = 'scdeap_tab ';

/** What a page remembers in its tab; survives a reload of the browser, not the closing of the tab. */
export class TabMemory extends Map<string, unknown> {
  private readonly store: string;

  constructor(key: string) {
    const store = MEMORY + key;
    let kept: [string, unknown][] = [];
    try {
      kept = Object.entries(JSON.parse(sessionStorage.getItem(store) ?? '{}') as Record<string, unknown>);
    } catch {
      kept = [];
    }
    super();
    this.store = store;
    for (const [name, value] of kept) super.set(name, value);
  }

  override set(name: string, value: unknown): this {
    super.set(name, value);
    try {
      sessionStorage.setItem(this.store, JSON.stringify(Object.fromEntries(this)));
    } catch {
      sessionStorage.removeItem(this.store); // a full store only costs the place after a reload
    }
    return this;
  }

  forget(): void {
    super.clear();
    sessionStorage.removeItem(this.store);
  }
}
