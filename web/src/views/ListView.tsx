/** A list screen, drawn from what the server declares under its viewNo. */

import { hashKey, type QueryKey, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { Pagination } from 'antd';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError, fetchFile, messageOf, type Params } from '@/api/client';
import { dictQuery } from '@/api/dict';
import { exactCountQuery, type Row, rowsQuery, searchFormQuery, tableConfigQuery } from '@/api/layout';
import type { Action, Column, Page, TableConfig } from '@/api/shapes';
import { boxOf, boxText } from '@/map/box';
import { saveFile } from '@/ui/saveFile';
import { useApp } from '@/ui/useApp';
import { useOpeningFocus } from '@/ui/useOpeningFocus';
import { EmptyList, FaultNote, WayOutNote } from './ListStates';
import { ListTable } from './ListTable';
import { BatchBar, type Counted, ListToolbar } from './ListToolbar';
import { shownColumns, skeletonRows } from './listColumns';
import { conditionsAsked, pageAsked, pageSizeOf, sortOf } from './listPlace';
import { DRAWN_AT_MOST, revealRow } from './rowWindow';
import { SearchBar } from './SearchBar';
import { conditionsOf } from './searchFields';
import { useActions } from './useActions';
import { useFitting } from './useFitting';
import { useRowKeys, useShortcuts } from './useListKeys';
import { type ListState, useListState } from './useListState';
import { usePicks } from './usePicks';
import { useSteady } from './useSteady';
import './views.css';

const ColumnSettings = lazy(() => import('./ListDialogs').then((m) => ({ default: m.ColumnSettings })));
const ListMap = lazy(() => import('@/map/ListMap').then((m) => ({ default: m.ListMap })));
const SaveViewDialog = lazy(() => import('./ListDialogs').then((m) => ({ default: m.SaveViewDialog })));

interface ListViewProps {
  viewNo: string;
  /** Conditions the screen adds to every call, for example the record a list belongs to. */
  fixed?: Params;
  /** Stands above the search. */
  header?: ReactNode;
  /** Drawn as a part of another page: no padding of its own. */
  embedded?: boolean;
}

const NO_ROWS: Row[] = [];
const NONE_OUT: Column[] = [];
const PAGE_SIZES = [20, 50, 100, 200, 1000];
const SKELETON_AFTER_MS = 300;
const SLOW_AFTER_MS = 3000;

export function ListView(props: ListViewProps) {
  const table = useQuery(tableConfigQuery(props.viewNo));
  const state = useListState(props.viewNo);
  const frame = props.embedded ? 'list-view' : 'page fixed list-view';
  if (table.isLoadingError) {
    return (
      <div className={frame}>
        <section className="panel list-panel">
          <FaultNote error={table.error} onRetry={() => table.refetch()} />
        </section>
      </div>
    );
  }
  return (
    <div className={frame}>
      {props.header}
      {table.data ? (
        <LoadedList {...props} config={table.data} state={state} />
      ) : (
        <section className="panel list-panel" />
      )}
    </div>
  );
}

interface LoadedProps extends ListViewProps {
  config: TableConfig;
  state: ListState;
}

function LoadedList({ viewNo, fixed, embedded, config, state }: LoadedProps) {
  const { message } = useApp();
  const client = useQueryClient();
  const { place } = state;
  const [settings, setSettings] = useState<'columns' | 'view' | null>(null);
  const [exporting, setExporting] = useState(false);
  const [leftOut, setLeftOut] = useState<Column[]>(NONE_OUT);
  const tellLeftOut = useCallback((out: Column[]) => setLeftOut(out.length > 0 ? out : NONE_OUT), []);
  const panel = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);

  const searchForm = useQuery(searchFormQuery(viewNo));
  const dicts = useQuery(dictQuery);
  const fields = searchForm.data?.fields ?? [];
  const hasPlaces = fields.some((field) => field.widget === 'map');
  const sort = sortOf(config, place);
  const fits = useFitting();
  const room = embedded ? 0 : fits;
  const pageSize = pageSizeOf(config, place, room);
  const seen = place.pageNo * pageSize; // rows up to the end of this page
  const asked = conditionsAsked(config, place, fixed);
  const query = rowsQuery(config.url, pageAsked(config, place, fixed, room));
  const rows = useQuery(query);
  const exact = useQuery({ ...exactCountQuery(config.url, asked), enabled: Boolean(place.exact) });
  const counted = countOf(rows.data, exact);
  const list = rows.data?.list ?? NO_ROWS;
  // The last row of the last page went: the page before is shown, not an empty one.
  const gone = Boolean(rows.data && !rows.isFetching && list.length === 0 && place.pageNo > 1);
  const lastPage = Math.max(1, Math.ceil((rows.data?.count ?? 0) / pageSize));
  const toPage = useSteady(state.setPage);
  useEffect(() => {
    if (gone) toPage(Math.min(place.pageNo - 1, lastPage));
  }, [gone, toPage, place.pageNo, lastPage]);
  const note = rows.data?.note;
  const most = config.sortsAtMost;
  const tooMany = Boolean(most && counted && (counted.capped || counted.count > most));
  const rowKeys = useMemo(() => list.map((row) => String(row[config.rowKey])), [list, config.rowKey]);
  const picks = usePicks(rowKeys);
  const chosen = list.filter((row) => picks.picked.includes(String(row[config.rowKey])));
  const waiting = useLate(rows.isPending, SKELETON_AFTER_MS);

  const refresh = () => {
    picks.clear();
    void client.invalidateQueries({ queryKey: ['rows', config.url] });
  };
  const { run, dialog } = useActions({ viewNo, rowKey: config.rowKey, search: asked, refresh });
  const runOnPicked = (action: Action) => run(action, chosen);
  useShortcuts(config.actions, runOnPicked);

  const columns = useMemo(() => shownColumns(config, place.columns), [config, place.columns]);
  const conditions = conditionsOf(fields, place.search, dicts.data ?? {});
  const keys = useRowKeys({
    keys: rowKeys,
    box: panel,
    reveal: (key) => box.current && revealRow(box.current, rowKeys.indexOf(key)),
    onPick: picks.onToggle,
    onClear: picks.clear,
  });

  useOpeningFocus(panel, !rows.isPending);

  const exportRows = async () => {
    setExporting(true);
    try {
      const names = columns.map((column) => column.prop).join(',');
      const file = await fetchFile('/api/layout/export', { viewNo, ...asked, columns: names });
      saveFile(file.blob, file.name || `${config.title}.xlsx`);
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      setExporting(false);
    }
  };

  const drop = (names: string[]) =>
    state.setSearch(
      Object.fromEntries(Object.entries(place.search).filter(([name]) => !names.includes(name))),
    );
  const first = config.actions.find(
    (action) => action.place === 'toolbar' && (!action.needs || action.needs === 'none'),
  );
  const skeleton = useMemo(() => skeletonRows(config.rowKey), [config.rowKey]);
  const body = rows.isPending ? (waiting ? skeleton : NO_ROWS) : list;
  const empty = rows.isSuccess && list.length === 0;
  const steadyRun = useSteady(run);
  const steadySort = useSteady(state.setSort);
  const { onToggle, onPickAll } = picks;
  const onCurrent = keys.setCurrent;
  const marks = useMemo(() => ({ onToggle, onPickAll, onCurrent }), [onToggle, onPickAll, onCurrent]);

  const wayOut =
    place.pageNo > 1
      ? { label: '回到第 1 页', onLeave: () => state.setPage(1) }
      : place.sort && { label: '恢复列表排序', onLeave: () => state.setSort(undefined) };

  return (
    <>
      <SearchBar fields={fields} value={place.search} onSearch={state.setSearch} />
      <section className="panel list-panel">
        <ListToolbar
          config={config}
          counted={counted}
          viewId={place.viewId}
          segment={place.segment}
          counts={rows.data?.segments}
          leftOut={leftOut}
          exporting={exporting}
          mapped={hasPlaces ? Boolean(place.mapped) : undefined}
          onMapped={state.setMapped}
          onAction={runOnPicked}
          onView={state.setView}
          onSegment={state.setSegment}
          onCount={() => (exact.isError ? void exact.refetch() : state.countExactly())}
          onSaveView={() => setSettings('view')}
          onExport={exportRows}
          onColumns={() => setSettings('columns')}
          onRefresh={refresh}
        />
        {hasPlaces && place.mapped && (
          <Suspense fallback={<div className="list-body" />}>
            <ListMap
              config={config}
              columns={columns}
              asked={withoutBox(asked)}
              picked={boxOf(place.search.mapBox)}
              onPick={(box) => state.setBox(boxText(box))}
            />
          </Suspense>
        )}
        <div className="list-body" hidden={hasPlaces && place.mapped}>
          {chosen.length > 0 && (
            <BatchBar
              config={config}
              columns={columns}
              rows={chosen}
              onAction={runOnPicked}
              onClear={picks.clear}
            />
          )}
          <div
            className="list-table"
            ref={panel}
            tabIndex={0}
            role="group"
            aria-label={config.title}
            onKeyDown={keys.onKeyDown}
          >
            {rows.isError &&
              (wayOut && isRefusal(rows.error) ? (
                <WayOutNote sentence={messageOf(rows.error)} {...wayOut} />
              ) : (
                <FaultNote error={rows.error} onRetry={() => rows.refetch()} />
              ))}
            {empty && (
              <EmptyList
                title={config.title}
                note={note}
                conditions={conditions}
                first={first}
                onFirst={runOnPicked}
                onDrop={drop}
                onReset={() => state.setSearch({})}
              />
            )}
            {!rows.isError && !empty && (
              <ListTable
                config={config}
                tooMany={tooMany}
                columns={columns}
                chosen={Boolean(place.columns?.length)}
                onLeftOut={tellLeftOut}
                rows={body}
                sort={sort}
                box={box}
                picked={picks.picked}
                current={keys.current}
                run={steadyRun}
                onSort={steadySort}
                marks={marks}
              />
            )}
          </div>
        </div>
        <footer className="list-foot" hidden={hasPlaces && place.mapped}>
          <SlowNote queryKey={query.queryKey}>
            {note ? (
              <span className="hint">{note}</span>
            ) : counted?.capped && seen >= counted.count ? (
              <span className="hint">之后可能还有，可以继续翻页，或点「数准确」</span>
            ) : (
              <KeyHints actions={config.actions} long={list.length > DRAWN_AT_MOST} />
            )}
          </SlowNote>
          <Pagination
            size="small"
            current={place.pageNo}
            pageSize={pageSize}
            total={counted?.capped && !note ? Math.max(counted.count, seen + 1) : (counted?.count ?? 0)}
            showSizeChanger
            showQuickJumper
            pageSizeOptions={[...new Set([pageSize, ...PAGE_SIZES])].toSorted((a, b) => a - b)}
            onChange={(page, size) => (size === pageSize ? state.setPage(page) : state.setPageSize(size))}
          />
        </footer>
      </section>
      {dialog}
      <Suspense fallback={null}>
        {settings === 'columns' && (
          <ColumnSettings
            config={config}
            shown={columns.map((column) => column.prop)}
            onApply={state.setColumns}
            onClose={() => setSettings(null)}
          />
        )}
        {settings === 'view' && (
          <SaveViewDialog
            config={config}
            viewId={place.viewId}
            columns={columns.map((column) => column.prop)}
            search={place.search}
            sort={sort ?? ''}
            onClose={() => setSettings(null)}
          />
        )}
      </Suspense>
    </>
  );
}

/** What a map asks: the part of it that is picked is only shown there. */
const withoutBox = ({ mapBox: _, ...rest }: Params): Params => rest;

/** The capped count of the page, or the exact one once it was asked for. */
function countOf(
  page: Page | undefined,
  exact: { data?: number; isFetching: boolean; error: unknown },
): Counted | undefined {
  if (!page) return undefined;
  if (!page.countCapped) return { count: page.count, capped: false, counting: false };
  if (exact.data !== undefined) return { count: exact.data, capped: false, counting: false };
  const refused = exact.error ? messageOf(exact.error) : undefined;
  return { count: page.count, capped: true, counting: exact.isFetching, refused };
}

/** The server understood and said no: trying again would not help. */
const isRefusal = (error: unknown) => error instanceof ApiError && error.status > 0 && error.status < 500;

/** True once something has lasted longer than `ms`: short waits show nothing. */
function useLate(active: boolean, ms: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!active) {
      setLate(false);
      return;
    }
    const timer = setTimeout(() => setLate(true), ms);
    return () => clearTimeout(timer);
  }, [active, ms]);
  return late;
}

/** Stands in for the hints while a search takes long. It follows the fetching alone: the list is not drawn for it. */
function SlowNote({ queryKey, children }: { queryKey: QueryKey; children: ReactNode }) {
  const client = useQueryClient();
  const hash = hashKey(queryKey); // once: a key to compare with would be hashed again for each query there is
  const fetching = useIsFetching({ predicate: (query) => query.queryHash === hash }) > 0;
  const slow = useLate(fetching, SLOW_AFTER_MS);
  if (!slow) return children;
  return (
    <span className="hint">
      条件较宽，正在查{' '}
      <button type="button" className="link" onClick={() => client.cancelQueries({ queryKey })}>
        停止
      </button>
    </span>
  );
}

function KeyHints({ actions, long }: { actions: Action[]; long: boolean }) {
  const shortcuts = actions.filter((action) => action.shortcut).slice(0, 3);
  return (
    <span className="hint key-hints">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> 移动
      </span>
      <span>
        <kbd>空格</kbd> 选中
      </span>
      <span>
        <kbd>Enter</kbd> 打开
      </span>
      {long && <span title="其余的行滚到时才画出">Ctrl F 只找屏上的行，查找请用查询条件</span>}
      {shortcuts.map((action) => (
        <span key={action.code}>
          <kbd>{action.shortcut?.replace('+', ' ')}</kbd> {action.label}
        </span>
      ))}
    </span>
  );
}
