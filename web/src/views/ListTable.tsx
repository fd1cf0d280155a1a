/**
 * The table of a list: drawn again only when its rows, columns or marks change, and of a long page only in part.
 *
 * It is a plain table. A general one (antd's) measures each column and each row wherever it comes into sight, and has a
 * component for every cell: most of the time a list took to open, to come back and to scroll.
 */
import { type KeyboardEvent, type MouseEvent, memo, type RefObject, useEffect, useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { Row } from '@/api/layout';
import type { Action, Column, TableConfig } from '@/api/shapes';
import { isReturned } from './cells';
import { type Grid, type GridColumn, gridOf, isSkeleton } from './listColumns';
import { type Contents, contentsOf } from './listWidths';
import { useRowWindow } from './rowWindow';
import { useBoxSize } from './useBoxSize';
import { useKeptScroll } from './useKeptScroll';

interface Marks {
  /** Picks or drops a row; with Shift all rows between it and the one before. */
  onToggle: (key: string, range: boolean) => void;
  onPickAll: (all: boolean) => void;
  onCurrent: (key: string) => void;
}

interface Props {
  config: TableConfig;
  columns: Column[];
  /** Whether the columns are somebody's choice. */
  chosen: boolean;
  /** Told which columns this window has no room for. */
  onLeftOut: (columns: Column[]) => void;
  rows: Row[];
  sort: string | undefined;
  /** Whether there are too many rows to be sorted by another column than the list's own. */
  tooMany: boolean;
  /** The box in which the table scrolls. */
  box: RefObject<HTMLDivElement | null>;
  picked: string[];
  current: string | undefined;
  /** None of the functions changes from one drawing to the next. */
  run: (action: Action, rows: Row[]) => void;
  onSort: (sort: string | undefined) => void;
  marks: Marks;
}

export const ListTable = memo(function ListTable(props: Props) {
  const { config, columns, rows, sort, tooMany, box, picked, current, run, onSort, onLeftOut, marks } = props;
  const size = useBoxSize(box);
  const drawn = useRowWindow(box, rows.length, size?.height ?? 0);
  const marked = rows.some(isReturned);
  const room = size?.width ?? 0;
  // as words: the same widths on the next page draw no row anew
  const widths = useMemo(() => JSON.stringify(contentsOf(columns, rows)), [columns, rows]);
  const ownChoice = props.chosen;
  const grid = useMemo(() => {
    const contents: Contents = JSON.parse(widths);
    return gridOf({ config, columns, contents, chosen: ownChoice, sort, marked, room, run });
  }, [config, columns, widths, ownChoice, sort, marked, room, run]);
  useEffect(() => onLeftOut(grid.leftOut), [grid.leftOut, onLeftOut]);
  const chosen = useMemo(() => new Set(picked), [picked]);
  const openLink = useOpenLinks();
  useKeptScroll(box, `scroll ${config.viewNo}`, rows.some((row) => !isSkeleton(row)) && size !== null);
  return (
    <div className="list-rows" ref={box} onClick={openLink}>
      {size && (
        <table className={grid.wide ? 'grid wide' : 'grid'} style={{ width: grid.wide ?? '100%' }}>
          <colgroup>
            <col style={{ width: grid.pickWidth }} />
            {grid.columns.map((column) => (
              <col key={column.key} style={{ width: column.width }} />
            ))}
          </colgroup>
          <Head
            grid={grid}
            sort={sort}
            own={config.defaultSort}
            most={tooMany ? config.sortsAtMost : undefined}
            all={rows.length > 0 && picked.length === rows.length}
            some={picked.length > 0}
            onPickAll={marks.onPickAll}
            onSort={onSort}
          />
          <LeftOut height={drawn.above} />
          <tbody>
            {rows.slice(drawn.start, drawn.end).map((row) => {
              const key = String(row[config.rowKey]);
              return (
                <GridRow
                  key={key}
                  id={key}
                  row={row}
                  columns={grid.columns}
                  late={Boolean(config.late) && String(row[config.late!]) === '1'}
                  picked={chosen.has(key)}
                  current={key === current}
                  marks={marks}
                />
              );
            })}
          </tbody>
          <LeftOut height={drawn.below} />
        </table>
      )}
    </div>
  );
});

/** A link to a page of the client opens in its tab; with a key held down it is the browser's. */
export function useOpenLinks() {
  const navigate = useNavigate();
  return (event: MouseEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const address = (event.target as Element).closest('a[href]')?.getAttribute('href');
    if (!address?.startsWith('/')) return;
    event.preventDefault();
    navigate(address);
  };
}

/** Keeps the room of rows that are not drawn. */
const LeftOut = ({ height }: { height: number }) =>
  height > 0 && (
    <tbody aria-hidden="true">
      <tr style={{ height }} />
    </tbody>
  );

const classOf = (column: GridColumn, due?: boolean) =>
  [column.className, due && 'due', column.stuck && 'stuck', column.stuck?.right !== undefined && 'at-right']
    .filter(Boolean)
    .join(' ') || undefined;

interface HeadProps {
  grid: Grid;
  sort: string | undefined;
  /** The order of the list itself. */
  own: string | undefined;
  /** So many rows can be sorted by other columns, and there are more. */
  most: number | null | undefined;
  all: boolean;
  some: boolean;
  onPickAll: (all: boolean) => void;
  onSort: (sort: string | undefined) => void;
}

/** Once upwards, once downwards, then the order of the list itself; where that is the downward one, upwards again. */
function nextSort(sort: string | undefined, prop: string, own: string | undefined): string | undefined {
  if (sort === prop) return `-${prop}`;
  return sort === `-${prop}` && sort !== own ? undefined : prop;
}

function Head({ grid, sort, own, most, all, some, onPickAll, onSort }: HeadProps) {
  return (
    <thead>
      <tr>
        <th scope="col" className={grid.wide ? 'pick stuck' : 'pick'}>
          <input
            type="checkbox"
            aria-label="选中本页全部"
            checked={all}
            ref={(input) => {
              if (input) input.indeterminate = some && !all;
            }}
            onChange={(event) => onPickAll(event.target.checked)}
          />
        </th>
        {grid.columns.map((column) => {
          const order =
            sort === column.key ? 'ascending' : sort === `-${column.key}` ? 'descending' : undefined;
          const turn = () => onSort(nextSort(sort, column.key, own));
          const held = Boolean(most) && ![own, sort].includes(column.key) && own !== `-${column.key}`;
          const why = `多于 ${most?.toLocaleString()} 条时不能按${column.title}排序，请先增加查询条件`;
          return (
            <th
              key={column.key}
              scope="col"
              className={classOf(column)}
              style={{ textAlign: column.align, ...column.stuck }}
              title={(held && column.sortable ? why : column.title) || undefined}
              aria-sort={order}
              {...(column.sortable &&
                !held && {
                  'data-sortable': column.align ?? 'left',
                  tabIndex: 0,
                  onClick: turn,
                  onKeyDown: (event: KeyboardEvent) => event.key === 'Enter' && turn(),
                })}
            >
              {column.title}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

interface RowProps {
  id: string;
  row: Row;
  columns: GridColumn[];
  late: boolean;
  picked: boolean;
  current: boolean;
  marks: Marks;
}

const GridRow = memo(function GridRow({ id, row, columns, late, picked, current, marks }: RowProps) {
  const waiting = isSkeleton(row);
  const names = [late && 'late', current && 'current-row', picked && 'picked'].filter(Boolean).join(' ');
  return (
    <tr data-row-key={id} className={names || undefined} onClick={() => marks.onCurrent(id)}>
      <td className={columns[0]?.stuck ? 'pick stuck' : 'pick'}>
        <input
          type="checkbox"
          aria-label="选中此行"
          checked={picked}
          disabled={waiting}
          onChange={(event) =>
            marks.onToggle(id, (event.nativeEvent as globalThis.MouseEvent).shiftKey === true)
          }
        />
      </td>
      {columns.map((column) => (
        <td
          key={column.key}
          className={classOf(column, late && !waiting && column.due?.(row))}
          style={column.align || column.stuck ? { textAlign: column.align, ...column.stuck } : undefined}
          title={waiting ? undefined : column.hint?.(row)}
        >
          {!waiting ? column.draw(row) : column.hint && <i className="skeleton-bar" />}
        </td>
      ))}
    </tr>
  );
});
