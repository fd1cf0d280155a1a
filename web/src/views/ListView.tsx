/** A list screen, drawn from what the server declares under its viewNo. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Pagination, Table } from 'antd';
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { fetchFile, messageOf, type Params } from '@/api/client';
import { dictQuery } from '@/api/dict';
import {
  type Action,
  type Row,
  rowsQuery,
  searchFormQuery,
  type TableConfig,
  tableConfigQuery,
} from '@/api/layout';
import { saveFile } from '@/ui/saveFile';
import { useTab } from '@/ui/tab';
import { EmptyList, FaultNote } from './ListStates';
import { BatchBar, ListToolbar } from './ListToolbar';
import { isSkeleton, shownColumns, skeletonRows, tableColumns } from './listColumns';
import { SearchBar } from './SearchBar';
import { conditionsOf } from './searchFields';
import { useActions } from './useActions';
import { useBoxSize } from './useBoxSize';
import { useRowKeys, useShortcuts } from './useListKeys';
import { type ListState, useListState } from './useListState';
import './views.css';

const ColumnSettings = lazy(() => import('./ListDialogs').then((m) => ({ default: m.ColumnSettings })));
const SaveViewDialog = lazy(() => import('./ListDialogs').then((m) => ({ default: m.SaveViewDialog })));

export interface ListViewProps {
  viewNo: string;
  /** Conditions the screen adds to every call, for example the record a list belongs to. */
  fixed?: Params;
  /** Stands above the search. */
  header?: ReactNode;
  /** Drawn as a part of another page: no padding of its own. */
  embedded?: boolean;
}

const HEAD_HEIGHT = 33;
const SKELETON_AFTER_MS = 300;
const SLOW_AFTER_MS = 3000;

export function ListView(props: ListViewProps) {
  const table = useQuery(tableConfigQuery(props.viewNo));
  const state = useListState(props.viewNo);
  const frame = props.embedded ? 'list-view' : 'page fixed list-view';
  if (table.isError) {
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

function LoadedList({ viewNo, fixed, config, state }: LoadedProps) {
  const { message } = App.useApp();
  const client = useQueryClient();
  const { place } = state;
  const [picked, setPicked] = useState<string[]>([]);
  const [settings, setSettings] = useState<'columns' | 'view' | null>(null);
  const [exporting, setExporting] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const size = useBoxSize(panel);

  const searchForm = useQuery(searchFormQuery(viewNo));
  const dicts = useQuery(dictQuery);
  const fields = searchForm.data?.fields ?? [];
  const sort = place.sort ?? config.defaultSort;
  const pageSize = place.pageSize ?? config.pageSize ?? 20;
  const asked = { ...config.params, ...fixed, ...place.search, orderBy: sort };
  const query = rowsQuery(config.url, {
    ...asked,
    pageNo: place.pageNo,
    pageSize,
    exactCount: place.exact ? 1 : undefined,
  });
  const rows = useQuery(query);
  const list = rows.data?.list ?? [];
  const chosen = list.filter((row) => picked.includes(String(row[config.rowKey])));
  const waiting = useLate(rows.isPending, SKELETON_AFTER_MS);
  const slow = useLate(rows.isFetching, SLOW_AFTER_MS);

  const refresh = () => {
    setPicked([]);
    void client.invalidateQueries({ queryKey: ['rows', config.url] });
  };
  const { run, dialog } = useActions({ viewNo, rowKey: config.rowKey, search: asked, refresh });
  const runOnPicked = (action: Action) => run(action, chosen);
  useShortcuts(config.actions, runOnPicked);

  const columns = shownColumns(config, place.columns);
  const drawn = tableColumns({ config, columns, sort, rows: list, room: size.width, run });
  const conditions = conditionsOf(fields, place.search, dicts.data ?? {});
  const toggle = (key: string) =>
    setPicked((keys) => (keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key]));
  const rowKeys = list.map((row) => String(row[config.rowKey]));
  const keys = useRowKeys({
    keys: rowKeys,
    box: panel,
    onPick: toggle,
    onClear: () => setPicked([]),
  });
  useKeptScroll(panel, `scroll ${viewNo}`, rows.isSuccess);

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
  const body = rows.isPending ? (waiting ? skeletonRows(config.rowKey) : []) : list;
  const empty = rows.isSuccess && list.length === 0;
  // An empty answer is as tall as the panel; rows scroll inside it.
  const scrollY = size.height > HEAD_HEIGHT ? size.height - HEAD_HEIGHT : undefined;

  return (
    <>
      <SearchBar fields={fields} value={place.search} onSearch={state.setSearch} />
      <section className="panel list-panel">
        <ListToolbar
          config={config}
          page={rows.data}
          viewId={place.viewId}
          exporting={exporting}
          onAction={runOnPicked}
          onView={state.setView}
          onCount={state.countExactly}
          onSaveView={() => setSettings('view')}
          onExport={exportRows}
          onColumns={() => setSettings('columns')}
          onRefresh={refresh}
        />
        {chosen.length > 0 && (
          <BatchBar
            config={config}
            columns={columns}
            rows={chosen}
            onAction={runOnPicked}
            onClear={() => setPicked([])}
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
          {rows.isError && <FaultNote error={rows.error} onRetry={() => rows.refetch()} />}
          {empty && (
            <EmptyList
              title={config.title}
              conditions={conditions}
              first={first}
              onFirst={runOnPicked}
              onDrop={drop}
              onReset={() => state.setSearch({})}
            />
          )}
          {!rows.isError && !empty && (
            <Table<Row>
              size="small"
              tableLayout="fixed"
              rowKey={(row) => String(row[config.rowKey])}
              dataSource={body}
              columns={drawn.columns}
              pagination={false}
              scroll={{ x: drawn.width, y: scrollY }}
              locale={{ emptyText: ' ' }}
              rowClassName={(row) => rowClass(row, config, keys.current)}
              rowSelection={{
                columnWidth: drawn.pickWidth,
                fixed: true,
                selectedRowKeys: picked,
                onChange: (next) => setPicked(next.map(String)),
                getCheckboxProps: (row) =>
                  ({ disabled: isSkeleton(row), 'aria-label': '选中此行' }) as object,
              }}
              onRow={(row) => ({ onClick: () => keys.setCurrent(String(row[config.rowKey])) })}
              onChange={(_page, _filters, sorter) => {
                const one = Array.isArray(sorter) ? sorter[0] : sorter;
                const prop = String(one?.columnKey ?? '');
                state.setSort(one?.order ? `${one.order === 'descend' ? '-' : ''}${prop}` : undefined);
              }}
            />
          )}
        </div>
        <footer className="list-foot">
          {slow ? (
            <span className="hint">
              条件较宽，正在查{' '}
              <button
                type="button"
                className="link"
                onClick={() => client.cancelQueries({ queryKey: query.queryKey })}
              >
                停止
              </button>
            </span>
          ) : (
            <KeyHints actions={config.actions} />
          )}
          <Pagination
            size="small"
            current={place.pageNo}
            pageSize={pageSize}
            total={rows.data?.count ?? 0}
            showSizeChanger
            showQuickJumper
            pageSizeOptions={[20, 50, 100, 200]}
            onChange={state.setPage}
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

function rowClass(row: Row, config: TableConfig, current: string | undefined): string {
  const late = config.late && String(row[config.late]) === '1' ? 'late' : '';
  return String(row[config.rowKey]) === current ? `${late} current-row` : late;
}

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

/** The table scrolls in a box of its own, which forgets its place while the tab is hidden. */
function useKeptScroll(panel: { current: HTMLElement | null }, key: string, ready: boolean): void {
  const { memory } = useTab();
  useLayoutEffect(() => {
    const box = panel.current?.querySelector<HTMLElement>('.ant-table-body');
    if (!ready || !box) return;
    box.scrollTop = Number(memory.get(key) ?? 0);
    const note = () => memory.set(key, box.scrollTop);
    box.addEventListener('scroll', note);
    return () => box.removeEventListener('scroll', note);
  }, [panel, memory, key, ready]);
}

function KeyHints({ actions }: { actions: Action[] }) {
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
      {shortcuts.map((action) => (
        <span key={action.code}>
          <kbd>{action.shortcut?.replace('+', ' ')}</kbd> {action.label}
        </span>
      ))}
    </span>
  );
}
