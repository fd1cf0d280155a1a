import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const server = process.env.API ?? 'http://127.0.0.1:8000';
// /message itself is a page of the client; only these calls below it belong to the server.
const messageCalls = '^/message/(init|content|has_read|remove_readed|restore|count|stream)';

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  build: {
    manifest: true,
    target: 'es2022',
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: 'icons', test: /icons.+Outlined/, minShareCount: 2 }], // half a hundred tiny files otherwise
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
    setupFiles: ['tests/setup.ts'],
    testTimeout: 20_000,
    maxWorkers: 2,
  },
});
