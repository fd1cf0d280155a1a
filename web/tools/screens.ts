/** The table of screens (server/tejian/data/screens.csv) as the client's routes: a module made from it when it is built. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const TABLE = path.resolve(import.meta.dirname, '../../server/tejian/data/screens.csv');
const MODULE = 'virtual:screens';
const OPEN = 'virtual:screens/open'; // those that open without login: the login page loads no others

type Line = Record<string, string>;

function table(): Line[] {
  const [head, ...lines] = readFileSync(TABLE, 'utf8').trim().split(/\r?\n/);
  const names = head!.split(',');
  return lines.map((line, index) => {
    const cells = line.split(',');
    if (cells.length !== names.length)
      throw new Error(`screens.csv: row ${index + 1} has ${cells.length} cells`);
    return Object.fromEntries(names.map((name, at) => [name, cells[at]!]));
  });
}

/** The lines that rowsOf (src/ui/routeRow.ts) reads. Pages of one file are one chunk, named once. */
function source(open: boolean): string {
  const files: string[] = [];
  const rows = table()
    .filter((line) => line.kind !== 'menu' && (!open || line.flags!.split(' ').includes('public')))
    .map(({ path: at, name, title, kind, flags, view, to, page, permission }) => {
      const [file, exported] = page!.split('#');
      if (file && !files.includes(file)) files.push(file);
      const chunk = file && [files.indexOf(file), exported].filter((part) => part !== undefined).join('#');
      const own = name === at!.slice(at!.lastIndexOf('/') + 1) ? '' : name;
      const needs = kind === 'form' ? permission : ''; // what shows something asks the server, which says so itself
      return [at, title, kind, flags, view, to, chunk, own, needs].join(',').replace(/,+$/, '');
    });
  const chunks = files.map((file) => `()=>import("${path.posix.join('@/screens', file)}")`);
  return `import { rowsOf } from '@/ui/routeRow';
export const screens=rowsOf(${JSON.stringify(rows.join('\n'))},[${chunks.join(',\n')}]);`;
}

export const screens: Plugin = {
  name: 'screens',
  resolveId: (id) => (id === MODULE || id === OPEN ? `\0${id}` : undefined),
  load(id) {
    if (id !== `\0${MODULE}` && id !== `\0${OPEN}`) return undefined;
    this.addWatchFile(TABLE);
    return source(id === `\0${OPEN}`);
  },
};
