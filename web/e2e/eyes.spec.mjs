// Every page that a menu offers, and the desks, as a screen reader finds them: axe has no serious finding on any.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from '@playwright/test';
import { as, EVERYBODY, go, leave } from './person.mjs';

test.skip(!process.env.BASE_URL, 'needs a running platform with the demo city');
test.setTimeout(1_200_000);

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const GRAVE = ['serious', 'critical'];
const LOGINS = process.env.LOGINS?.split(',') ?? EVERYBODY;

const leaves = (nodes) => nodes.flatMap((one) => (one.href ? [one] : leaves(one.childList)));

/** Rows, or the sentence in their place, are there and nothing is still loading. */
async function drawn(page) {
  await expect(page.locator('.panel, .state-note').filter({ visible: true }).first()).toBeVisible();
  await expect(page.locator('.skeleton-bar').filter({ visible: true })).toHaveCount(0);
}

/** What axe finds grave in what is in sight. */
async function found(page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async (grave) => {
    const told = await window.axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
      resultTypes: ['violations'],
    });
    return told.violations
      .filter((one) => grave.includes(one.impact))
      .map(
        (one) => `${one.id} ${one.nodes.length}× ${one.nodes[0].html.slice(0, 160)} ${one.nodes[0].target}`,
      );
  }, GRAVE);
}

test('no page has a serious finding', async ({ browser }) => {
  const faults = [];
  const walked = new Set();
  for (const login of LOGINS) {
    const page = await as(browser, login, faults);
    const asked = page.waitForResponse(/menuTree/);
    await page.reload();
    const pages = leaves((await (await asked).json()).data).filter(
      ({ href }) => href.endsWith('ome') || !walked.has(href),
    );
    for (const [at, { href, name }] of pages.entries()) {
      walked.add(href);
      await go(page, href, at);
      await drawn(page);
      for (const one of await found(page)) faults.push(`${name} ${href}: ${one}`);
    }
    await leave(page);
  }
  expect(walked.size).toBeGreaterThan(80);
  expect(faults).toEqual([]);
});

/** Pages where people work all day: the first thing that a row of these lists offers, or the form itself. */
const WORK = [
  ['yewu', '/businessPro/businessAcceptance'],
  ['diaodu', '/businessPro/taskArrange'],
  ['jianyan1', '/businessPro/taskConfirm'],
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
    const page = await as(browser, login, faults);
    await go(page, path, 0);
    await drawn(page);
    if (!form) {
      const row = page.locator('table.grid tr[data-row-key]').filter({ visible: true }).first();
      await row.locator('.row-actions button:enabled').first().click();
      await expect.poll(() => new URL(page.url()).pathname).not.toBe(path);
      await drawn(page);
      await page.waitForLoadState('networkidle');
    }
    for (const one of await found(page)) faults.push(`${new URL(page.url()).pathname}: ${one}`);
    await leave(page);
  }
  const page = await browser.newPage();
  for (const path of ['/login', '/reportWebPage']) {
    await page.goto(path);
    await expect(page.locator('form').first()).toBeVisible();
    for (const one of await found(page)) faults.push(`${path}: ${one}`);
  }
  expect(faults).toEqual([]);
});
