// A person who uses only the keyboard: logs in, opens a task, enters the record and submits it. No mouse is touched.
import { expect, test } from '@playwright/test';
import { accepted, claim, declared, freeByUnit, item, LIFTS, opened, post } from './office.mjs';
import { picture, seen } from './person.mjs';
import { asked } from './samples.mjs';

test.skip(!process.env.BASE_URL, 'needs a running platform with the demo city');

const MOST = 250; // steps of Tab: more than any page has

/** Press Tab until it has the focus. */
async function reach(page, locator) {
  await expect(locator).toBeVisible();
  for (let step = 0; step < MOST; step++) {
    if (await locator.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no Tab leads to ${locator}`);
}

/** Press what Tab leads to. */
async function enter(page, locator) {
  await reach(page, locator);
  await page.keyboard.press('Enter');
}

/** A value inside limits as the page words them: 0.40～0.50, ≥7, ≤6; '' where there are none. */
function inside(words) {
  const [low, high] = (words ?? '').match(/-?\d+(\.\d+)?/g)?.map(Number) ?? [];
  if (low === undefined) return '';
  return String(high !== undefined && words.includes('～') ? (low + high) / 2 : low);
}

/** Whether something stands in the field with the focus, and the limit beside it. */
const measured = (page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (!at?.matches('[data-measure]')) return null;
    const limit = at.closest('.measure').textContent.match(/限 [^一-龥]*/)?.[0];
    return { filled: Boolean(at.value), limit: limit ?? '' };
  });

async function fillItems(page) {
  const rows = page.locator('.entry-row[data-seq]:not(:has([aria-checked=true]))');
  const open = () => rows.filter({ visible: true }).count();
  for (let left = await open(), step = 0; left > 0 && step < MOST; left = await open(), step++) {
    await page.keyboard.press('Control+ArrowDown');
    await page.keyboard.press('1');
    for (let field = await measured(page), n = 0; field && !field.filled && n < 9; n++) {
      await page.keyboard.type(inside(field.limit) || '1');
      await page.keyboard.press('Enter');
      field = await measured(page);
    }
  }
  expect(await open()).toBe(0);
}

// The oldest lifts: of their doors a value is wanted that no table of the sample gives, and the checks ask for it.
const LIFT = {
  equclass: '3000',
  kind: '3110',
  seisort: '02',
  testsort: '0211',
  asked: { sort: 'usestartdate' },
};

/** A lift of this journey's own whose record stands open: the number under which its inspector finds it. */
async function ownRecord() {
  const { id, screen } = await withoutBrakeTest();
  const { tables } = await asked('tables', screen, { ...screen.least, balance: 5 }, [], {}); // of the items that are still to be entered
  const { head } = screen;
  await post(LIFTS.login, '/api/appbuss/saveRecord', { id, version: screen.version, tables });
  return { number: head.seisn, reportno: head.reportno };
}

/** An open record of a lift whose 125 % test is of another year: its table is not typed here. */
async function withoutBrakeTest() {
  for await (const free of freeByUnit(LIFT)) {
    const lift = free.find((one) => claim(one.equcode));
    if (!lift) continue;
    const [{ id }] = await accepted((await declared(LIFT, [lift])).id);
    await opened([{ id }], LIFTS);
    const screen = await item(id, LIFTS.login);
    if (screen.items.find((one) => one.number === 'A1.3.12.2').result === '—') return { id, screen };
  }
  throw new Error('the 125 % test of every lift is due');
}

/** Find a record in the list of entry and open it, by the keys alone. */
async function openRecord(page, number) {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('textbox', { name: '快速查找' })).toBeFocused();
  await page.keyboard.type('报告录入');
  await expect(page.getByRole('option').filter({ hasText: '报告录入' }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: '报告录入', selected: true })).toBeVisible();
  const list = page.locator('.list-table').filter({ visible: true });
  await expect(list.locator('tr[data-row-key]:not(:has(.skeleton-bar))').first()).toBeVisible();
  await expect(list).toBeFocused();
  await reach(page, seen(page.getByRole('textbox', { name: '单号', exact: true })));
  await page.keyboard.type(number);
  await page.keyboard.press('Enter');
  await expect(seen(page.getByText('共 1 条'))).toBeVisible();
  await reach(page, list);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(seen(page.locator('.entry-row[data-seq]')).first()).toBeVisible();
}

const LEFT = /^还有 \d+ 处要/;
const OFTEN = 9; // more than a record of this journey is asked for

/** Mend what must be changed and give the reasons that are asked for, until the record can be handed in. */
async function settle(page, submit, ready) {
  const left = page.getByRole('button', { name: LEFT });
  for (let n = 0; n < OFTEN; n++) {
    await expect(ready.first()).toBeVisible();
    if (await submit.isEnabled()) return;
    const words = await left.textContent();
    await enter(page, left);
    if (words.includes('要改')) {
      await enter(page, seen(page.getByRole('button', { name: /^第 \d+ 项$/ })));
      const empty = seen(page.locator('.item-measures [data-measure][value=""]'));
      await reach(page, empty);
      await page.keyboard.type(inside((await measured(page)).limit));
    } else {
      const reasons = page.getByRole('textbox', { name: /^说明：/ }).filter({ visible: true });
      await expect(reasons.first()).toBeVisible();
      for (const box of await reasons.all()) {
        if (await box.inputValue()) continue;
        await reach(page, box);
        await page.keyboard.type('已与使用单位现场核对，情况属实');
      }
    }
    await page.keyboard.press('Tab');
    await expect.poll(() => left.allTextContents()).not.toContain(words);
  }
}

test('a record is entered and submitted with the keyboard alone', async ({ browser }) => {
  const { number, reportno } = await ownRecord();
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' });
  const page = await context.newPage();
  await page.goto('/login');
  await expect(page.getByLabel('用户名', { exact: true })).toBeFocused();
  await page.keyboard.type(LIFTS.login);
  await reach(page, page.getByLabel('密码', { exact: true }));
  await page.keyboard.type('Tejian@2026');
  await page.keyboard.press('Enter');
  await expect(page.getByText('先办这些')).toBeVisible();

  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: '跳到页面内容' });
  await enter(page, skip);
  await expect(page.locator('main')).toBeFocused();

  await openRecord(page, number);
  await expect(seen(page.locator('main').getByText(reportno))).toBeVisible();

  await fillItems(page);
  await picture(page, 'k1-items');
  await reach(page, seen(page.getByRole('tab', { name: '本项', selected: true })));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const day = seen(page.getByRole('textbox', { name: '检验日期', exact: true }));
  await reach(page, day);
  if (!(await day.inputValue())) {
    await page.keyboard.type(
      new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date()),
    );
    await page.keyboard.press('Enter');
  }
  for (const line of await page.locator('.head-sites .head-line').filter({ visible: true }).all()) {
    const box = line.getByRole('textbox');
    const limit = line.getByText(/^要求 /);
    const value = (await limit.count()) > 0 ? inside(await limit.textContent()) : '';
    if (!value || (await box.inputValue())) continue;
    await reach(page, box);
    await page.keyboard.type(value);
  }
  await enter(page, page.getByRole('button', { name: /^确认所用的 [1-9]\d* 件仪器$/ }));
  const take = page.getByRole('button', { name: /^采用/ }).first();
  const submit = page.getByRole('button', { name: '提交确认' });
  const ready = submit.and(page.locator(':enabled')).or(page.getByRole('button', { name: LEFT }));
  await expect(take.or(ready).first()).toBeVisible(); // the server proposes it once everything is stored
  if (await take.isVisible()) {
    await enter(page, take);
  }
  await picture(page, 'k2-conclusion');
  const pin = page.getByRole('dialog', { name: '签名确认' }).getByLabel('签名口令');
  const done = page.getByText(`${reportno} 已提交`);
  await expect(async () => {
    await settle(page, submit, ready); // again, when this inspector's other journeys gave the checks more to ask
    await enter(page, submit);
    await expect(pin.or(done).first()).toBeVisible();
    if (await pin.isVisible()) {
      await expect(pin).toBeFocused();
      await page.keyboard.type('2026');
      await page.keyboard.press('Enter');
    }
    await expect(done).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await context.close();
});
