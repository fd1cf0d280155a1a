// BASE_URL names a running server; without it the stand-in server is started over the build.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium, flags } from './e2e/chromium.mjs';

const port = 4180;
const base = process.env.BASE_URL ?? `http://127.0.0.1:${port}`;

// Where journeys that run at the same time say which devices are theirs; the workers know it from the first process.
if (!process.env.CLAIMS) {
  const claims = mkdtempSync(join(tmpdir(), 'journeys-'));
  process.env.CLAIMS = claims;
  process.on('exit', () => rmSync(claims, { recursive: true, force: true }));
}

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.mjs',
  workers: 3, // files at a time on two cores, people pause; each journey claims the devices that it carries on
  reporter: 'line',
  timeout: 600_000, // a busy machine is slow, not wrong
  expect: { timeout: 60_000 },
  use: {
    baseURL: base,
    viewport: { width: 1366, height: 768 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    screenshot: 'only-on-failure',
    trace: process.env.TRACE ? 'retain-on-failure' : 'off', // it costs a third of the whole walk
    actionTimeout: 60_000,
    launchOptions: { ...(await findChromium()), args: flags },
  },
  webServer: process.env.BASE_URL
    ? undefined
    : { command: `node e2e/fake-server/server.mjs ${port}`, url: base, reuseExistingServer: false },
});
