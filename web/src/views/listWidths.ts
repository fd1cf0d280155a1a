/**
 * How wide the columns of a list are drawn in the room that a window leaves them.
 *
 * Names stand in two lines before anything is cut: no column of them is narrower than half of the longest on the page.
 * What is still too much is left out, beginning with what is read least; states, the unit and what rows are late by never are.
 */
import type { Row } from '@/api/layout';
import type { Column } from '@/api/shapes';
import { cellWidth, LETTER, PADDING } from './cells';

const LEAST_ELASTIC = 100; // a person's name or a short word has nothing to give
const SHRINK_AT_MOST = 0.46; // of prose, which may end in …
const LOOKED_AT = 200; // rows: more say nothing new of how long names are
const LONGEST_NAME = 40; // letters; longer ones are mistakes and end in …
const STEP = 12; // widths go in steps, so that the next page of a list seldom moves its columns

const isWords = (column: Column) => column.type === 'text' || column.type === 'dict';

/** A long name: it gives way first. */
const isName = (column: Column) => isWords(column) && (column.width ?? LEAST_ELASTIC) >= LEAST_ELASTIC;

/** A long name that also takes of what is left over. */
export const isElastic = (column: Column) => !column.fixed && isName(column);

/** Read where somebody asks further: it may end in …, after two lines. */
const isProse = (column: Column) =>
  /(地址|地点|位置|备注|说明|描述|原因|内容|意见|事由|依据|摘要|要求|措施|范围|情况|结果|标题|正文|问题|建议|参数|文件|工具|设备)$/.test(
    column.label,
  );

const isUnit = (column: Column) => /(单位|单位名称|企业|机构)$/.test(column.label);

/** How wide the words of a column are at most, by its name, among the rows of a page. */
export type Contents = Record<string, number>;

export function contentsOf(columns: Column[], rows: Row[]): Contents {
  const some = rows.slice(0, LOOKED_AT);
  return Object.fromEntries(
    columns
      .filter(isWords)
      .map((column) => [column.prop, some.reduce((most, row) => Math.max(most, cellWidth(column, row)), 0)]),
  );
}

/** What a column needs so that its heading stands whole, and its longest words in two lines. */
function leastOf(column: Column, contents: Contents): number {
  const declared = column.width ?? 120;
  if (!isWords(column)) return declared;
  const heading = column.label.length * LETTER + PADDING;
  const longest = Math.min(contents[column.prop] ?? 0, LONGEST_NAME * LETTER);
  // a line seldom ends exactly at the edge: a letter to spare in each
  const inTwo = longest <= LETTER * 3 ? longest : Math.max(longest / 2 + LETTER, LETTER * 3);
  const whole = Math.ceil((inTwo + PADDING) / STEP) * STEP;
  if (isProse(column))
    return Math.min(declared, Math.max(heading, Math.ceil(declared * (1 - SHRINK_AT_MOST))));
  return isName(column) ? Math.max(heading, whole) : Math.max(heading, declared, whole);
}

const LAST_TYPES: Column['type'][] = ['date', 'deadline', 'left', 'money'];
/** What is left out only where all else does not do. */
const isLast = (column: Column) =>
  LAST_TYPES.includes(column.type) || isUnit(column) || /(类别|品种)$/.test(column.label);
const LEAVING: ((column: Column) => boolean)[] = [
  (column) => isProse(column) && !isLast(column),
  (column) => column.type === 'bool' || column.type === 'way',
  (column) => column.type === 'number',
  (column) => column.type === 'datetime',
  (column) => column.type === 'code',
  (column) => !isLast(column),
  () => true,
];

/** The columns that may be left out of a narrow window: first those that are read least, of one kind from the right. */
function leaving(columns: Column[], kept: string[]): Column[] {
  const subject = columns.find(isUnit);
  const may = columns.filter(
    (column, at) =>
      at > 0 &&
      !column.fixed &&
      !kept.includes(column.prop) &&
      column !== subject &&
      column.type !== 'state' &&
      !/(状态|主检|结论)$/.test(column.label),
  );
  const rank = (column: Column) => LEAVING.findIndex((is) => is(column));
  return [...may].reverse().toSorted((a, b) => rank(a) - rank(b));
}

export interface Fitted {
  columns: Column[];
  /** Shown in a wider window. */
  leftOut: Column[];
  widthOf: (column: Column) => number;
  total: number;
}

interface Room {
  columns: Column[];
  contents: Contents;
  /** What picking, marks and actions take. */
  beside: number;
  /** 0 when it is not known yet. */
  room: number;
  /** Names of columns that stay whatever the room. */
  kept: string[];
  /** Whether columns may be left out: not those that somebody chose. */
  mayLeave: boolean;
}

export function fit({ columns, contents, beside, room, kept, mayLeave }: Room): Fitted {
  const least = new Map(columns.map((column) => [column, leastOf(column, contents)]));
  const sum = (some: Column[], width: (column: Column) => number) =>
    some.reduce((all, column) => all + width(column), 0);
  const leastWidth = (column: Column) => least.get(column)!;
  const gone = new Set<Column>();
  if (mayLeave && room > 0) {
    for (const column of leaving(columns, kept)) {
      if (sum(columns, leastWidth) - sum([...gone], leastWidth) + beside <= room) break;
      gone.add(column);
    }
  }
  const stay = columns.filter((column) => !gone.has(column));
  const declared = (column: Column) => Math.max(column.width ?? 120, leastWidth(column));
  const missing = room > 0 ? sum(stay, declared) + beside - room : 0;
  const over = room > 0 ? sum(stay, leastWidth) + beside - room : 0;
  const fitted = over > 0 ? yieldFew(stay, leastWidth, over) : shrink(stay, declared, leastWidth, missing);
  const total = sum(stay, fitted) + beside;
  return {
    columns: stay,
    leftOut: columns.filter((column) => gone.has(column)),
    widthOf: grow(stay, fitted, room - total),
    total,
  };
}

/** Who gives way in which order: prose first, then other names, last those that say what the row is about. */
function yielding(columns: Column[]): Column[][] {
  const names = columns.filter(isName);
  const others = names.filter((column) => !isProse(column));
  const subject = (column: Column) => column === others[0] || isUnit(column);
  return [names.filter(isProse), others.filter((column) => !subject(column)), others.filter(subject)];
}

type Width = (column: Column) => number;

/** Long names give way before the table has to be scrolled sideways: those of one rank by the same share. */
function shrink(columns: Column[], declared: Width, least: Width, missing: number): Width {
  if (missing <= 0) return declared;
  const spareOf = (column: Column) => Math.max(declared(column) - least(column), 0);
  const widths = new Map<Column, number>();
  let left = missing;
  for (const rank of yielding(columns)) {
    const spare = rank.reduce((all, column) => all + spareOf(column), 0);
    const share = left > 0 && spare > 0 ? Math.min(left / spare, 1) : 0;
    for (const column of rank) widths.set(column, Math.floor(declared(column) - spareOf(column) * share));
    left -= spare * share;
  }
  return (column) => widths.get(column) ?? declared(column);
}

/** No table is scrolled sideways for less than a letter of each name: they give the letter that was spare. */
function yieldFew(columns: Column[], least: Width, over: number): Width {
  const names = columns.some(isName) ? columns.filter(isName) : columns.filter(isWords);
  const each = Math.ceil(over / Math.max(names.length, 1));
  if (each > LETTER) return least;
  return (column) => least(column) - (names.includes(column) ? each : 0);
}

/** What is left over goes to the long names, to each by its width: a wide window shows more of all of them. */
function grow(columns: Column[], widthOf: Width, free: number): Width {
  const sum = columns.filter(isName).reduce((all, column) => all + widthOf(column), 0);
  if (free <= 0 || sum === 0) return widthOf;
  return (column) => widthOf(column) + (isName(column) ? Math.floor((free * widthOf(column)) / sum) : 0);
}
