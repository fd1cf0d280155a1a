// Every page that a menu offers, and the desks, as a screen reader finds them: axe has no serious finding on any.
// Lists are looked at where they are laid out (layout.spec.mjs).
import { expect, test } from '@playwright/test';
import { graveIn } from './axe.mjs';
import { pageOf } from './office.mjs';
import { EVERYBODY, go, leave, menus, screens } from './person.mjs';

test.skip(!process.env.BASE_URL, 'needs a running platform with the demo city');
test.setTimeout(1_200_000);

const LOGINS = process.env.LOGINS?.split(',') ?? EVERYBODY;

/** Rows, or the sentence in their place, are there and nothing is still loading. */
async function drawn(page) {
  await expect(page.locator('.panel, .state-note').filter({ visible: true }).first()).toBeVisible();
  await expect(page.locator('.skeleton-bar').filter({ visible: true })).toHaveCount(0);
}

/** Numbers, dates and codes in the tables and facts of a record that are cut; names and places may be. */
function cutNumbers() {
  const isCut = (one) =>
    one.clientWidth > 0 &&
    (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 4) &&
    getComputedStyle(one).overflowX !== 'visible';
  return [...document.querySelectorAll('table.plain td, .facts b, .facts em')]
    .filter((one) => one.offsetParent && /\d/.test(one.innerText) && !/[一-龥]{4}/.test(one.innerText))
    .filter(isCut)
    .map((one) => `cut: ${one.innerText}`);
}

const lists = new Set(screens.filter((one) => one.kind === 'list' && one.view).map((one) => one.path));

test('no page has a serious finding', async ({ browser }) => {
  const faults = [];
  const walked = new Set();
  const offered = await menus(LOGINS);
  for (const login of LOGINS) {
    const pages = offered[login].filter(
      ({ href, first }) => href.endsWith('ome') || (first && !lists.has(href)),
    );
    const page = await pageOf(browser, login, 'about:blank', faults);
    for (const [at, { href, name }] of pages.entries()) {
      walked.add(href);
      await go(page, href, at);
      await drawn(page);
      for (const one of await graveIn(page)) faults.push(`${name} ${href}: ${one}`);
    }
    await leave(page);
  }
  expect(walked.size).toBeGreaterThan(20);
  expect(faults).toEqual([]);
});

/** Pages where people work all day: the first thing that a row of these lists offers, or the form itself. */
const WORK = [
  ['yewu', '/businessPro/businessAcceptance'],
  ['diaodu', '/businessPro/taskArrange'],
  ['jianyan1', '/businessPro/taskConfirm'],
  ['jianyan1', '/businessPro/reportBuild'],
  ['jianyan1', '/businessPro/reportEnter'],
  ['jiaohe', '/businessPro/reportConfirm'],
  ['shenhe', '/businessPro/reportAudit'],
  ['pizhun', '/businessPro/reportApproval'],
  ['yewu', '/bsArchives/equipment/elevator'],
  ['shouli', '/businessPro/apply2', 'form'],
];

test('no page where people work has a serious finding', async ({ browser }) => {
  const faults = [];
  for (const [login, path, form] of WORK) {
    const page = await pageOf(browser, login, path, faults);
    await drawn(page);
    if (!form) {
      const row = page.locator('table.grid tr[data-row-key]').filter({ visible: true }).first();
      await row.locator('.row-actions button:enabled').first().click();
      await expect.poll(() => new URL(page.url()).pathname).not.toBe(path);
      await drawn(page);
      await page.waitForLoadState('networkidle');
    }
    for (const one of [...(await graveIn(page)), ...(await page.evaluate(cutNumbers))])
      faults.push(`${new URL(page.url()).pathname}: ${one}`);
    await leave(page);
  }
  const page = await browser.newPage();
  for (const path of ['/login', '/reportWebPage']) {
    await page.goto(path);
    await expect(page.locator('form').first()).toBeVisible();
    for (const one of await graveIn(page)) faults.push(`${path}: ${one}`);
  }
  expect(faults).toEqual([]);
});
