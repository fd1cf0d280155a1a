// A boiler inspected inside and outside at once: one report, two dates.
import { expect, test } from '@playwright/test';
import { approved, device, entered, later, move, PRESSURE, pageOf, today } from './office.mjs';
import { fill, leave, picture, seen } from './person.mjs';

test.skip(!process.env.BASE_URL, 'needs a running platform with the demo city');

const BOILER = { equclass: '1000', kind: '1100', seisort: '02', testsort: '0204' };

test('a boiler inspected inside and outside gets two dates', async ({ browser }) => {
  const faults = [];
  const [boiler, id] = await entered(BOILER, PRESSURE);
  const { ratedpress, ratedtemp } = await device(BOILER, boiler);
  const page = await pageOf(browser, PRESSURE.login, `/businessPro/reportEnterInfo?id=${id}`, faults);
  await page.getByRole('tab', { name: '日期与结论' }).click();
  await fill(page, '缺陷最严重级别（无缺陷为 1）', '1');
  await fill(page, '允许使用压力', ratedpress);
  await fill(page, '允许使用温度', ratedtemp);
  await page
    .getByRole('button', { name: /^采用 / })
    .first()
    .click();
  const inside = later(today(), 24);
  const outside = later(today(), 12);
  await expect(page.getByRole('textbox', { name: '下次检验日期', exact: true })).toHaveValue(inside);
  await page.getByRole('button', { name: '为何是这一天' }).first().click();
  await expect(seen(page.getByText(outside).first())).toBeVisible();
  await picture(page, 'boiler-1-dates');
  await leave(page);
  await move(PRESSURE.login, 'submitRecord', id);
  const { head } = await approved(id);
  expect(head).toMatchObject({ step: 'BGDY', conclusion: '1011', nextdate: inside });
  expect(head.reportno).toMatch(/^NBGD\d{9}$/);
  const after = await device(BOILER, boiler);
  expect(after).toMatchObject({
    ninspdate: inside,
    ninspdate2: outside,
    insresult: '1011',
    inspdate: today(),
  });
  expect(faults).toEqual([]);
});
