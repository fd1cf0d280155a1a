import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { phone } from './tools/phone.ts';
import { screens } from './tools/screens.ts';

const server = process.env.API ?? 'http://127.0.0.1:8000';
// /message itself is a page of the client; only these calls below it belong to the server.
const messageCalls = '^/message/(init|content|has_read|remove_readed|restore|count|stream)';

const WORTH = 1024; // bytes: a smaller file fits into one packet anyway

/** Writes each script and style sheet a second time, compressed: the server sends it as it lies there. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  writeBundle({ dir = '' }, bundle) {
    for (const name of Object.keys(bundle).filter((one) => /\.(js|css)$/.test(one))) {
      const content = readFileSync(path.join(dir, name));
      if (content.length >= WORTH)
        writeFileSync(path.join(dir, `${name}.gz`), gzipSync(content, { level: 9 }));
    }
  },
};

export default defineConfig({
  plugins: [react(), screens, phone, compressed],
  resolve: {
    alias: {
      '@': fileURLToPath(new URL('./src', import.meta.url)),
      dexie: 'dexie/dist/modern/dexie.mjs', // what its package names is a script for require, and larger by 4 KiB
    },
  },
  build: {
    manifest: true,
    target: ['chrome88', 'edge88'], // Windows 7 ends at 109; domestic browsers stand between 86 and 108
    chunkSizeWarningLimit: 1500,
    // Beside a page's own chunk only its styles are named in advance: the lists of scripts grew with every screen.
    modulePreload: {
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => file.endsWith('.css')) : files,
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: 'icons', test: /icons.+Outlined/, minShareCount: 3 }], // half a hundred tiny files otherwise
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: {
      '^/a/': server,
      '^/api/': server,
      [messageCalls]: server,
      '/save_error_logger': server,
    },
  },
  test: {
    environment: 'happy-dom',
    globals: true,
    include: ['tests/**/*.test.{ts,tsx}'],
    isolate: false, // see tests/fresh.ts
    setupFiles: ['tests/fresh.ts', 'tests/setup.ts'],
    sequence: { setupFiles: 'list' },
    testTimeout: 180_000, // nothing is judged by a time-out, on a slow machine neither
    hookTimeout: 180_000,
    maxWorkers: 2,
  },
});
