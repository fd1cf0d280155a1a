/** The table of screens, and what each of them opens. */

import { screens } from 'virtual:screens';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode } from 'react';
import { matchPath, Navigate, type RouteObject, useLocation } from 'react-router';
import { permissionQuery } from '@/api/user';
import { usePermission } from '@/ui/permission';
import { isUnbuilt, type RouteRow, registerRoutes } from '@/ui/routeRow';
import { type ActionTable, registerActions } from '@/views/actionRegistry';
import { type PanelTable, registerPanels } from '@/views/panelRegistry';
import { lazyPage } from './lazyPage';

// Only the table of loaders is read here; a handler's code comes with its first use.
const actions = import.meta.glob<{ actions: ActionTable }>('@/screens/*/actions.ts', { eager: true });
for (const module of Object.values(actions)) registerActions(module.actions);
const panels = import.meta.glob<{ panels: PanelTable }>('@/screens/*/panels.ts', { eager: true });
for (const module of Object.values(panels)) registerPanels(module.panels);
registerActions({ importRows: () => import('@/views/importRows') });

export const routeRows: RouteRow[] = screens;
registerRoutes(routeRows);

const Status401 = lazy(() => import('@/screens/portal/Status401'));
const loadListView = () => import('@/views/ListView').then((m) => ({ default: m.ListView }));
const ListView = lazy(loadListView);
const NoRecord = lazy(() => import('@/views/ListStates').then((m) => ({ default: m.NoRecord })));
const loadRecordPage = () => import('@/views/RecordPage').then((m) => ({ default: m.RecordPage }));
const RecordPage = lazy(loadRecordPage);
const StatView = lazy(() => import('@/screens/stat/StatView').then((m) => ({ default: m.StatView })));
const GroupPage = lazy(() => import('./GroupPage').then((m) => ({ default: m.GroupPage })));
const UnbuiltPage = lazy(() => import('./GroupPage').then((m) => ({ default: m.UnbuiltPage })));

/** A page of one record, or what is said when its address names none. */
function OfRecord({ page }: { page: ReactNode }) {
  return useLocation().search ? page : <NoRecord />;
}

/** A form, or what is said to who may not save it. */
function OfPermission({ needs, page }: { needs: string; page: ReactNode }) {
  const known = useQuery(permissionQuery);
  const { can } = usePermission();
  if (!known.data) return null;
  return can(needs) ? page : <Status401 />;
}

function elementOf(row: RouteRow) {
  if (row.kind === 'redirect') return <Navigate to={row.to ?? '/'} replace />;
  if (row.page) {
    const Page = lazyPage(row.page);
    const page = row.record ? <OfRecord page={<Page />} /> : <Page />;
    return row.needs ? <OfPermission needs={row.needs} page={page} /> : page;
  }
  if (row.kind === 'group') return <GroupPage row={row} rows={routeRows} />;
  if (isUnbuilt(row)) return <UnbuiltPage title={row.title} />;
  if (row.kind === 'detail') return <RecordPage viewNo={row.viewNo!} />;
  if (row.kind === 'stat') return <StatView viewNo={row.viewNo!} />;
  return <ListView viewNo={row.viewNo!} />;
}

const routes = new Map<RouteRow, RouteObject>(
  routeRows.map((row) => [row, { path: row.path, element: elementOf(row) }]),
);

const exact = new Map(routeRows.map((row) => [row.path, row]));
const patterned = routeRows.filter((row) => row.path.includes(':'));
const notFound = exact.get('*')!;

/** The row a path belongs to; the 404 row when there is none. */
export function rowOf(pathname: string): RouteRow {
  const plain = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  return exact.get(plain) ?? patterned.find((row) => matchPath(row.path, plain)) ?? notFound;
}

/** What the path opens. */
export const routeOf = (pathname: string): RouteObject => routes.get(rowOf(pathname))!;

export const isKnownPath = (pathname: string) => rowOf(pathname) !== notFound;

/** Fetches the code of a page without drawing it. One that does not come is asked about when it is drawn. */
export function loadPage(row: RouteRow): void {
  const declared = row.kind === 'list' ? loadListView : loadRecordPage;
  const load = row.page ?? (row.viewNo ? declared : undefined);
  load?.().catch(() => undefined);
}
