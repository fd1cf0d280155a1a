// A lot of safety valves at the counter: scanned, declared and accepted; each becomes an item that its number finds.
import { expect, test } from '@playwright/test';
import { as, desk, handIn, leave, openIn, picture, search, seen } from './person.mjs';

test.skip(!process.env.BASE_URL, 'needs a running platform with the demo city');

test('two safety valves of a unit from the counter to the list of those who arrange', async ({ browser }) => {
  const faults = [];
  const [unit, codes] = await freeValves(browser, faults);
  const page = await as(browser, 'shouli', faults);
  await openIn(page, ['检验业务'], '安全阀申报');
  for (const code of codes) {
    await page.getByPlaceholder('扫码，或输入安全阀编号').fill(code);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: code })).toBeVisible();
  }
  await expect(seen(page.getByText(unit))).toBeVisible();
  await expect(page.getByText('2 只安全阀均可申报')).toBeVisible();
  await expect(page.getByText('可以提交')).toBeVisible();
  await picture(page, 'valves-1-declare');
  await search(page, '业务受理', '申报单号', await handIn(page));
  await page.getByRole('button', { name: '受理', exact: true }).first().click();
  await expect(page.getByRole('button', { name: '受理 Alt S' })).toBeEnabled();
  await page.keyboard.press('Alt+s');
  await expect(page.getByText(/AQ\d{10}/).first()).toBeVisible();
  await picture(page, 'valves-2-accepted');
  await leave(page);
  const dispatcher = await as(browser, 'diaodu', faults);
  await search(dispatcher, '任务安排', '设备五码', codes[0]);
  await expect(seen(dispatcher.getByText(`安全阀 ${codes[0]}`))).toBeVisible();
  await picture(dispatcher, 'valves-3-arrange');
  await leave(dispatcher);
  expect(faults).toEqual([]);
});

/** A unit and the numbers of two of its valves that nobody has declared. */
async function freeValves(browser, faults) {
  const { page, post } = await desk(browser, 'shouli', faults);
  const asked = { pageNo: '1', pageSize: '100', status: '1', sort: 'nextcaldate' };
  const rows = (await post('/api/samvalve/findList', asked)).list;
  for (const { useorgsysid, useorgname } of rows) {
    const form = { unitsysid: useorgsysid, seisort: '04', testsort: '0401' };
    const free = (await post('/api/appmain/findUnitEquipment', form)).filter((one) => !one.why && !one.early);
    if (free.length > 1) {
      await leave(page);
      return [useorgname, free.slice(0, 2).map((one) => one.prono)];
    }
  }
  throw new Error('no unit has two free valves');
}
