/** Turns declared columns and row actions into table columns. */

import { MoreOutlined } from '@ant-design/icons';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import type { Row } from '@/api/layout';
import type { Action, Column, TableConfig } from '@/api/shapes';
import { formatDateTime } from '@/ui/format';
import { PopMenu } from '@/ui/PopMenu';
import { Cell, cellText, cellWidth, isNumeric, LETTER, PADDING, ReturnMarker } from './cells';
import { type Contents, fit } from './listWidths';
import { meets } from './template';

const ACTION_WIDTH = 250; // at most
const ACTION_WIDTH_NARROW = 130; // in a narrow table: a button or two, the others under the three dots
const NARROW = 1040;
const PICK_WIDTH = 36;
const MARKER_WIDTH = 26;
const MORE_WIDTH = 19;
const GAP = 11;
const ACTION_LEAST = 56;
const WITHOUT_BAR = 0.97; // what the bar at the right takes of every column

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

interface Split {
  inline: Action[];
  more: Action[];
  width: number;
}

/** As many row actions as fit in the widest column they may have; the others go under the three dots. */
function splitActions(actions: Action[], most: number): Split {
  const inline = actions.filter((action) => action.place === 'row');
  const more = actions.filter((action) => action.place === 'more');
  const width = () =>
    inline.reduce(
      (sum, action) => sum + action.label.length * LETTER + GAP,
      more.length > 0 ? MORE_WIDTH : 0,
    ) +
    PADDING -
    GAP;
  while (inline.length > 1 && width() > most) more.unshift(inline.pop()!);
  return { inline, more, width: Math.max(width(), ACTION_LEAST) };
}

interface RowActionsProps {
  row: Row;
  inline: Action[];
  more: Action[];
  run: (action: Action, rows: Row[]) => void;
}

/**
 * What a step or the person decides stands on no row where it never can be done; what a value forbids stands grey,
 * unless another action of the same words does it.
 */
const isShown = (action: Action, row: Row, all: Action[]) =>
  meets(action.when, row) ||
  (!(action.when?.mine || action.when?.step) &&
    !all.some((other) => other !== action && other.label === action.label && meets(other.when, row)));

/** The buttons of one row: no wider together than those that the column was made for, the others under the dots. */
export function actionsOf(row: Row, inline: Action[], more: Action[]): Pick<Split, 'inline' | 'more'> {
  const every = [...inline, ...more].filter((action, _, all) => isShown(action, row, all));
  let left = inline.reduce((sum, action) => sum + action.label.length, 0);
  const room = inline.reduce((sum, action) => sum + action.label.length * LETTER + GAP, -GAP) + MORE_WIDTH;
  const fitting = every.findIndex((action, n) => {
    left -= action.label.length;
    return n >= inline.length || (n > 0 ? left < 0 : action.label.length * LETTER > room);
  });
  const count = fitting < 0 ? every.length : fitting;
  return { inline: every.slice(0, count), more: every.slice(count) };
}

function RowActions({ row, inline: widest, more: others, run }: RowActionsProps) {
  const { inline, more } = actionsOf(row, widest, others);
  return (
    <span className="row-actions">
      {inline.map((action) => {
        const fits = meets(action.when, row);
        return (
          <button
            key={action.code}
            type="button"
            className="link"
            disabled={!fits}
            title={fits ? undefined : `现在不能${action.label}`}
            onClick={() => run(action, [row])}
          >
            {action.label}
          </button>
        );
      })}
      {more.length > 0 && (
        <PopMenu
          className="row-more"
          label="更多操作"
          items={more.map((action) => ({
            key: action.code,
            label: action.label,
            disabled: !meets(action.when, row),
          }))}
          onChoose={(code) => run(more.find((action) => action.code === code)!, [row])}
        >
          <MoreOutlined />
        </PopMenu>
      )}
    </span>
  );
}

/** What a cell says on being pointed at: its words, or of a deadline the moment itself. */
const hintOf = (column: Column, row: Row) =>
  (column.type === 'deadline' ? formatDateTime(row[column.prop]) : cellText(column, row)) || undefined;

/** Words that are wider than their column stand in two lines. */
function InLines({ column, row, width }: { column: Column; row: Row; width: number }) {
  const cell = <Cell column={column} row={row} />;
  const wraps = column.type === 'text' || column.type === 'dict';
  if (!wraps || cellWidth(column, row) <= width * WITHOUT_BAR - PADDING) return cell;
  return <span className="two-lines">{cell}</span>;
}

export interface GridColumn {
  key: string;
  title: string;
  /** One name column has none: it takes what is left over. */
  width?: number;
  align?: 'left' | 'right' | 'center';
  className?: string;
  sortable?: boolean;
  /** Stays in sight when the table is scrolled sideways: its distance from that edge. */
  stuck?: { left?: number; right?: number };
  hint?: (row: Row) => string | undefined;
  /** Whether a row that is late is so by this. */
  due?: (row: Row) => boolean;
  draw: (row: Row) => ReactNode;
}

export interface Grid {
  columns: GridColumn[];
  pickWidth: number;
  /** Width of all columns when they need more than the box has. */
  wide?: number;
  /** What this window has no room for. */
  leftOut: Column[];
}

interface Options {
  config: TableConfig;
  columns: Column[];
  /** How wide the words of the page are. */
  contents: Contents;
  /** Whether the columns are somebody's choice, so that none is left out. */
  chosen: boolean;
  /** The column that the rows are sorted by. */
  sort?: string | undefined;
  /** Whether a column with the mark of returned rows is needed. */
  marked: boolean;
  /** Width of the box the table stands in; the name columns take what is left over. */
  room: number;
  run: (action: Action, rows: Row[]) => void;
}

export function gridOf(options: Options): Grid {
  const { config, contents, chosen, sort, marked, room, run } = options;
  const rowActions = config.actions.filter((action) => action.place === 'row' || action.place === 'more');
  const most = room > 0 && room < NARROW ? ACTION_WIDTH_NARROW : ACTION_WIDTH;
  const today = dayjs().format('YYYY-MM-DD');
  const kept = [...config.due, (sort ?? '').replace(/^-/, '')];
  const fitBeside = ({ width }: Split) => {
    const beside = PICK_WIDTH + (marked ? MARKER_WIDTH : 0) + (rowActions.length > 0 ? width : 0);
    return fit({ columns: options.columns, contents, beside, room, kept, mayLeave: !chosen });
  };
  let split = splitActions(rowActions, most);
  let fitted = fitBeside(split);
  if (room > 0 && fitted.total > room) {
    split = { inline: [], more: [...split.inline, ...split.more], width: ACTION_LEAST };
    fitted = fitBeside(split);
  }
  const { inline, more, width: actionWidth } = split;
  const { columns, leftOut, widthOf, total } = fitted;
  const stretch = columns
    .filter((column) => column.type === 'text' && !column.fixed)
    .sort((a, b) => widthOf(b) - widthOf(a))[0];

  const drawn: (GridColumn & { fixed?: 'left' | 'right' })[] = columns.map((column, index) => ({
    key: column.prop,
    title: column.label,
    width: column === stretch && room > total ? undefined : widthOf(column),
    align: column.align ?? (isNumeric(column) ? 'right' : undefined),
    fixed: column.fixed ?? (index === 0 ? 'left' : undefined),
    sortable: column.sortable,
    // what a late row may be late by; a day that is still to come is not why
    due: config.due.includes(column.prop)
      ? (row) => column.type !== 'date' || String(row[column.prop] ?? '') < today
      : undefined,
    hint: (row) => hintOf(column, row),
    draw: (row) => <InLines column={column} row={row} width={widthOf(column)} />,
  }));
  if (marked) {
    drawn.unshift({
      key: '__marker',
      title: '',
      width: MARKER_WIDTH,
      fixed: 'left',
      className: 'marker-cell',
      draw: (row) => <ReturnMarker row={row} />,
    });
  }
  if (rowActions.length > 0) {
    drawn.push({
      key: '__actions',
      title: '操作',
      width: actionWidth,
      fixed: 'right',
      draw: (row) => <RowActions row={row} inline={inline} more={more} run={run} />,
    });
  }
  if (total <= room || room === 0) return { columns: drawn, pickWidth: PICK_WIDTH, leftOut };
  return { columns: stick(drawn), pickWidth: PICK_WIDTH, wide: total, leftOut };
}

/** Gives the fixed columns their distance from the edge they stay at. */
function stick(columns: (GridColumn & { fixed?: 'left' | 'right' })[]): GridColumn[] {
  const sum = (some: typeof columns) => some.reduce((width, column) => width + (column.width ?? 0), 0);
  return columns.map((column, at) => {
    if (column.fixed === 'left') {
      const before = columns.slice(0, at).filter((one) => one.fixed === 'left');
      return { ...column, stuck: { left: PICK_WIDTH + sum(before) } };
    }
    if (column.fixed !== 'right') return column;
    return { ...column, stuck: { right: sum(columns.slice(at + 1).filter((one) => one.fixed === 'right')) } };
  });
}
