/** Writes the service worker of the phone's page with the files that the page needs: the entry's graph and its own. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const ENTRY = 'src/pda/PdaApp.tsx';
const WORKER = path.resolve(import.meta.dirname, '../src/pda/serviceWorker.js');
const FIXED = ['/pda.webmanifest', '/favicon.svg', '/old.js'];

interface Chunk {
  type: string;
  fileName: string;
  isEntry?: boolean;
  facadeModuleId?: string | null;
  imports?: string[];
  dynamicImports?: string[];
  viteMetadata?: { importedCss?: Set<string> };
}

export const phone: Plugin = {
  name: 'phone',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle) as unknown as Chunk[];
    const files = new Set<string>();
    const take = (name: string) => {
      const chunk = chunks.find((one) => one.type === 'chunk' && one.fileName === name);
      if (!chunk || files.has(name)) return;
      files.add(name);
      for (const imported of chunk.imports ?? []) take(imported);
      for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css);
    };
    const own = chunks.filter((one) => one.isEntry || one.facadeModuleId?.endsWith(ENTRY));
    if (!own.some((one) => one.facadeModuleId?.endsWith(ENTRY)))
      throw new Error(`${ENTRY} is no chunk of its own`);
    for (const { fileName } of own) take(fileName);
    // What the page loads later it must have as well; of the entry that is the whole desktop, which it need not.
    const page = own.find((one) => one.facadeModuleId?.endsWith(ENTRY));
    for (const name of page?.dynamicImports ?? []) take(name);
    const list = [...FIXED, ...[...files].sort().map((name) => `/${name}`)];
    const version = createHash('sha256').update(list.join('|')).digest('hex').slice(0, 16);
    const source = readFileSync(WORKER, 'utf8')
      .replace('__FILES__', JSON.stringify(list))
      .replace('__VERSION__', JSON.stringify(version));
    this.emitFile({ type: 'asset', fileName: 'pda-sw.js', source });
  },
};
