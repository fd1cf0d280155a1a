/** What of the server's menu tree is shown. */
import type { MenuItem } from '@/api/shapes';

const SYSTEMS = new Set(['scdeap', 'supervise']);
/** Hrefs with this mark open another system; what follows is its address. */
const TURN_MARK = 'isTurnByHref_';

export const isTurn = (href: string | undefined) => Boolean(href?.includes(TURN_MARK));
export const turnAddress = (href: string) => href.slice(href.indexOf(TURN_MARK) + TURN_MARK.length);

export const pathOf = (href: string) => (href.startsWith('/') ? href : `/${href}`).split('?')[0]!;

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'));

/** The page itself or, for a page without an entry (a form, a record), a page of its folder. */
export function isNear(href: string | undefined, pathname: string): boolean {
  return Boolean(href) && folderOf(pathname) !== '' && folderOf(pathOf(href!)) === folderOf(pathname);
}

interface MenuOptions {
  isKnown: (path: string) => boolean;
  /** Routes that never stand in the menu. */
  isHidden?: (path: string) => boolean;
}

/** Nodes of our systems whose link is known; a group stays as long as something is left below it. */
export function usableMenu(nodes: MenuItem[], options: MenuOptions): MenuItem[] {
  const kept: MenuItem[] = [];
  for (const node of nodes) {
    if (!SYSTEMS.has(node.sysCode ?? '')) continue;
    const childList = usableMenu(node.childList ?? [], options);
    const href = node.href?.trim();
    if (childList.length > 0) {
      kept.push({ ...node, childList });
      continue;
    }
    if (!href) continue;
    const known = options.isKnown(pathOf(href)) && !options.isHidden?.(pathOf(href));
    if (isTurn(href) || known) kept.push({ ...node, childList: [] });
  }
  return kept;
}

interface MenuLeaf {
  node: MenuItem;
  /** Names of the groups above it. */
  trail: string[];
}

export function leavesOf(nodes: MenuItem[], trail: string[] = []): MenuLeaf[] {
  return nodes.flatMap((node) =>
    node.childList?.length ? leavesOf(node.childList, [...trail, node.name]) : [{ node, trail }],
  );
}
