/** One row of the table of screens: the path, what it is called and what draws it. */
import type { ComponentType } from 'react';

type RouteKind = 'desktop' | 'list' | 'form' | 'detail' | 'stat' | 'page' | 'group' | 'redirect';

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
  /** Fresh each time it is shown. */
  notCache?: boolean;
  /** Needs the whole width: the menu is folded while it is shown. */
  wide?: boolean;
  /** Without the frame of the desktop: the whole screen of a phone. */
  bare?: boolean;
  /** Opens without login. */
  public?: boolean;
  /** Shows one record, which its address names. */
  record?: boolean;
  /** Without this permission a form is not opened: nobody fills in what he may not save. */
  needs?: string;
}

type Chunk = () => Promise<Record<string, ComponentType>>;

/**
 * The rows as the build writes them: a line of cells each, because the table is in every first load.
 * A page is the number of its chunk and its name there; an empty name is the last part of the path.
 */
export function rowsOf(table: string, chunks: Chunk[]): RouteRow[] {
  return table.split('\n').map((line) => {
    const [path = '', title = '', kind, flags = '', viewNo, to, page, name, needs] = line.split(',');
    const [chunk, exported = 'default'] = page?.split('#') ?? [];
    const has = (flag: string) => flags.split(' ').includes(flag);
    return {
      path,
      name: name || path.slice(path.lastIndexOf('/') + 1),
      title,
      kind: kind as RouteKind,
      viewNo: viewNo || undefined,
      to: to || undefined,
      page: chunk ? () => chunks[Number(chunk)]!().then((all) => ({ default: all[exported]! })) : undefined,
      hideInMenu: has('hidden'),
      notCache: has('fresh'),
      wide: has('wide'),
      bare: has('bare'),
      public: has('public'),
      record: has('record'),
      needs: needs || undefined,
    };
  });
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
