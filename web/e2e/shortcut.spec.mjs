// Several items are arranged at once: picked on the list, given to two people who may, on one day with one box.
import { expect, test } from '@playwright/test';
import { accepted, claim, declared, freeByUnit, item, LIFTS, pageOf, today } from './office.mjs';
import { choose, leave, picture, rows, seen, told } from './person.mjs';

test.skip(!process.env.BASE_URL, 'needs a running platform with the demo city');

const LIFT = { equclass: '3000', kind: '3110', seisort: '02', testsort: '0211' };

test('two lifts of a unit are arranged from the list of quick arrangement', async ({ browser }) => {
  const faults = [];
  const main = await declared(LIFT, await twoOfAUnit());
  const items = await accepted(main.id);
  const page = await pageOf(
    browser,
    'diaodu',
    `/businessPro/reportRelevant/shortcutPlan?number=${main.appno}`,
    faults,
  );
  await expect(rows(page)).toHaveCount(2);
  await seen(page.locator('thead').getByRole('checkbox')).check();
  await seen(page.getByRole('button', { name: '快捷安排' })).click();
  const dialog = page.getByRole('dialog');
  await choose(page, '主检', LIFTS.lead);
  await choose(page, '协检', LIFTS.lead);
  await choose(page, '仪器箱', LIFTS.box);
  await dialog.getByText('是', { exact: true }).click(); // on a day off too
  await picture(page, 'shortcut-1-plan');
  await dialog.getByRole('button', { name: '安排', exact: true }).click();
  await told(page, '主检和协检应为两个人'); // refused, and the dialog keeps what was filled in
  await choose(page, '协检', LIFTS.with);
  await dialog.getByRole('button', { name: '安排', exact: true }).click();
  await told(page, '已安排，已通知检验人员');
  await expect(seen(page.getByText('共 0 条'))).toBeVisible();
  await picture(page, 'shortcut-2-arranged');
  await leave(page);
  for (const { id } of items) {
    const { head } = await item(id);
    expect(head).toMatchObject({ step: 'RWQR', scinspectorname: LIFTS.lead, plandate: today() });
    expect(head.inspectornames).toBe(`${LIFTS.lead}、${LIFTS.with}`);
  }
  expect(faults).toEqual([]);
});

/** Two lifts of one unit that are this journey's alone. */
async function twoOfAUnit() {
  for await (const free of freeByUnit(LIFT)) {
    const own = free.length > 1 ? free.filter((one) => claim(one.equcode)).slice(0, 2) : [];
    if (own.length === 2) return own;
  }
  throw new Error('no unit has two free lifts');
}
