/** Turns declared columns and row actions into table columns. */

import { MoreOutlined } from '@ant-design/icons';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import type { Row } from '@/api/layout';
import type { Action, Column, TableConfig } from '@/api/shapes';
import { formatDateTime } from '@/ui/format';
import { PopMenu } from '@/ui/PopMenu';
import { Cell, cellText, isNumeric, LETTER, PADDING, ReturnMarker } from './cells';
import { meets } from './template';

const ACTION_WIDTH = 250; // at most
const PICK_WIDTH = 36;
const MARKER_WIDTH = 26;
const MORE_WIDTH = 19;
const GAP = 11;
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
  inline: Action[];
  more: Action[];
  run: (action: Action, rows: Row[]) => void;
}

function RowActions({ row, inline, more, run }: RowActionsProps) {
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

const SHRINK_AT_MOST = 0.46;
const LEAST_ELASTIC = 100; // a person's name or a short word has nothing to give

/** A long name: it gives way first. */
const isName = (column: Column) =>
  (column.type === 'text' || column.type === 'dict') && (column.width ?? LEAST_ELASTIC) >= LEAST_ELASTIC;

/** A long name that also takes of what is left over. */
export const isElastic = (column: Column) => !column.fixed && isName(column);

const isPlace = (column: Column) => /(地址|地点|位置)$/.test(column.label);

const SMALL = 1366; // a table that does not fit a window of this width anyway is scrolled before its rows lose what they are about

const isUnit = (column: Column) => /^(受检|使用)?单位(名称)?$/.test(column.label);

/** Who gives way in which order: places first, then other names, last those that say what the row is about. */
function yielding(columns: Column[], wanted: number): Column[][] {
  const names = columns.filter(isName);
  const places = names.filter(isPlace);
  const others = names.filter((column) => !isPlace(column));
  const subject = (column: Column) => column === others[0] || isUnit(column);
  return [places, others.filter((column) => !subject(column)), wanted <= SMALL ? others.filter(subject) : []];
}

/**
 * When a little is missing, long names give way (they end in …) before the table has to be scrolled sideways: those of
 * one rank by the same share, and what one cannot give because of its heading the others give.
 */
function shrink(columns: Column[], declared: (column: Column) => number, wanted: number, room: number) {
  const missing = room > 0 ? wanted - room : 0;
  const spareOf = (column: Column) => {
    const least = Math.ceil(declared(column) * (1 - SHRINK_AT_MOST));
    return Math.max(declared(column) - Math.max(least, column.label.length * LETTER + PADDING), 0);
  };
  const sum = (some: Column[]) => some.reduce((all, column) => all + spareOf(column), 0);
  const ranks = yielding(columns, wanted);
  if (missing <= 0 || sum(ranks.flat()) < missing) return declared;
  const widths = new Map<Column, number>();
  let left = missing;
  for (const rank of ranks) {
    const share = left > 0 ? Math.min(left / sum(rank), 1) : 0;
    for (const column of rank) widths.set(column, Math.floor(declared(column) - spareOf(column) * share));
    left -= sum(rank) * share;
  }
  return (column: Column) => widths.get(column) ?? declared(column);
}

/** What is left over goes to the long names, to each by its width: a wide window shows more of all of them. */
function grow(columns: Column[], widthOf: (column: Column) => number, free: number) {
  const sum = columns.filter(isName).reduce((all, column) => all + widthOf(column), 0);
  if (free <= 0 || sum === 0) return widthOf;
  return (column: Column) =>
    widthOf(column) + (isName(column) ? Math.floor((free * widthOf(column)) / sum) : 0);
}

/** What a cell says on being pointed at: its words, or of a deadline the moment itself. */
const hintOf = (column: Column, row: Row) =>
  (column.type === 'deadline' ? formatDateTime(row[column.prop]) : cellText(column, row)) || undefined;

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
}

interface Options {
  config: TableConfig;
  columns: Column[];
  /** Whether a column with the mark of returned rows is needed. */
  marked: boolean;
  /** Width of the box the table stands in; the name columns take what is left over. */
  room: number;
  run: (action: Action, rows: Row[]) => void;
}

export function gridOf({ config, columns, marked, room, run }: Options): Grid {
  const rowActions = config.actions.filter((action) => action.place === 'row' || action.place === 'more');
  const { inline, more, width: actionWidth } = splitActions(rowActions);
  const today = dayjs().format('YYYY-MM-DD');
  const declared = (column: Column) => column.width ?? 120;
  const fixedParts = PICK_WIDTH + (marked ? MARKER_WIDTH : 0) + (rowActions.length > 0 ? actionWidth : 0);
  const wanted = columns.reduce((sum, column) => sum + declared(column), fixedParts);
  const fitted = shrink(columns, declared, wanted, room);
  const total = columns.reduce((sum, column) => sum + fitted(column), fixedParts);
  const widthOf = grow(columns, fitted, room - total);
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
    draw: (row) => <Cell column={column} row={row} />,
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
  if (total <= room || room === 0) return { columns: drawn, pickWidth: PICK_WIDTH };
  return { columns: stick(drawn), pickWidth: PICK_WIDTH, wide: total };
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
