// BASE_URL names a running server; without it the stand-in server is started over the build.
import { defineConfig } from '@playwright/test';
import { findChromium, flags } from './e2e/chromium.mjs';

const port = 4180;
const base = process.env.BASE_URL ?? `http://127.0.0.1:${port}`;

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.mjs',
  // WORKERS=2 runs two files at a time: with a running platform each journey picks rows of its own.
  workers: Number(process.env.WORKERS ?? 1),
  reporter: 'line',
  timeout: 120_000, // a busy machine is slow, not wrong
  expect: { timeout: 30_000 },
  use: {
    baseURL: base,
    viewport: { width: 1366, height: 768 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    trace: 'retain-on-failure',
    actionTimeout: 30_000,
    launchOptions: { ...(await findChromium()), args: flags },
  },
  webServer: process.env.BASE_URL
    ? undefined
    : { command: `node e2e/fake-server/server.mjs ${port}`, url: base, reuseExistingServer: false },
});
