// What a person does on every screen: log in, open a page from the menu, search, pick, look.
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { pageOf, post } from './office.mjs';

/** The table of screens: a row each, with its cells by name. */
export const screens = (() => {
  const table = readFileSync(new URL('../../server/tejian/data/screens.csv', import.meta.url), 'utf8');
  const [names, ...rows] = table
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','));
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? ''])));
})();

/** Everybody of the demo city whose menu differs: together they see every page. */
export const EVERYBODY = (
  'yewu jianyan1 shouli ziliao diaodu jiaohe fenxiang shenhe pizhun dangan dayin shoufei caiwu zhiliang yiqi ' +
  'zhanzhang sysadmin secadmin audadmin jianguan qiye weibao jiance'
).split(' ');

const leaves = (nodes) => nodes.flatMap((one) => (one.href ? [one] : leaves(one.childList)));

/** The pages that the menu of each account offers, and whether no account before it is offered them. */
export async function menus(logins = EVERYBODY) {
  const known = new Set();
  const offered = {};
  for (const login of logins) {
    const pages = leaves(await post(login, '/api/user/menuTree'));
    offered[login] = pages.map(({ href, name }) => ({ href, name, first: !known.has(href) }));
    for (const { href } of pages) known.add(href);
  }
  return offered;
}

const shots = process.env.SHOTS; // a folder for pictures of every step

/** A page of somebody who is logged in; script errors on it fail the journey. */
export async function as(browser, login, faults, ready = '消息中心') {
  const page = await pageOf(browser, login, '/', faults);
  await expect(page.getByText(ready).first()).toBeVisible();
  return page;
}

/** A page of a person who also calls the platform directly. */
export async function desk(browser, login, faults, ready) {
  const page = await as(browser, login, faults, ready);
  return { page, post: (path, form) => post(login, path, form) };
}

export async function leave(page) {
  await page.context().close();
}

export async function picture(page, name) {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png` });
}

/** What of it is in sight: pages of other tabs stay in the document, hidden. */
export const seen = (locator) => locator.filter({ visible: true }).first();

/** The control of a label; its star and the icons inside the label belong to the name that is read out. */
const control = (page, role, label) => {
  const words = label.replace(/[()[\]./+]/g, '\\$&');
  return seen(page.getByRole(role, { name: new RegExp(`^${words}( [a-z-]+)?( \\*)?( [a-z-]+)?$`) }));
};

/** Pick an option of an antd select. */
export async function choose(page, label, option) {
  await control(page, 'combobox', label).click();
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

/** Open a page from a folded group of the menu, for example 档案管理 › 设备 › 电梯. */
export async function openIn(page, groups, menu) {
  for (const group of groups) {
    const head = page.getByRole('button', { name: group, exact: true }).first();
    if ((await head.getAttribute('aria-expanded')) !== 'true') await head.click();
  }
  await open(page, menu);
}

/** Fill a field of the form in front by its label. */
export async function fill(page, label, value) {
  await control(page, 'textbox', label).fill(value);
}

export async function number(page, label, value) {
  await control(page, 'spinbutton', label).fill(value);
}

/** Type a day into a day picker. */
export async function day(page, label, value) {
  const box = control(page, 'textbox', label);
  await box.fill(value);
  await box.press('Enter');
}

/** Pick a unit by a fragment of its name. */
export async function unit(page, label, fragment) {
  const box = control(page, 'combobox', label);
  await box.click();
  await box.fill(fragment);
  await seen(page.locator('.ant-select-item-option').filter({ hasText: fragment })).click();
}

/** Type the name of a unit and take it with Enter: it is the one that was typed. */
export async function unitByKeys(page, label, name) {
  const box = control(page, 'combobox', label);
  await box.click();
  await page.keyboard.type(name);
  await expect(page.locator('.ant-select-item-option').filter({ visible: true })).toHaveText([
    new RegExp(name),
  ]);
  await page.keyboard.press('Enter');
  await expect(page.locator('.ant-select').filter({ has: box })).toContainText(name);
}

/** Walk down the columns of the category picker. */
export async function category(page, label, path) {
  await control(page, 'combobox', label).click();
  for (const name of path) {
    await seen(page.getByRole('menuitemcheckbox', { name: new RegExp(`^${name}( right)?$`) })).click();
  }
  await page.keyboard.press('Escape');
}

/** Open the tree of areas down to the last name and pick it. */
export async function area(page, label, path) {
  await control(page, 'combobox', label).click();
  for (const name of path.slice(0, -1)) {
    const node = seen(page.locator('.ant-select-tree-treenode').filter({ hasText: name }));
    await node.locator('.ant-select-tree-switcher').click();
  }
  await seen(page.locator('.ant-select-tree-title').filter({ hasText: path.at(-1) })).click();
}

/** The rows of the list in front that have come. */
export const rows = (page) =>
  page.locator('tr[data-row-key]:not(:has(.skeleton-bar))').filter({ visible: true });

/** The value beside a label on the page of a record. */
export const shown = (page, label) =>
  seen(page.locator('.key-values > div').filter({ has: page.getByText(label, { exact: true }) })).locator(
    'dd',
  );

/** What stands in a column of the list in front, row by row. */
export async function column(page, header) {
  await expect(rows(page).first()).toBeVisible();
  const heads = page.locator('.grid thead th').filter({ visible: true });
  const place = (await heads.allTextContents()).indexOf(header);
  if (place < 0) throw new Error(`the list has no column ${header}`);
  return rows(page)
    .locator(`td:nth-child(${place + 1})`)
    .allTextContents();
}

/** How many records the list in front counts. */
export async function count(page) {
  const words = await seen(page.getByText(/^共 [\d,]+ 条$/)).textContent();
  return Number(words.replace(/\D/g, ''));
}

/** Search the list in front by one field and wait for the number of rows. */
export async function find(page, field, value, expected) {
  await fill(page, field, value);
  await page.keyboard.press('Enter');
  await expect(seen(page.getByText(`共 ${expected} 条`, { exact: true }))).toBeVisible();
}

/** Drop a file on the place for it, as from a folder. */
export async function dropFile(page, name, bytes) {
  const data = await page.evaluateHandle(
    ([name, base64]) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], name));
      return transfer;
    },
    [name, bytes.toString('base64')],
  );
  await page.locator('.public-drop').dispatchEvent('drop', { dataTransfer: data });
}

/** A tab of the page of a record. */
export const part = (page, name) => seen(page.getByRole('tab', { name, exact: true })).click();

/** What a button has answered, at the top of the window. */
export const told = (page, sentence) => expect(page.getByText(sentence).first()).toBeVisible();

/** The deliberate signature: the dialog shows the PIN of the demo accounts. */
export async function sign(page) {
  const dialog = page.getByRole('dialog', { name: '签名确认' });
  await expect(dialog.getByText('演示账户的签名口令是 2026')).toBeVisible();
  await dialog.getByLabel('签名口令').fill('2026');
  await dialog.getByRole('button', { name: '签名', exact: true }).click();
}

/** Hand in the declaration in front, by the key; gives its number. */
export async function handIn(page) {
  await page.keyboard.press('Alt+s');
  await page.waitForURL(/applyInfo|applyList/);
  const words = await page
    .getByText(/SB\d{12}/)
    .first()
    .textContent();
  return words.match(/SB\d{12}/)[0];
}

/** Save the record in front, by the key. */
export async function saveRecord(page) {
  await page.keyboard.press('Alt+s');
  await expect(page.getByText('已自动保存')).toBeVisible();
}

const AT_ONCE = 3; // the client keeps ten, but whatever looks through the document looks through hidden pages too

/** Open the next page of a walk by its address: the first with a fresh start, then inside the client, where those before
 * are closed now and then, so that there are never too many. */
export async function go(page, href, at) {
  if (at === 0) {
    if (page.url() !== 'about:blank') await page.evaluate(() => localStorage.removeItem('scdeap_tabs'));
    await page.goto(href);
    return;
  }
  if (at % AT_ONCE === 0) {
    await page.locator('.tabs .tab.on').click({ button: 'right' });
    await page.getByRole('menuitem', { name: '关闭其他' }).click();
  }
  await page.evaluate((path) => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, href);
}
