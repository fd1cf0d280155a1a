// A fleet of forklifts, twenty where a unit has so many: declared in one go and moved on together.
import { expect, test } from '@playwright/test';
import {
  accepted,
  approved,
  cosigned,
  declaration,
  device,
  filled,
  freeByUnit,
  handedIn,
  MACHINES,
  opened,
  pageOf,
  today,
} from './office.mjs';
import { choose, handIn, leave, picture, seen, sign } from './person.mjs';

test.skip(!process.env.BASE_URL, 'needs a running platform with the demo city');

const FORKLIFT = { equclass: '5000', kind: '5110', seisort: '02', testsort: '0211' };
const MOST = 20;

test('a fleet of forklifts is declared and inspected at once', async ({ browser }) => {
  const faults = [];
  const fleet = await largestFleet();
  const count = fleet.length;
  expect(count).toBeGreaterThan(4);
  const appno = await declareThroughTheCounter(browser, faults, fleet);
  const main = await declaration({ appno });
  const items = await accepted(main.id);
  expect(items.length).toBe(count);
  await opened(items, MACHINES);
  for (const one of items) {
    const saved = await filled(one.id, MACHINES.login);
    await handedIn(MACHINES.login, one.id, saved.proposal.code);
  }
  for (const one of items) await cosigned(one.id);
  const page = await pageOf(browser, 'jiaohe', `/businessPro/reportConfirm?number=${appno}`, faults);
  await expect(seen(page.getByText(`共 ${count} 条`))).toBeVisible();
  await seen(page.locator('thead').getByRole('checkbox')).check();
  await page.getByRole('button', { name: '批量确认' }).first().click();
  await picture(page, 'forklifts-2-confirm');
  await page.getByRole('dialog').getByRole('button', { name: '批量确认' }).click();
  await sign(page);
  await expect(seen(page.getByText('共 0 条'))).toBeVisible();
  await leave(page);
  const reports = await Promise.all(items.map((one) => approved(one.id)));
  const numbers = new Set(reports.map((one) => one.head.reportno));
  expect(numbers.size).toBe(count);
  for (const [at, { head }] of reports.entries()) {
    expect(head).toMatchObject({ step: 'BGDY', conclusion: '1051', inspdate: today() });
    expect(head.reportno).toMatch(/^NBND\d{9}$/);
    const mine = fleet.find((one) => one.equcode === head.equcode);
    expect(await device(FORKLIFT, mine), `${at}`).toMatchObject({
      insreportno: head.reportno,
      ninspdate: head.nextdate,
    });
  }
  expect(faults).toEqual([]);
});

/** The first is scanned; the rest of the fleet is picked from what the unit has. Gives the number. */
async function declareThroughTheCounter(browser, faults, fleet) {
  const page = await pageOf(browser, 'shouli', '/businessPro/newapply', faults);
  await page.getByPlaceholder('扫码，或输入五码中任意一码').fill(fleet[0].equcode);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: fleet[0].equcode })).toBeVisible();
  await choose(page, '检验类别', /定期检验/);
  await choose(page, '检验类型', /定期检验/);
  await page
    .getByRole('button', { name: /单位设备/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  for (const one of fleet.slice(1)) await dialog.getByText(one.equcode).click();
  await picture(page, 'forklifts-1-picked');
  await dialog.getByRole('button', { name: /加入/ }).click();
  const early = page.locator('[data-field="earlyreason"] input'); // asked when one of them is not due yet
  if ((await early.count()) > 0) await early.fill('同一单位一并检验');
  await expect(page.getByText(`${fleet.length} 台设备均可申报`)).toBeVisible();
  const appno = await handIn(page);
  await leave(page);
  return appno;
}

/** The free forklifts of the unit with most of them. */
async function largestFleet() {
  let largest = [];
  for await (const free of freeByUnit(FORKLIFT)) if (free.length > largest.length) largest = free;
  return largest.slice(0, MOST);
}
