/** Rows for the tables that a record cannot lack (server/tejian/golden/sample_rows.csv), as the server's own cases fill
 * them: each conforms, and gives the items the values that they have. */
import { readFileSync } from 'node:fs';

const FILE = new URL('../../server/tejian/golden/sample_rows.csv', import.meta.url);
const SAMPLES = readFileSync(FILE, 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [, code, template, row, cells] = line.match(/^([^,]*),([^,]*),([^,]*),(.*)$/);
    return { code, template, row: Number(row), cells: cells.replace(/^"|"$/g, '') };
  });

/** The value of an expression; null where it reads something that there is not. */
function worked(text, names) {
  const read = [...text.matchAll(/[a-z]\w*/g)]
    .map(([name]) => name)
    .filter((one) => one !== 'min' && one !== 'max');
  if (read.some((name) => names[name] === undefined)) return null;
  const own = { min: Math.min, max: Math.max, ...names };
  const value = new Function(...Object.keys(own), `return ${text}`)(...Object.values(own));
  return typeof value === 'boolean' ? value : Number(value.toFixed(6));
}

function textOf(way, own, names) {
  if (way.startsWith('?')) {
    const [condition, text] = way.slice(1).split('~');
    return worked(condition, { ...names, n: own.n }) === true ? text : '';
  }
  if (way.startsWith('=')) return String(worked(way.slice(1), names) ?? '');
  return way.replace(/\{(\w+)\}/g, (_, name) => own[name]);
}

/** The tables of an entry screen that have fewer rows than they must, but those that the journey fills itself. */
export function sampled(screen, least, own = []) {
  const names = Object.fromEntries(
    screen.items.flatMap((one) =>
      Object.entries(one.values).flatMap(([name, value]) => [
        [name, Number(value)],
        [`i_${one.item_no.replace(/\W/g, '_')}_${name}`, Number(value)],
      ]),
    ),
  );
  const tables = screen.tables.filter(
    (one) => one.rows.length < (least[one.code] ?? 0) && !own.includes(one.code),
  );
  return Object.fromEntries(
    tables.map((table) => {
      const role = Object.fromEntries(table.cells.map((cell) => [cell.column, cell.role]));
      const known = SAMPLES.filter((one) => one.code === table.code);
      const mine = known.filter((one) => one.template === screen.record.template);
      const rows = mine.length > 0 ? mine : known.filter((one) => !one.template);
      const count = Math.max(least[table.code], ...rows.map((one) => one.row));
      const made = Array.from({ length: count }, (_, at) => {
        const { cells } = rows.find((one) => one.row === at + 1) ?? rows.at(-1);
        const here = { n: at + 1, line: screen.lines[at % screen.lines.length] ?? '' };
        return cells
          .split(';')
          .map((cell) => [cell.slice(0, cell.indexOf(':')), cell.slice(cell.indexOf(':') + 1).split('|')])
          .map(([name, ways]) => [name, ways.map((way) => textOf(way, here, names)).find(Boolean) ?? '']);
      });
      const only = (row, roles) => Object.fromEntries(row.filter(([name]) => roles.includes(role[name])));
      return [
        table.code,
        { params: only(made[0], ['param']), rows: made.map((row) => only(row, ['key', 'input'])) },
      ];
    }),
  );
}
