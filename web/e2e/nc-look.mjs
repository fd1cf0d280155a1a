import { chromium } from '@playwright/test';
import { findChromium, flags } from './chromium.mjs';

const base = 'http://127.0.0.1:8143';
export async function start() {
  const found = await findChromium();
  return chromium.launch({ ...found, args: flags });
}
export async function as(browser, login) {
  const context = await browser.newContext({ baseURL: base, viewport: { width: 1366, height: 768 }, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' });
  const page = await context.newPage();
  page.on('pageerror', (f) => console.log('ERR', login, String(f)));
  page.on('response', async (r) => { if (r.status() >= 400) console.log('HTTP', r.status(), r.url(), (await r.text().catch(()=>'')).slice(0,200)); });
  await page.goto('/login');
  await page.getByLabel('用户名', { exact: true }).fill(login);
  await page.getByLabel('密码', { exact: true }).fill('Tejian@2026');
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.getByText('消息中心').first().waitFor();
  return page;
}
export async function look(page, path, name, wait = 1500) {
  if (path) await page.goto(path);
  await page.waitForTimeout(wait);
  await page.screenshot({ path: `/tmp/nc-shots/${name}.png` });
  console.log('shot', name);
}
