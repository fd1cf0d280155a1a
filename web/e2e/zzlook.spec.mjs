import { test } from '@playwright/test';
import { pageOf, post } from './office.mjs';
test('look', async ({ browser }) => {
  test.setTimeout(180000);
  const faults = [];
  const by = async (number) => (await post('jianyan1', '/api/appbuss/findList', { number, pageSize: 5 })).list[0].id;
  const to = async (p, n) => {
    const box = p.locator('input[type="text"], .ant-input-number-input, input').filter({ visible: true });
    for (const one of await box.all()) if ((await one.inputValue()) === '1') { await one.fill(String(n)); await one.press('Enter'); break; }
    await p.waitForTimeout(2500);
  };
  const id = await by('DT2026000009');
  let p = await pageOf(browser, 'dayin', `/businessPro/ApprovalInfo?id=${id}`, faults);
  await p.waitForTimeout(5000);
  await to(p, 3);
  await p.screenshot({ path: '/tmp/sgshots/issued.png' });
  p = await pageOf(browser, 'jianyan1', `/businessPro/originalRecord?id=${id}`, faults);
  await p.waitForTimeout(5000);
  await to(p, 5);
  await p.screenshot({ path: '/tmp/sgshots/record.png' });
  const { list } = await post('jianyan1', '/api/appbuss/appBussSheetList', { stepcode: 'BGLR', pageNo: 1, pageSize: 5 });
  p = await pageOf(browser, 'jianyan1', `/businessPro/originalRecord?id=${list[0].id}`, faults);
  await p.waitForTimeout(5000);
  await p.screenshot({ path: '/tmp/sgshots/draft1.png' });
  const two = (await post('jianyan2', '/api/appbuss/sign/findList', { pageNo: 1, pageSize: 5 })).list[0];
  if (two) {
    p = await pageOf(browser, 'jianyan2', `/businessPro/reportSignInfo?id=${two.id}`, faults);
    await p.setViewportSize({ width: 390, height: 844 });
    await p.waitForTimeout(5000);
    await p.screenshot({ path: '/tmp/sgshots/sign-phone.png' });
  }
});
