/** The table of screens (server/tejian/data/screens.csv) as the client's routes: a module made from it when it is built. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const TABLE = path.resolve(import.meta.dirname, '../../server/tejian/data/screens.csv');
const MODULE = 'virtual:screens';
const OPEN = 'virtual:screens/open'; // those that open without login: the login page loads no others
const FLAGS = {
  hidden: 'hideInMenu',
  wide: 'wide',
  fresh: 'notCache',
  public: 'public',
  always: 'showAlways',
};

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

/** Pages of one file are one chunk, named once: the table of chunks is in every first load. */
function source(open: boolean): string {
  const files: string[] = [];
  const rows = table()
    .filter((line) => line.kind !== 'menu' && (!open || line.flags!.split(' ').includes('public')))
    .map(({ path: at, name, title, kind, view, page, to, flags }) => {
      const row: Record<string, unknown> = { path: at, name, title, kind };
      if (view) row.viewNo = view;
      if (to) row.to = to;
      for (const flag of flags!.split(' ').filter(Boolean)) row[FLAGS[flag as keyof typeof FLAGS]] = true;
      const text = JSON.stringify(row);
      if (!page) return text;
      const [file, exported = 'default'] = page.split('#');
      if (!files.includes(file!)) files.push(file!);
      return `${text.slice(0, -1)},"page":()=>pick(${files.indexOf(file!)},"${exported}")}`;
    });
  const loaders = files.map((file) => `()=>import("${path.posix.join('@/screens', file)}")`);
  return `const files=[${loaders.join(',\n')}];
const pick=(file,name)=>files[file]().then((module)=>({default:module[name]}));
export const screens=[${rows.join(',\n')}];`;
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
