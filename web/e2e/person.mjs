// What a person does on every screen: log in, open a page from the menu, search, pick, look.
import { expect } from '@playwright/test';

const PASSWORD = 'Tejian@2026';
const shots = process.env.SHOTS; // a folder for pictures of every step

/** A page of somebody who is logged in; script errors on it fail the journey. */
export async function as(browser, login, faults) {
  const context = await browser.newContext({
    viewport: { width: 1366, height: 768 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  });
  const page = await context.newPage();
  page.on('pageerror', (fault) => faults.push(`${login}: ${fault}`));
  await page.goto('/login');
  await page.getByLabel('用户名', { exact: true }).fill(login);
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByText('先办这些')).toBeVisible();
  return page;
}

export async function leave(page) {
  await page.context().close();
}

export async function picture(page, name) {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png` });
}

/** What of it is in sight: pages of other tabs stay in the document, hidden. */
export const seen = (locator) => locator.filter({ visible: true }).first();

/** Pick an option of an antd select. */
export async function choose(page, label, option) {
  await seen(page.getByRole('combobox', { name: label, exact: true })).click();
  await seen(page.locator('.ant-select-item-option').filter({ hasText: option })).click();
}

/** Open a page from the menu and wait until its tab is the one in front. */
export async function open(page, menu) {
  await page
    .getByRole('button', { name: new RegExp(`^${menu}( \\d+)?$`) })
    .first()
    .click();
  await expect(page.getByRole('tab', { name: menu, exact: true, selected: true })).toBeVisible();
  await page.waitForTimeout(300); // the page before is hidden after the tab has changed
}

/** Open a list from the menu and search it by one field. */
export async function search(page, menu, field, value) {
  await open(page, menu);
  await seen(page.getByRole('textbox', { name: field, exact: true })).fill(value);
  await page.keyboard.press('Enter');
  await expect(seen(page.getByText('共 1 条'))).toBeVisible();
}

/** Open the only row of a step's list by its number. */
export async function openRow(page, menu, number) {
  await search(page, menu, '单号', number);
  await seen(page.getByRole('link', { name: number, exact: true })).click();
}
