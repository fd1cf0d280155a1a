// What a first visit loads, gzipped, from the build manifest; fails when a page outgrew its limit.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

const dist = process.argv[2] ?? 'dist';
const manifest = JSON.parse(fs.readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'));

const shell = 'src/shell/DesktopApp.tsx';
const pages = [
  { name: '登录', chunks: ['src/login/LoginPage.tsx'], limit: 220 },
  {
    name: '列表',
    chunks: [shell, 'src/views/ListView.tsx', 'src/ui/pickers/CategoryPicker.tsx'],
    limit: 400,
  },
  {
    name: '桌面',
    chunks: [shell, 'src/screens/portal/Home.tsx', 'src/screens/portal/DueChart.tsx'],
    limit: 440, // the syntax of Chrome 88 costs 4 KiB, each screen of the table 25 bytes
  },
  { name: '手机上传', chunks: ['src/mobile/AttachmentUpload.tsx'], limit: 130 },
  { name: '现场检验', chunks: ['src/pda/PdaApp.tsx'], limit: 150 },
];

/** A module that is both a page's part and loaded by itself becomes a shared chunk under its own name. */
function keyOf(name) {
  if (manifest[name]) return name;
  const shared = `_${path.basename(name).replace(/\.\w+$/, '')}-`;
  const found = Object.keys(manifest).find((key) => key.startsWith(shared) && key.endsWith('.js'));
  if (!found) throw new Error(`${name} is not in the manifest`);
  return found;
}

function collect(name, seen) {
  const key = keyOf(name);
  if (seen.has(key)) return;
  seen.add(key);
  for (const imported of manifest[key].imports ?? []) collect(imported, seen);
}

const sizeOf = (file) => zlib.gzipSync(fs.readFileSync(path.join(dist, file)), { level: 9 }).length;

let failed = false;
for (const { name, chunks, limit } of pages) {
  const seen = new Set();
  for (const key of ['index.html', ...chunks]) collect(key, seen);
  const files = new Set([...seen].flatMap((key) => [manifest[key].file, ...(manifest[key].css ?? [])]));
  const kib = [...files].reduce((sum, file) => sum + sizeOf(file), 0) / 1024;
  const ok = kib <= limit;
  failed ||= !ok;
  console.log(`${ok ? 'ok  ' : 'OVER'} ${name} ${kib.toFixed(1)} KiB of ${limit} (${files.size} files)`);
}
process.exit(failed ? 1 : 0);
