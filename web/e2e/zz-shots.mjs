import { chromium } from 'playwright-core';
import { findChromium, flags } from './chromium.mjs';
const base = process.env.BASE_URL;
const { executablePath, env } = await findChromium();
const browser = await chromium.launch({ executablePath, args: flags, env });
const [, , login, out, ...paths] = process.argv;
const ctx = await browser.newContext({ viewport: { width: 1366, height: 768 }, baseURL: base });
const page = await ctx.newPage();
page.on('pageerror', (e) => console.log('pageerror', e.message));
await page.goto('/');
await page.getByPlaceholder('请输入登录名').or(page.locator('input').first()).first().fill(login);
await page.locator('input[type=password]').fill('Tejian@2026');
await page.keyboard.press('Enter');
await page.waitForTimeout(3000);
let n = 0;
for (const path of paths) {
  if (path.startsWith('click:')) { await page.getByText(path.slice(6), { exact: true }).filter({ visible: true }).first().click(); }
  else if (path.startsWith('button:')) { await page.getByRole('button', { name: path.slice(7) }).filter({ visible: true }).first().click(); }
  else await page.goto(path);
  await page.waitForTimeout(2500);
  await page.screenshot({ path: `${out}-${n++}.png` });
}
console.log(page.url());
await browser.close();
