/** Turns declared columns and row actions into table columns. */
import { MoreOutlined } from '@ant-design/icons';
import { Dropdown, type TableColumnsType } from 'antd';
import type { Action, Column, Row, TableConfig } from '@/api/layout';
import { Cell, cellText, isNumeric, isReturned, ReturnMarker } from './cells';
import { meets } from './template';

const ACTION_WIDTH = 250; // at most
const PICK_WIDTH = 36;
const MARKER_WIDTH = 26;
const MORE_WIDTH = 19;
const LETTER = 13;
const GAP = 11;
const PADDING = 16;
const ACTION_LEAST = 56;

export const isSkeleton = (row: Row) => row.__skeleton === true;
export const skeletonRows = (rowKey: string, count = 10): Row[] =>
  Array.from({ length: count }, (_, index) => ({ [rowKey]: `skeleton-${index}`, __skeleton: true }));

/** Columns in the order and choice of the user; numbers and links that left the choice stay out. */
export function shownColumns(config: TableConfig, chosen: string[] | undefined): Column[] {
  const all = config.columns.filter((column) => column.prop !== 'backReason');
  if (!chosen || chosen.length === 0) return all.filter((column) => column.shown !== false);
  const byProp = new Map(all.map((column) => [column.prop, column]));
  return chosen.map((prop) => byProp.get(prop)).filter((column) => column !== undefined);
}

/** As many row actions as fit in the widest column they may have; the others go under the three dots. */
function splitActions(actions: Action[]): { inline: Action[]; more: Action[]; width: number } {
  const inline = actions.filter((action) => action.place === 'row');
  const more = actions.filter((action) => action.place === 'more');
  const width = () =>
    inline.reduce(
      (sum, action) => sum + action.label.length * LETTER + GAP,
      more.length > 0 ? MORE_WIDTH : 0,
    ) +
    PADDING -
    GAP;
  while (inline.length > 1 && width() > ACTION_WIDTH) more.unshift(inline.pop()!);
  return { inline, more, width: Math.max(width(), ACTION_LEAST) };
}

interface RowActionsProps {
  row: Row;
  actions: Action[];
  run: (action: Action, rows: Row[]) => void;
}

function RowActions({ row, actions, run }: RowActionsProps) {
  const { inline, more } = splitActions(actions);
  return (
    <span className="row-actions">
      {inline.map((action) => (
        <button
          key={action.code}
          type="button"
          className="link"
          disabled={!meets(action.when, row)}
          title={meets(action.when, row) ? undefined : `现在不能${action.label}`}
          onClick={() => run(action, [row])}
        >
          {action.label}
        </button>
      ))}
      {more.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: more.map((action) => ({
              key: action.code,
              label: action.label,
              disabled: !meets(action.when, row),
            })),
            onClick: ({ key }) => run(more.find((action) => action.code === key)!, [row]),
          }}
        >
          <button type="button" className="link" aria-label="更多操作">
            <MoreOutlined />
          </button>
        </Dropdown>
      )}
    </span>
  );
}

const SHRINK_AT_MOST = 0.35;
const LEAST_ELASTIC = 100; // a person's name or a short word has nothing to give

/** When a little is missing, long names give way (they end in …) before the table has to be scrolled sideways. */
function shrink(columns: Column[], declared: (column: Column) => number, missing: number) {
  const isElastic = (column: Column) =>
    !column.fixed && (column.type === 'text' || column.type === 'dict') && declared(column) >= LEAST_ELASTIC;
  const elastic = columns.filter(isElastic).reduce((sum, column) => sum + declared(column), 0);
  const share = elastic > 0 ? missing / elastic : 1;
  if (missing <= 0 || share > SHRINK_AT_MOST) return declared;
  return (column: Column) =>
    isElastic(column) ? Math.floor(declared(column) * (1 - share)) : declared(column);
}

/** A cell shows its row and nothing else. `run` stays the same function. */
const isAnother = (row: Row, before: Row) => row !== before;

interface Options {
  config: TableConfig;
  columns: Column[];
  sort: string | undefined;
  rows: Row[];
  /** Width of the box the table stands in; one name column takes what is left over. */
  room: number;
  run: (action: Action, rows: Row[]) => void;
}

export function tableColumns({ config, columns, sort, rows, room, run }: Options) {
  const rowActions = config.actions.filter((action) => action.place === 'row' || action.place === 'more');
  const actionWidth = splitActions(rowActions).width;
  const marked = rows.some(isReturned);
  const declared = (column: Column) => column.width ?? 120;
  const fixedParts = PICK_WIDTH + (marked ? MARKER_WIDTH : 0) + (rowActions.length > 0 ? actionWidth : 0);
  const wanted = columns.reduce((sum, column) => sum + declared(column), fixedParts);
  const widthOf = shrink(columns, declared, room > 0 ? wanted - room : 0);
  const total = columns.reduce((sum, column) => sum + widthOf(column), fixedParts);
  const stretch = columns
    .filter((column) => column.type === 'text' && !column.fixed)
    .sort((a, b) => widthOf(b) - widthOf(a))[0];

  const drawn: TableColumnsType<Row> = columns.map((column, index) => ({
    key: column.prop,
    dataIndex: column.prop,
    title: column.label,
    width: column === stretch && room > total ? undefined : widthOf(column),
    align: column.align ?? (isNumeric(column) ? 'right' : undefined),
    fixed: column.fixed ?? (index === 0 ? 'left' : undefined),
    ellipsis: { showTitle: false },
    sorter: column.sortable ? true : undefined,
    showSorterTooltip: false,
    shouldCellUpdate: isAnother,
    sortOrder: sort === column.prop ? 'ascend' : sort === `-${column.prop}` ? 'descend' : null,
    onCell: (row) => ({ title: isSkeleton(row) ? undefined : cellText(column, row) || undefined }),
    render: (_, row) =>
      isSkeleton(row) ? <i className="skeleton-bar" /> : <Cell column={column} row={row} />,
  }));

  if (marked) {
    drawn.unshift({
      key: '__marker',
      title: '',
      width: MARKER_WIDTH,
      fixed: 'left',
      className: 'marker-cell',
      render: (_, row) => <ReturnMarker row={row} />,
    });
  }
  if (rowActions.length > 0) {
    drawn.push({
      key: '__actions',
      title: '操作',
      width: actionWidth,
      fixed: 'right',
      shouldCellUpdate: isAnother,
      render: (_, row) => (isSkeleton(row) ? null : <RowActions row={row} actions={rowActions} run={run} />),
    });
  }
  return { columns: drawn, width: total, pickWidth: PICK_WIDTH };
}
