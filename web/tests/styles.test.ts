/** A page that is opened first has its styles: whoever uses a class brings the sheet that says what it looks like. */
// @ts-expect-error the tests run in node, whose types the client does without
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SRC = '../src';
const text = new Map(
  Object.entries(
    import.meta.glob<string>('../src/**/*.{ts,tsx,css}', { query: '?raw', import: 'default', eager: true }),
  ),
);

/** Class → the sheets that speak of it. */
const sheets = new Map<string, Set<string>>();
for (const [file, said] of text) {
  if (!file.endsWith('.css')) continue;
  for (const [, name] of said.replace(/\/\*.*?\*\//gs, '').matchAll(/\.([a-z][\w-]*)/g)) {
    sheets.set(name!, (sheets.get(name!) ?? new Set()).add(file));
  }
}

/** A path without `.` and `..` in its middle. */
function joined(path: string): string {
  const out: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..' && out.length > 1) out.pop();
    else if (part !== '.') out.push(part);
  }
  return out.join('/');
}

function resolved(from: string, to: string): string | undefined {
  const parts = to.startsWith('@/') ? [SRC, to.slice(2)] : [from.replace(/\/[^/]+$/, ''), to];
  const base = joined(parts.join('/'));
  return ['', '.ts', '.tsx', '/index.ts', '/index.tsx'].map((end) => base + end).find((one) => text.has(one));
}

/** What a file imports, not what it may fetch later. */
function importsOf(file: string): string[] {
  const said = text.get(file) ?? '';
  const imports = said.matchAll(
    /^(?:import|export)\s(?!type\b)[^;'"]*?from\s*['"]([^'"]+)['"]|^import\s*['"]([^'"]+)['"]/gm,
  );
  return [...imports].flatMap(([, from, bare]) => resolved(file, from ?? bare!) ?? []);
}

/** What is loaded before a file runs. */
function loaded(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file)) return known;
  known.add(file);
  for (const one of importsOf(file)) loaded(one, known);
  return known;
}

const always = loaded(`${SRC}/shell/DesktopApp.tsx`, loaded(`${SRC}/main.tsx`));

/** Parts of a list: whoever draws them draws the list, which brings their sheet. */
const OF_LISTS = /views\/(ListStates|SavedViews|ListDialogs|cells)\.tsx$/;

/** What nobody imports is fetched by itself when it is needed: pages, dialogs, panels. */
function fetched(): string[] {
  const code = [...text.keys()].filter((one) => /\.tsx?$/.test(one) && !one.endsWith('.d.ts'));
  const imported = new Set(code.flatMap((one) => importsOf(one)));
  return code.filter((one) => !imported.has(one));
}

test('whatever is fetched by itself brings the sheets of all that it draws', () => {
  const pages = fetched();
  expect(pages.length).toBeGreaterThan(50);
  const bare: string[] = [];
  for (const page of pages) {
    const mine = loaded(page);
    for (const file of mine) {
      if (!file.endsWith('.tsx') || always.has(file)) continue;
      for (const [, names] of text.get(file)!.matchAll(/className="([^"]+)"/g)) {
        for (const name of names!.split(/\s+/)) {
          const of = sheets.get(name);
          if (!of || (OF_LISTS.test(file) && [...of].every((one) => one.endsWith('views/views.css'))))
            continue;
          if (![...of].some((one) => mine.has(one) || always.has(one))) {
            bare.push(
              `${file.slice(SRC.length + 1)}: ${name} of ${[...of].map((one) => one.replace(/.*\//, ''))}`,
            );
          }
        }
      }
    }
  }
  expect([...new Set(bare)]).toEqual([]);
});

test('in a list a normal state has no dot; only what is not as it should be is marked', () => {
  const base = readFileSync('src/ui/base.css', 'utf8');
  const rule = (selector: string) =>
    base.match(new RegExp(`^${selector.replaceAll('.', '\\.')} \\{([^}]*)\\}`, 'm'))?.[1] ?? '';
  expect(rule('td .state-dot.go::before')).toContain('display: none');
  for (const tone of ['no', 'ca']) {
    expect(rule(`td .state-dot.${tone}::before`)).not.toContain('display');
    expect(rule(`.state-dot.${tone}::before`)).toContain('background');
  }
});
