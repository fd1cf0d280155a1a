// Pictures of pages as somebody: node e2e/zz.mjs LOGIN PATH...
import { chromium } from 'playwright-core';
import { findChromium, flags } from './chromium.mjs';
const base = process.env.BASE ?? 'http://127.0.0.1:8151';
const [, , login, ...paths] = process.argv;
const browser = await chromium.launch({ ...(await findChromium()), args: flags });
const page = await (await browser.newContext({ viewport: { width: Number(process.env.W ?? 1366), height: Number(process.env.H ?? 768) }, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })).newPage();
page.on('pageerror', (e) => console.log('ERR', String(e)));
page.on('response', (r) => r.status() >= 400 && console.log(r.status(), r.url().slice(0, 150)));
await page.goto(`${base}/login`);
await page.getByLabel('用户名', { exact: true }).fill(login);
await page.getByLabel('密码', { exact: true }).fill('Tejian@2026');
await page.getByRole('button', { name: '登录', exact: true }).click();
await page.waitForURL((u) => !u.pathname.includes('/login'));
await page.waitForTimeout(2500);
let n = 0;
for (const path of paths) {
  if (path !== '.') await page.goto(base + path);
  await page.waitForTimeout(Number(process.env.WAIT ?? 3500));
  const name = `/tmp/shots/${login}${n++}-${path.replace(/[^a-zA-Z0-9]/g, '_').slice(-40)}.png`;
  await page.screenshot({ path: name });
  console.log(name);
}
await browser.close();
