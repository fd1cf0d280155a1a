import { expect, test } from 'vitest';
import {
  closeTab,
  HOME_KEY,
  MAX_TABS,
  openTab,
  restoreTabs,
  storeTabs,
  type Tab,
  TabMemory,
} from '@/shell/tabs';

const home: Tab = { key: HOME_KEY, pathname: '/home', search: '', title: '工作桌面' };
const tab = (key: string): Tab => ({ key, pathname: key, search: '', title: key });
const many = (count: number) => [home, ...Array.from({ length: count - 1 }, (_, index) => tab(`/p${index}`))];

test('a page opens once, after the others, with home first', () => {
  const one = openTab([home], tab('/a'))!;
  expect(one.map((entry) => entry.key)).toEqual([HOME_KEY, '/a']);
  expect(openTab(one, tab('/a'))).toBe(one);
  const drilled = openTab(one, { ...tab('/a'), search: '?late=1' })!;
  expect(drilled).toHaveLength(2);
  expect(drilled[1]?.search).toBe('?late=1');
});

test('the eleventh page is refused, nothing is closed silently', () => {
  const full = many(MAX_TABS);
  expect(openTab(full, tab('/new'))).toBeNull();
  expect(openTab(full, tab('/p3'))).toBe(full);
});

test('closing shows the neighbour, home cannot be closed', () => {
  const { tabs, next } = closeTab(many(4), '/p1');
  expect(tabs.map((entry) => entry.key)).toEqual([HOME_KEY, '/p0', '/p2']);
  expect(next?.key).toBe('/p2');
  expect(closeTab(many(3), HOME_KEY).tabs).toHaveLength(3);
});

test('the list is kept in local storage and restored behind the user’s home', () => {
  storeTabs([{ ...home, pathname: '/workDesktop' }, tab('/a')]);
  expect(restoreTabs(home).map((entry) => entry.pathname)).toEqual(['/home', '/a']);
  localStorage.setItem('scdeap_tabs', 'broken');
  expect(restoreTabs(home)).toEqual([home]);
});

test('what a page remembers survives a reload, not the closing of its tab', () => {
  new TabMemory('/a').set('list', { pageNo: 3 });
  const again = new TabMemory('/a');
  expect(again.get('list')).toEqual({ pageNo: 3 });
  again.forget();
  expect(new TabMemory('/a').get('list')).toBeUndefined();
});
