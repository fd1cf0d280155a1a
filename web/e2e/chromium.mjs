// Finds a Chromium for browser tests: $CHROMIUM, then the system's, then the npm package, which needs no root.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const installed = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

export async function findChromium() {
  const system = installed.find((file) => file && existsSync(file));
  if (system) return { executablePath: system };
  // Makes the package unpack its shared libraries too, not only the browser.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs20.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  const executablePath = await chromium.executablePath();
  const fonts = path.dirname(
    createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans-sc/package.json'),
  );
  const folder = path.join(tmpdir(), 'e2e-fonts');
  const config = path.join(folder, 'fonts.conf');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    config,
    `<?xml version="1.0"?><fontconfig><dir>${fonts}/400Regular</dir><dir>${fonts}/700Bold</dir><cachedir>${folder}/cache</cachedir></fontconfig>`,
  );
  const libraries = path.join(tmpdir(), 'al2023', 'lib');
  return { executablePath, env: { ...process.env, FONTCONFIG_FILE: config, LD_LIBRARY_PATH: libraries } };
}
