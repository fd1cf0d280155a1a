// A parcel that came back: the counter notes it, posts its reports again under the next number, prints and sends it.
import { expect, test } from '@playwright/test';
import { pageOf, post } from './office.mjs';

test.skip(!process.env.BASE_URL, 'needs a running platform with the demo city');

test('a parcel that came back is posted again', async ({ browser }) => {
  const faults = [];
  const sent = { pageNo: 1, pageSize: 1, segment: 'sent', orderBy: '-sentat' };
  const [old] = (await post('shouli', '/api/express/findList', sent)).list;
  const page = await pageOf(browser, 'shouli', `/assistMng/matExpressBillPrint/detail?id=${old.id}`, faults);

  await page.getByRole('button', { name: '退回登记' }).click();
  const back = page.getByRole('dialog');
  await back.getByRole('textbox').fill('收件人电话无人接听');
  await back.getByRole('button', { name: /登\s?记/ }).click();
  await expect(page.getByText('已退回').first()).toBeVisible();

  await page.getByRole('button', { name: /重\s?寄/ }).click();
  const again = page.getByRole('dialog');
  await expect(again.getByLabel('收件人电话')).toHaveValue(/\*{4}/); // as it is shown; the whole number is kept
  await again.getByLabel('收件地址').fill('钱湖南路 8 号 2 幢 301');
  await again.getByRole('button', { name: /重\s?寄/ }).click();
  await expect(page.getByText('已重寄').first()).toBeVisible();

  const made = { pageNo: 1, pageSize: 20, segment: 'made' };
  const bills = (await post('shouli', '/api/express/findList', made)).list;
  const next = bills.find((one) => one.insteadof === old.expressno);
  await page.goto(`/assistMng/matExpressBillPrint/detail?id=${next.id}`);
  await expect(page.getByText(`代替退回的快递单${old.expressno}`)).toBeVisible();
  await expect(page.getByText('钱湖南路 8 号 2 幢 301')).toBeVisible();

  const [paper] = await Promise.all([
    page.waitForResponse((answer) => answer.url().includes('commonPrint')),
    page.getByRole('button', { name: '打印快递单' }).click(),
  ]);
  expect(paper.headers()['content-type']).toContain('application/pdf');

  await page.goto(`/assistMng/matExpressBillPrint/detail?id=${next.id}`);
  await page.getByRole('button', { name: /寄\s?出/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /寄\s?出/ })
    .click();
  await expect(page.getByText('已寄出').first()).toBeVisible();
  const [row] = (await post('shouli', '/api/express/findList', { expressno: next.expressno })).list;
  expect([row.step, row.printcount, row.address]).toEqual(['JC', 1, '钱湖南路 8 号 2 幢 301']);
  expect(faults).toEqual([]);
});
