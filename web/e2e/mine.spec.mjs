// A unit opens its box on the phone (390 × 844): books three devices for one visit, takes note of a notice and answers it
// with a photo, writes the day's duty by its exception, and takes the calendar file home.
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { accepted, claim, LIFTS, noticed, opened, pageOf, post, refused, today } from './office.mjs';
import { leave, picture, sign, told } from './person.mjs';

test.skip(!process.env.BASE_URL, 'needs a running platform with the demo city');

const UNIT = 'qiye';
const PHONE = { width: 390, height: 844 };
const PROJECT = '3000-02-0211';
const PROBLEM = '轿门门刀与层门地坎间隙小于5mm';
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const photo = (name) => ({ name, mimeType: 'image/png', buffer: DOT });

test('a unit books, answers, keeps its duty and takes its dates from one page', async ({ browser }) => {
  const faults = [];
  const free = await freeLifts(4);
  const notice = await noticeOf(free.pop());
  const page = await pageOf(browser, UNIT, '/', faults);
  await expect(page).toHaveURL(/\/my$/); // where an account of a unit begins
  await expect(page.locator('.box-head h1')).toBeVisible();
  await picture(page, 'mine-0-desk');
  await page.setViewportSize(PHONE);
  await page.goto('/my');
  await expect(page).toHaveURL(/\/m$/); // the same on a phone, without the frame
  await expect(page.locator('.box-head h1')).toBeVisible();
  await fits(page);
  await picture(page, 'mine-1-box');
  await book(page, free);
  await answer(page, notice);
  await duty(page);
  await calendar(page, free[0]);
  await fits(page);
  expect(faults).toEqual([]);
  await leave(page);
});

/** Nothing is wider than the phone. */
async function fits(page) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(PHONE.width);
}

/** Lifts of the unit that may be declared and that no other journey carries on. */
async function freeLifts(count) {
  const { list } = await post(UNIT, '/api/online/deviceList', { pageSize: 50, idle: '1', equclass: '3000' });
  const found = [];
  for (const one of list) {
    if (found.length < count && one.equclacode === '3110' && one.equstatus === '1' && claim(one.equcode))
      found.push(one);
  }
  expect(found).toHaveLength(count);
  return found;
}

/** A notice of the inspection of a lift, issued to the unit. */
async function noticeOf(lift) {
  const more = {
    project: PROJECT,
    inscontactname: '胡斌',
    INSCONTACTTEL: '13805741234',
    earlyreason: '随装置停车',
  };
  const [onlineno] = await post(UNIT, '/api/online/declare', { ids: lift.id, ...more });
  const { list } = await post(UNIT, '/api/online/findList', { onlineno });
  await post('shouli', '/api/appbuss/unitRptCopy', { ids: list[0].id, version: list[0].version });
  const [{ appno }] = (await post(UNIT, '/api/online/findList', { onlineno })).list;
  const main = (await post('shouli', '/api/businesspro/appmain/findList', { pageSize: 20, appno })).list[0];
  const [business] = await accepted(main.id);
  await opened([business], LIFTS);
  await noticed(business.id, LIFTS.login, PROBLEM);
  const mends = await post(UNIT, '/api/my/mends');
  return mends.find((one) => one.device === lift.id && one.step === 'SIGN');
}

async function book(page, lifts) {
  await page.getByRole('button', { name: '一起约检' }).click();
  const sheet = page.getByRole('dialog');
  for (const { equcode } of lifts)
    await sheet.locator('.box-pick li').filter({ hasText: equcode }).getByRole('checkbox').check();
  await picture(page, 'mine-2-pick');
  await sheet.getByRole('button', { name: '已选 3 台，选日期' }).click();
  const days = sheet.locator('.box-calendar button');
  await expect(days.first()).toBeVisible();
  await days.nth(0).click();
  await days.nth(2).click();
  await days.nth(3).click();
  await days.nth(3).click();
  await expect(days.nth(3)).toContainText('不便');
  await sheet.getByLabel('提前申报原因').fill('三台一起停梯');
  await picture(page, 'mine-3-days');
  await sheet.getByRole('button', { name: '提交约检' }).click();
  await expect(page.locator('.ant-message').getByText(/^约检 YJ\d{12} 已提交/)).toBeVisible();
  const [visit] = await post(UNIT, '/api/visit/booked');
  expect([visit.count, visit.wished.length, visit.closed.length, visit.stepName]).toEqual([
    3,
    2,
    1,
    '待安排',
  ]);
  await expect(page.locator(`[data-visit="${visit.visitno}"]`)).toContainText('3 台');
  await picture(page, 'mine-4-booked');
  // the same devices again are refused whole, with a sentence
  const items = Object.fromEntries(
    lifts.flatMap(({ id }, at) => [
      [`items.${at}.id`, id],
      [`items.${at}.project`, PROJECT],
    ]),
  );
  const said = await refused(UNIT, '/api/visit/book', {
    ...items,
    wished: visit.wished[0],
    earlyreason: '再约',
  });
  expect(said).toContain('等待确认');
}

async function answer(page, notice) {
  const card = page.locator(`[data-mend="${notice.number}"]`);
  await page.locator('.part-boxmends').getByRole('button', { name: /^再看/ }).click();
  await card.getByRole('button', { name: '签收' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText(PROBLEM);
  await sheet.getByLabel('接收人电话').fill('13805741234');
  await picture(page, 'mine-5-receive');
  await sheet.getByRole('button', { name: '签收通知书' }).click();
  await expect(sheet.getByRole('button', { name: '提交反馈' })).toBeVisible();
  await sheet.getByLabel('整改措施与结果').first().fill('调整门刀间隙到7mm，试运行正常');
  await sheet.getByLabel('整改照片').setInputFiles({
    name: '整改后.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('这不是照片'),
  });
  await expect(page.locator('.ant-message-error').first()).toBeVisible();
  await expect(sheet.locator('.box-photos img')).toHaveCount(0);
  await sheet.getByLabel('整改照片').setInputFiles(photo('整改后.png'));
  await expect(sheet.locator('.box-photos img')).toHaveCount(1);
  await picture(page, 'mine-6-answer');
  await sheet.getByRole('button', { name: '提交反馈' }).click();
  await told(page, `${notice.number} 反馈已提交，等待检验机构确认`);
  await expect(card).toHaveCount(0);
}

async function duty(page) {
  const kinds = await post(UNIT, '/api/my/duties');
  const kind = kinds.find((one) => !one.duties[0].handed); // a city that was walked today has one left
  await page.getByRole('button', { name: `${kind.name}日管控未填写` }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: '开始填写' }).click();
  await sheet.getByRole('button', { name: '有异常' }).last().click();
  await sheet.getByPlaceholder('写明问题和处理').last().fill('三号梯轿厢照明一只不亮，当场更换');
  const pictures = sheet.locator('.box-photo input');
  for (let at = 0; at < (await pictures.count()); at++) {
    await pictures.nth(at).setInputFiles(photo(`现场${at}.png`));
    await expect(sheet.getByText('已有照片，再拍一张').nth(at)).toBeVisible();
  }
  await picture(page, 'mine-7-duty');
  await sheet.getByRole('button', { name: /^提交，异常 \d+ 项$/ }).click();
  await sign(page);
  await expect(page.locator('.ant-message').getByText(/^已提交，异常 \d+ 项$/)).toBeVisible();
  const after = (await post(UNIT, '/api/my/duties')).find((one) => one.equclass === kind.equclass);
  expect(after.duties[0]).toMatchObject({ periodName: '日管控', firstday: today(), handed: true });
  expect(after.duties[0].wrong).toBeGreaterThan(0);
  await picture(page, 'mine-8-done');
}

async function calendar(page, lift) {
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: '日历文件' }).click();
  const made = await file;
  expect(made.suggestedFilename()).toMatch(/^特种设备日历.+\.ics$/);
  const text = readFileSync(await made.path(), 'utf8').replaceAll('\r\n ', '');
  expect(text).toContain('BEGIN:VCALENDAR\r\n');
  expect(text).toContain(`DTSTART;VALUE=DATE:${lift.ninspdate.replaceAll('-', '')}`);
}
