/** Tables of a record: plain functions, no screen. */
import type { EntryTable, TableCell, WorkedTable } from '@/api/shapes';
import type { TableFill } from './model';

export const typedCells = (table: EntryTable): TableCell[] =>
  table.cells.filter((cell) => cell.role === 'key' || cell.role === 'input');

/** What is pasted from a sheet, as rows of cells. */
const pastedCells = (text: string): string[][] =>
  text
    .replace(/\r/g, '')
    .replace(/\n+$/, '')
    .split('\n')
    .map((line) => line.split('\t').map((cell) => cell.trim()));

const LONGEST_PASTE = 1_000_000;

/** Why something may not be pasted at a row, '' when it may: seen before a single row of it is made. */
export function pasteFault(table: EntryTable, row: number, text: string): string {
  if (text.length > LONGEST_PASTE) return '粘贴的内容过长，请分次粘贴';
  const room = table.most - row;
  let lines = 0;
  for (let at = 0; at < text.length && lines <= room; lines += 1) {
    const end = text.indexOf('\n', at);
    at = end < 0 ? text.length : end + 1;
  }
  return lines > room ? `${table.title}最多${table.most}行，粘贴的内容从第${row + 1}行起放不下` : '';
}

/** A cell as it is stored: a flag is 0 or 1, whatever word stood in the sheet. */
function textFor(cell: TableCell, text: string): string {
  if (cell.type !== 'flag') return text;
  if (['是', '有', '1', '√'].includes(text)) return '1';
  return ['否', '无', '0', '×'].includes(text) ? '0' : text;
}

/** A table with what was pasted at a cell: to the right and downwards, new rows where it ends. */
export function pasted(
  table: EntryTable,
  fill: TableFill,
  row: number,
  column: string,
  text: string,
): TableFill {
  const cells = typedCells(table);
  const from = cells.findIndex((cell) => cell.column === column);
  const rows = [...fill.rows];
  pastedCells(text).forEach((line, down) => {
    const changed = { ...rows[row + down] };
    line.forEach((value, right) => {
      const cell = cells[from + right];
      if (cell) changed[cell.column] = textFor(cell, value);
    });
    rows[row + down] = changed;
  });
  return { ...fill, rows };
}

export const withCell = (fill: TableFill, row: number, column: string, value: string): TableFill => ({
  ...fill,
  rows: fill.rows.map((one, at) => (at === row ? { ...one, [column]: value } : one)),
});

export const withoutRow = (fill: TableFill, row: number): TableFill => ({
  ...fill,
  rows: fill.rows.filter((_, at) => at !== row),
});

/** The keys of the pictures that a row names in a cell, as the server keeps them. */
export const picturesIn = (cell: string | undefined): string[] => (cell ?? '').split(',').filter(Boolean);

export const withPictures = (fill: TableFill, row: number, column: string, keys: string[]): TableFill =>
  withCell(fill, row, column, [...picturesIn(fill.rows[row]?.[column]), ...keys].join(','));

export const withoutPicture = (fill: TableFill, column: string, key: string): TableFill => ({
  ...fill,
  rows: fill.rows.map((row) =>
    picturesIn(row[column]).includes(key)
      ? {
          ...row,
          [column]: picturesIn(row[column])
            .filter((one) => one !== key)
            .join(','),
        }
      : row,
  ),
});

/** A row for every choice of the key that has none yet: the lines of a project, for example. */
export function unlisted(table: EntryTable, fill: TableFill): Record<string, string>[] {
  const key = table.cells.find((cell) => cell.role === 'key' && cell.type === 'choice');
  if (!key) return [];
  const there = new Set(fill.rows.map((row) => row[key.column]));
  return key.options.filter((one) => !there.has(one)).map((one) => ({ [key.column]: one }));
}

const isFilled = (row: Record<string, string>) => Object.values(row).some((cell) => cell.trim());

type Known = WorkedTable['known'];

/** A table with the values of the archive in cells that are still empty. Only what the archive has learnt to say since
 * `before`, by the rows that say something: a cell that somebody cleared stays empty. Null when there is nothing. */
export function withKnown(fill: TableFill, known: Known, before: Known): TableFill | null {
  let row = -1;
  let isNew = false;
  const rows = fill.rows.map((cells) => {
    if (!isFilled(cells)) return cells;
    row += 1;
    const learnt = Object.entries(known[row] ?? {}).filter(
      ([column, value]) => before[row]?.[column] !== value && !cells[column]?.trim(),
    );
    isNew ||= learnt.length > 0;
    return { ...cells, ...Object.fromEntries(learnt) };
  });
  return isNew ? { ...fill, rows } : null;
}

/** The name of a table with its rows: of how many, while it has fewer than the record must have. */
export const tableLabel = (title: string, rows: number, least: number): string =>
  rows < least ? `${title} ${rows}/${least}` : rows > 0 ? `${title} ${rows}` : title;
