import { chromium } from 'playwright';
import { findChromium, flags } from './chromium.mjs';
const [item, auditItem, out] = process.argv.slice(2);
const base = 'http://127.0.0.1:8142';
const found = await findChromium();
const browser = await chromium.launch({ ...found, args: flags });
async function as(login) {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  const page = await context.newPage();
  await page.goto(base + '/');
  await page.getByPlaceholder(/账号|用户名|账户/).fill(login);
  await page.getByPlaceholder(/密码/).fill('Tejian@2026');
  await page.getByRole('button', { name: /登\s*录/ }).click();
  await page.waitForTimeout(3000);
  return page;
}
const one = await as('jianyan1');
await one.goto(`${base}/businessPro/reportEnterInfo?id=${item}`);
await one.waitForTimeout(4000);
await one.getByRole('tab', { name: /检查/ }).click();
await one.waitForTimeout(800);
await one.screenshot({ path: `${out}/entry-findings.png` });
await one.getByRole('tab', { name: '日期与结论' }).click();
await one.waitForTimeout(800);
await one.screenshot({ path: `${out}/entry-head.png` });
if (auditItem) {
  const two = await as('shenhe');
  await two.goto(`${base}/businessPro/reportAudit/form?id=${auditItem}`);
  await two.waitForTimeout(5000);
  await two.screenshot({ path: `${out}/audit.png` });
}
await browser.close();
