import { expect, test } from '@playwright/test';
import { pageOf, post } from './office.mjs';
import { seen, rows } from './person.mjs';
test('unit asks', async ({ browser }) => {
  const faults = [];
  let page = await pageOf(browser, 'qiye', '/insBusQuery/compositeQuery', faults);
  await page.waitForTimeout(2500);
  await page.screenshot({ path: '/tmp/s1.png' });
  await page.getByRole('tab', { name: '已办结' }).click().catch(() => {});
  await page.getByText('已办结', { exact: true }).first().click();
  await page.waitForTimeout(2000);
  await page.screenshot({ path: '/tmp/s2.png' });
  const row = rows(page).first();
  const more = row.getByRole('button', { name: '申请补发' });
  if (await more.count()) await more.click(); else { await row.getByRole('button', { name: /更多|…/ }).click(); await page.getByText('申请补发').click(); }
  await page.waitForTimeout(1500);
  await page.screenshot({ path: '/tmp/s3.png' });
  const dialog = page.getByRole('dialog');
  for (const box of await dialog.getByRole('textbox').all()) if (await box.isEditable() && (await box.inputValue()) === '') await box.fill('原件在搬迁中遗失');
  await page.screenshot({ path: '/tmp/s4.png' });
  await dialog.getByRole('button', { name: /提交|确定|申请/ }).last().click();
  await page.waitForTimeout(2500);
  await page.screenshot({ path: '/tmp/s5.png' });
  console.log(page.url(), JSON.stringify(faults));
  await page.context().close();
  page = await pageOf(browser, 'zhiliang', '/assistMng/subsidyAudit', faults);
  await page.waitForTimeout(2500);
  await page.screenshot({ path: '/tmp/s6.png' });
});
