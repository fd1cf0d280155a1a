// The head of a station: what the desk says of the station is what its lists show, down to one person and one item.
import { expect, test } from '@playwright/test';
import * as p from './person.mjs';

const { seen } = p;

test.skip(!process.env.BASE_URL, 'needs a running platform with the demo city');

let faults;
test.beforeEach(() => {
  faults = [];
});
test.afterEach(() => expect(faults).toEqual([]));

const numberOf = (words) => Number(words.replace(/\D/g, ''));
const opened = (page) => expect.poll(() => p.count(page), { timeout: 15_000 });

test('the head of a station looks after the station', async ({ browser }) => {
  const page = await p.as(browser, 'zhanzhang', faults);
  await expect(page).toHaveURL(/\/stationHome$/);
  const figures = page.locator('.figures a').filter({ visible: true });
  await expect(figures.first()).toBeVisible();
  const told = await figures.evaluateAll((links) =>
    links.map((one) => [one.querySelector('span').textContent, one.querySelector('b').textContent]),
  );
  const days = ['今天要检', '明天要检', '七天内要检', '计划日期已过'];
  const steps = ['在办', '超期', '待安排', '待录入', '待审核', '本月批准'];
  expect(told.map(([label]) => label)).toEqual([...steps, ...days]);
  await p.picture(page, 'st1-desk');
  for (const [label, value] of told) {
    await page.locator('.figures a').filter({ visible: true, hasText: label }).first().click();
    await expect(page).toHaveURL(/compositeQuery/);
    if (numberOf(value) > 0) await opened(page).toBe(numberOf(value));
    await page.goBack();
    await expect(page).toHaveURL(/\/stationHome$/);
  }

  // One of the people: as many items as the desk says, all of them this person's.
  const people = page.locator('table.plain').filter({ visible: true, hasText: '待录入' });
  const line = people.locator('tbody tr').filter({ hasNotText: '还没有安排' }).first();
  const name = await line.locator('td').first().textContent();
  const all = numberOf(await line.locator('td').last().textContent());
  await line.getByRole('link', { name, exact: true }).click();
  await expect(page).toHaveURL(/compositeQuery/);
  await opened(page).toBe(all);
  expect(new Set(await p.column(page, '主检'))).toEqual(new Set([name]));
  await p.picture(page, 'st2-person');

  // One item: the course of it, and who had it in hand when.
  const [number] = await p.column(page, '业务流水号');
  await page.goto(`/flowLog?seisn=${number}`); // where the rows of the desk lead
  await expect(seen(page.getByText('业务受理'))).toBeVisible();
  await p.picture(page, 'st3-item');

  // The guide of the desk is that of the station.
  await page.goto('/stationHome');
  await expect(figures.first()).toBeVisible();
  await page.getByRole('button', { name: '本页指南' }).click();
  await expect(page.getByRole('dialog').getByText('看本站', { exact: true })).toBeVisible();
  await p.leave(page);
});
