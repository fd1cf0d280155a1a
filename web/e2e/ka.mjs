import { chromium } from '@playwright/test';
import { findChromium, flags } from './chromium.mjs';
const base = 'http://127.0.0.1:8157';
const found = await findChromium();
const browser = await chromium.launch({ args: flags, ...found });
const as = async (login) => {
  const c = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN', timezoneId: 'Asia/Shanghai', baseURL: base });
  const page = await c.newPage();
  page.on('pageerror', (e) => console.log('ERR', login, String(e)));
  await page.goto('/login');
  await page.getByLabel('用户名', { exact: true }).fill(login);
  await page.getByLabel('密码', { exact: true }).fill('Tejian@2026');
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.waitForTimeout(5000);
  return page;
};
const B = '/assistMng/argeementMng/';
const p = await as('shoufei');
await p.goto(B + 'agreementAdd'); await p.waitForTimeout(5000);
await p.screenshot({ path: '/tmp/ka1.png' });
await p.getByRole('button', { name: /起草合同/ }).first().click(); await p.waitForTimeout(3000);
await p.screenshot({ path: '/tmp/ka2.png' });
if (process.env.ID) {
  await p.goto(B + 'agreementSearchDt?id=' + process.env.ID); await p.waitForTimeout(5000);
  await p.screenshot({ path: '/tmp/ka3.png' });
}
await p.goto(B + 'agreementSearch'); await p.waitForTimeout(4000);
await p.screenshot({ path: '/tmp/ka4.png' });
await browser.close();
