/** One row of the table of screens: the path, what it is called and what draws it. */
import type { ComponentType } from 'react';

type RouteKind = 'desktop' | 'list' | 'form' | 'detail' | 'page' | 'group' | 'redirect';

export interface RouteRow {
  path: string;
  name: string;
  title: string;
  kind: RouteKind;
  /** Drawn from the server's declaration: a list, or a record page with its form. */
  viewNo?: string;
  /** Drawn by code: the page is a chunk of its own. */
  page?: () => Promise<{ default: ComponentType }>;
  /** Target of a redirect. */
  to?: string;
  hideInMenu?: boolean;
  /** Stays in the menu although its parent has a single child. */
  showAlways?: boolean;
  /** Fresh each time it is shown. */
  notCache?: boolean;
  /** Needs the whole width: the menu is folded while it is shown. */
  wide?: boolean;
  /** Opens without login. */
  public?: boolean;
}

/** A row that nothing draws yet. It opens a page that says so. */
export const isUnbuilt = (row: RouteRow) =>
  !row.page && !row.viewNo && row.kind !== 'group' && row.kind !== 'redirect';

let registered: readonly RouteRow[] = [];
/** Told by the shell once all areas are known; pages that list pages read it. */
export function registerRoutes(rows: readonly RouteRow[]): void {
  registered = rows;
}
export const knownRoutes = () => registered;
