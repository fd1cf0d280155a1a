import { chromium } from '@playwright/test';
import { findChromium, flags } from './chromium.mjs';
import { pageOf } from './office.mjs';

const browser = await chromium.launch({ ...(await findChromium()), args: flags });
const B = process.env.BASE_URL;
const faults = [];
const shot = async (page, n) => {
  await page.waitForTimeout(1500);
  await page.screenshot({ path: `/tmp/shots/${n}.png` });
};
// date box
let page = await pageOf(browser, 'shouli', B + '/businessPro/apply2', faults);
await page.waitForTimeout(2500);
await shot(page, 'apply2');
page = await pageOf(browser, 'yewu', B + '/bsArchives/equipment/elevator', faults);
await page.waitForTimeout(2500);
const more = page.getByRole('button', { name: /展开|更多/ }).first();
if (await more.count()) await more.click();
await shot(page, 'elevator-search');
const boxes = page.locator('.ant-picker input').filter({ visible: true });
console.log('pickers', await boxes.count());
for (const [i, text] of [
  [0, '2025-11-28'],
  [1, '2018/3/15'],
  [2, '2025-11-028'],
  [3, '20260105'],
]) {
  const box = boxes.nth(i);
  if (!(await box.count())) break;
  await box.click();
  await page.keyboard.type(text, { delay: 30 });
  await page.keyboard.press('Tab');
  await page.waitForTimeout(300);
  console.log(text, '->', await box.inputValue(), await box.getAttribute('placeholder'));
}
await shot(page, 'elevator-dates');
page = await pageOf(browser, 'jianguan', B + (process.env.COPIES ?? '/home'), faults);
await shot(page, 'copies');
page = await pageOf(browser, 'jianyan1', B + '/businessPro/reportEnter', faults);
await page.waitForTimeout(2000);
await page.locator('table.grid tr[data-row-key] .row-actions button:enabled').first().click();
await page.waitForTimeout(3000);
await shot(page, 'entry');
console.log(faults.join('\n'));
await browser.close();
