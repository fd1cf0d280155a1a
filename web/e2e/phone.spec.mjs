// A unit pays on its phone: what it owes, the picture to scan, the payment, and the receipt, all at 390 × 844.
import { expect, test } from '@playwright/test';
import { claim } from './office.mjs';
import { desk, leave, picture } from './person.mjs';

test.skip(!process.env.BASE_URL, 'needs a running platform with the demo city');

const CALLS = '/api/chamain/chaMain';

test('a unit pays what it owes and takes its receipt', async ({ browser }) => {
  const faults = [];
  const cashier = await desk(browser, 'shoufei', faults);
  const finance = await desk(browser, 'caiwu', faults);
  const unit = await desk(browser, 'qiye', faults, '一户一码箱');
  const { list: own } = await unit.post('/api/unitbasic/findList', {});
  expect(own).toHaveLength(1); // a unit sees itself
  const [payer] = own;
  const { list } = await cashier.post(`${CALLS}/selectAppBussList`, { pageSize: '50', equclass: '3000' });
  const form = (id) => ({ 'items.0.id': id, payunitsysid: payer.unitsysid ?? payer.id });
  const item = list.find((one) => one.testsort !== '0102' && claim(one.equcode));
  const [made] = await cashier.post(`${CALLS}/save`, form(item.id));
  await cashier.post(`${CALLS}/commit`, { ids: made.id, version: made.version });
  const waiting = await finance.post(`${CALLS}/confirmList`, { chargesysid: made.chargesysid });
  await finance.post(`${CALLS}/modifyStatus`, {
    ids: made.id,
    version: waiting.list[0].version,
    status: '2',
  });

  const { page } = unit;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/assistMng/payMng/myPay');
  const owed = page.locator('.my-bill').filter({ hasText: made.chargesysid });
  await expect(owed).toContainText(Number(made.amount).toLocaleString('en', { minimumFractionDigits: 2 }));
  await picture(page, 'phone-owed');
  const wide = await page.evaluate(() => document.querySelector('.my-pay').scrollWidth);
  expect(wide, 'nothing is wider than the phone').toBeLessThanOrEqual(390);
  await owed.getByRole('button', { name: '缴费' }).click();
  const dialog = page.getByRole('dialog');
  const image = dialog.locator('.pay-code img');
  await expect(image).toBeVisible();
  expect(await image.evaluate((one) => one.naturalWidth)).toBeGreaterThan(100);
  await expect(dialog).toContainText('缴款码');
  await picture(page, 'phone-code');
  await expect(dialog.getByRole('button', { name: '模拟支付' })).toHaveCount(0); // the platform is no enterprise's
  await cashier.post(`${CALLS}/paySimulated`, { id: made.id });
  await dialog.getByRole('button', { name: '已完成支付' }).click();
  await expect(owed).toHaveCount(0);

  const paid = await cashier.post(`${CALLS}/findList`, { chargesysid: made.chargesysid });
  expect(paid.list.map((one) => one.step)).toEqual(['PAID']);
  const bill = { ids: made.id, version: paid.list[0].version, title: payer.name };
  await cashier.post(`${CALLS}/modifyInvoice`, bill);
  await page.reload();
  const receipt = page.locator('.my-bill').filter({ hasText: `收费单 ${made.chargesysid}` });
  await expect(receipt).toBeVisible();
  const file = page.waitForEvent('download');
  await receipt.getByRole('button', { name: '查看票据' }).click();
  expect((await file).suggestedFilename()).toMatch(/^票据FS\d+\.pdf$/);
  await picture(page, 'phone-receipt');
  expect(faults).toEqual([]);
  for (const one of [page, cashier.page, finance.page]) await leave(one);
});
