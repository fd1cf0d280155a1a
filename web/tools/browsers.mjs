// Whether the built client works in Chrome and Edge 88: no newer syntax, and no newer method that src/oldBrowsers.ts does
// not bring. The PDF library brings its own (its legacy build).
import fs from 'node:fs';
import path from 'node:path';

const dist = process.argv[2] ?? 'dist';
const assets = path.join(dist, 'assets');

const SYNTAX = {
  '静态块（94）': /static\{/,
  '#私有 in（91）': /#[\w$]+ in /,
  '正则 v、d 标志（90、112）': /[(=,:]\/[^/\n]+\/[gimsuy]*[vd][gimsuy]*[.,;)]/,
  '顶层 await（89）': /^await /m,
};
const BROUGHT = ['at', 'findLast', 'hasOwn', 'toSorted', 'toSpliced', 'with'];
const METHODS = [
  ...['at', 'findLast', 'findLastIndex', 'toSorted', 'toReversed', 'toSpliced', 'with', 'withResolvers'],
  ...[
    'hasOwn',
    'groupBy',
    'randomUUID',
    'isWellFormed',
    'toWellFormed',
    'fromAsync',
    'canParse',
    'checkVisibility',
  ],
].filter((name) => !BROUGHT.includes(name));
const CALLS = [
  ...METHODS.map((name) => ({ name, found: new RegExp(`\\.${name}\\(`) })),
  { name: 'structuredClone', found: /\bstructuredClone\(/ },
  { name: 'AbortSignal.timeout', found: /AbortSignal\.(timeout|any)\(/ },
];

const faults = [];
for (const name of fs.readdirSync(assets).filter((one) => /\.m?js$/.test(one))) {
  if (/^(PdfFrame|pdf\.worker)/.test(name)) continue;
  const text = fs.readFileSync(path.join(assets, name), 'utf8');
  for (const [what, pattern] of Object.entries(SYNTAX))
    if (pattern.test(text)) faults.push(`${name}: ${what}`);
  for (const { name: method, found } of CALLS) {
    // What asks first whether a method is there does without it, and so does a chunk that brings it.
    if (new RegExp(`["'\`]${method}["'\`] ?in window`).test(text)) continue;
    const uses = text.match(new RegExp(`.{0,80}${found.source}`, 'g')) ?? [];
    const blind = uses.filter(
      (use) => !new RegExp(`${method}\\?|typeof [\\w.]*${method}|"${method}" ?in`).test(use),
    );
    if (blind.length > 0) faults.push(`${name}: ${method}，例如 ${blind[0].slice(-60)}`);
  }
}
const page = fs.readFileSync(path.join(dist, 'index.html'), 'utf8');
if (!page.includes('<script src="/old.js">')) faults.push('index.html: 没有 old.js，旧浏览器得不到说明');
for (const fault of faults) console.error(fault);
console.log(faults.length > 0 ? `${faults.length} 处 Chrome 88 不支持` : 'Chrome、Edge 88 可用');
process.exit(faults.length > 0 ? 1 : 0);
