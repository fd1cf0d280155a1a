// A phone in somebody's hand: the page for the machine, its PIN, its record.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chromium, expect } from '@playwright/test';
import { findChromium, flags } from './chromium.mjs';
import { pageOf, session } from './office.mjs';

const PIN = '246810';
export const SIZE = { width: 360, height: 640 };

/** Sets the PIN of the first use; ready to be without a net when it comes back. */
async function setUp(page) {
  await page.getByLabel('本机口令').fill(PIN);
  await page.getByLabel('再输一次').fill(PIN);
  await page.getByRole('button', { name: '设置并打开' }).click();
  await expect(page.getByText('已联网')).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);
}

export async function phone(browser, login, faults) {
  const page = await pageOf(browser, login, '/pda', faults);
  await page.setViewportSize(SIZE);
  await setUp(page);
  return page;
}

export async function unlock(page) {
  await page.getByLabel('本机口令').fill(PIN);
  await page.getByRole('button', { name: '打开', exact: true }).click();
}

export const turnTo = (page, hash) =>
  page.evaluate((place) => {
    location.hash = place;
  }, hash);

/** Confirms what the institute wants to be read, each hint by itself. */
export async function readHints(page, id) {
  await turnTo(page, `#/job/${id}`);
  await expect(page.getByRole('button', { name: '提交', exact: true })).toBeVisible();
  const hints = page.getByRole('button', { name: '已阅读，确认' });
  for (let left = await hints.count(); left > 0; left -= 1) {
    await hints.first().click();
    await expect(hints).toHaveCount(left - 1);
  }
}

/** A job whose hints are read and told, so that what is counted afterwards is the record alone. */
export async function ready(page, id) {
  await expect(page.locator(`a[href="#/job/${id}"]`)).toBeVisible();
  await readHints(page, id);
  const again = page.getByRole('button', { name: '立即同步' });
  await expect(again).toBeEnabled();
  await again.click();
  await waiting(page, 0);
  await turnTo(page, '#/');
}

export async function openRecord(page, id) {
  await readHints(page, id);
  await page.getByRole('link', { name: '填写记录' }).click();
  await expect(page.locator('.pda-item')).toBeVisible();
}

/** Goes to an item by the list of all, and answers it. */
export async function answer(page, seq, words) {
  await page.getByRole('button', { name: /^全部 \d+$/ }).click();
  await page
    .locator('.pda-itemline')
    .filter({ has: page.locator('.seq', { hasText: new RegExp(`^${seq}$`) }) })
    .click();
  await expect(page.getByRole('region', { name: `第${seq}项`, exact: true })).toBeVisible();
  await page.getByRole('group', { name: '结果', exact: true }).getByRole('button', { name: words }).click();
}

export const waiting = (page, count) => expect(page.getByText(`待传 ${count} 项`)).toBeVisible();

export async function online(page) {
  await page.context().setOffline(false);
  await page.getByRole('button', { name: '立即同步' }).click();
  await waiting(page, 0);
}

/** What is pressed on a phone is as large as a thumb, and nothing is wider than the phone. */
export async function fitsThumb(page) {
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('.pda button, .pda a, .pda select')]
      .map((one) => [one.textContent, one.getBoundingClientRect()])
      .filter(([, box]) => box.width > 0 && (box.height < 48 || box.width < 48))
      .map(([text, box]) => `${text} ${box.width} × ${box.height}`),
  );
  expect(small).toEqual([]);
  const { width } = page.viewportSize();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
}

/** A browser of its own process, with its profile on the disk: it can be killed like an app by the system. */
export async function mortal(profile) {
  const { executablePath, env } = await findChromium();
  const args = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const child = spawn(executablePath, [...flags, ...args, 'about:blank'], { env: env ?? process.env });
  const address = await new Promise((found, failed) => {
    let text = '';
    child.stderr.on('data', (piece) => {
      text += piece;
      const [, url] = /DevTools listening on (ws:\S+)/.exec(text) ?? [];
      if (url) found(url);
    });
    child.on('exit', () => failed(new Error(`the browser ended: ${text}`)));
  });
  const browser = await chromium.connectOverCDP(address);
  const [context] = browser.contexts();
  const page = await context.newPage();
  await page.setViewportSize(SIZE);
  const kill = async () => {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  return { page, context, kill };
}

/** The first use on a browser that can be killed. */
export async function mortalPhone(profile, login) {
  const own = await mortal(profile);
  const { web, sid, token } = await session(login);
  const url = process.env.BASE_URL;
  const { cookies } = await web.storageState();
  await own.context.addCookies([
    ...cookies,
    { name: 'scdeap_sidtoken', value: encodeURIComponent(sid), url },
    { name: 'scdeap_token', value: encodeURIComponent(token), url },
  ]);
  await own.page.goto(`${url}/pda`);
  await setUp(own.page);
  return own;
}
