/** Rows copied from a spreadsheet: tab-separated text as cells. */

export type Cells = Record<string, string>;

/** The cells of copied text. Quoted cells may hold line breaks, as spreadsheets write them. */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    rows.at(-1)!.push(cell.trim());
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!;
    if (quoted) {
      if (sign === '"' && text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else if (sign === '"') quoted = false;
      else cell += sign === '\n' || sign === '\r' ? ' ' : sign;
    } else if (sign === '"' && cell === '') quoted = true;
    else if (sign === '\t') endCell();
    else if (sign === '\n') {
      endCell();
      rows.push([]);
    } else if (sign !== '\r') cell += sign;
  }
  endCell();
  return rows.filter((row) => row.some((one) => one !== ''));
}

/** Puts copied cells into the table from a place on; a first row that repeats the head is left out. */
export function pasted(
  rows: Cells[],
  props: string[],
  labels: string[],
  atRow: number,
  atColumn: number,
  text: string,
): Cells[] {
  const cells = cellsOf(text);
  const head = cells[0]?.filter((one) => labels.includes(one)).length ?? 0;
  const body = head >= 2 ? cells.slice(1) : cells;
  const next = rows.map((row) => ({ ...row }));
  body.forEach((line, down) => {
    const target = atRow + down;
    next[target] ??= {};
    line.forEach((value, right) => {
      const prop = props[atColumn + right];
      if (prop) next[target]![prop] = value;
    });
  });
  return next;
}

export const isEmptyRow = (row: Cells) => Object.values(row).every((value) => !value?.trim());
