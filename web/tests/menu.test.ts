import { expect, test } from 'vitest';
import type { MenuItem } from '@/api/shapes';
import { leavesOf, turnAddress, usableMenu } from '@/shell/menu';

const node = (id: string, href: string, sysCode: string | undefined, childList: MenuItem[] = []): MenuItem =>
  ({ id, name: id, href, sysCode, childList }) as MenuItem;
const isKnown = (path: string) => ['/home', '/a', '/b', '/hidden'].includes(path);

test('only nodes of our systems with a known link or the turn-by-href mark stay', () => {
  const menu = usableMenu(
    [
      node('home', '/home', 'scdeap'),
      node('supervised', '/a', 'supervise'),
      node('other', '/b', 'oa'),
      node('nameless', '/b', undefined),
      node('unknown', '/nowhere', 'scdeap'),
      node('outside', 'isTurnByHref_https://trace.example/x', 'scdeap'),
      node('hidden', '/hidden', 'scdeap'),
      node('group', '', 'scdeap', [node('inner', 'b?x=1', 'scdeap'), node('gone', '/nowhere', 'scdeap')]),
      node('empty group', '', 'scdeap', [node('gone', '/nowhere', 'scdeap')]),
    ],
    { isKnown, isHidden: (path) => path === '/hidden' },
  );
  expect(menu.map((one) => one.id)).toEqual(['home', 'supervised', 'outside', 'group']);
  expect(leavesOf(menu).map((leaf) => [leaf.node.id, leaf.trail])).toEqual([
    ['home', []],
    ['supervised', []],
    ['outside', []],
    ['inner', ['group']],
  ]);
  expect(turnAddress('isTurnByHref_https://trace.example/x')).toBe('https://trace.example/x');
});
