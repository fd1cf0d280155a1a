// Inspectors at the machine, each with a phone and no net: nothing that was tapped is lost, and what two of them see
// differently stands side by side until the main inspector decides.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { accepted, declared, filled, freeDevice, item, LIFTS, opened, pageOf, post } from './office.mjs';
import { leave, picture } from './person.mjs';
import {
  answer,
  fitsThumb,
  mortal,
  mortalPhone,
  online,
  openRecord,
  phone,
  readHints,
  ready,
  SIZE,
  turnTo,
  unlock,
  waiting,
} from './phones.mjs';

test.skip(!process.env.BASE_URL, 'needs a running platform with the demo city');

const LIFT = { equclass: '3000', kind: '3110', seisort: '02', testsort: '0211' };
const LARGE = { width: 412, height: 915 };
const OTHER = 'jianyan2';
const EACH = 10;
const KILLS = Number(process.env.KILLS ?? 4); // 50 before a release; each is a start of the browser

/** A lift whose record is open for both: its key and its page at the desk. */
async function job() {
  const [business] = await accepted((await declared(LIFT, [await freeDevice(LIFT)])).id);
  await opened([business], LIFTS);
  return { id: business.id, screen: await item(business.id, LIFTS.login) };
}

/** Items that anybody may answer √ by looking. */
const byLooking = (screen) =>
  screen.items.filter(
    (one) => !one.result && one.measures.length === 0 && !screen.impossible?.[one.seq]?.['√'],
  );

const resultsOf = async (id) =>
  Object.fromEntries((await item(id, LIFTS.login)).items.map((one) => [one.seq, one.result]));

test('two phones without a net on one lift lose nothing', async ({ browser }) => {
  const faults = [];
  const { id, screen } = await job();
  const plain = byLooking(screen);
  const [lead, other] = await Promise.all([
    phone(browser, LIFTS.login, faults),
    phone(browser, OTHER, faults),
  ]);
  const disputed = plain[EACH / 2];
  const ofLead = plain.slice(0, EACH);
  const ofOther = plain.slice(EACH, 2 * EACH);

  for (const page of [lead, other]) {
    await ready(page, id);
    await fitsThumb(page);
    await page.context().setOffline(true);
  }
  await picture(lead, 'pda-today');

  await openRecord(lead, id);
  for (const [at, one] of ofLead.entries()) {
    await answer(lead, one.seq, '✓ 符合');
    await waiting(lead, at + 1);
    if (at === EACH / 2) {
      await lead.reload(); // the page is there without a net, and so is every tap
      await unlock(lead);
      await waiting(lead, at + 1);
      await openRecord(lead, id);
    }
  }
  await picture(lead, 'pda-record');
  await fitsThumb(lead);
  await lead.setViewportSize(LARGE);
  await fitsThumb(lead);
  await lead.setViewportSize(SIZE);
  await openRecord(other, id);
  for (const one of ofOther) await answer(other, one.seq, '✓ 符合');
  await answer(other, disputed.seq, '× 不符合');
  await other.getByLabel('说明（不符合时必填）').fill('触点氧化，接触不良');
  await waiting(other, EACH + 2);
  await other.getByRole('link', { name: /^待传/ }).click();
  await expect(other.getByText('触点氧化，接触不良')).toBeVisible();
  await fitsThumb(other);
  await picture(other, 'pda-queue');

  await turnTo(other, '#/settings');
  await other.getByRole('button', { name: '退出' }).click();
  await expect(other.getByText(`还有 ${EACH + 2} 条未上传，不能退出`)).toBeVisible();

  await online(lead);
  await online(other);
  const merged = await resultsOf(id);
  for (const one of [...ofLead, ...ofOther])
    expect(merged[one.seq], `item ${one.seq}`).toBe(one === disputed ? '×' : '√');

  await lead.getByRole('button', { name: '立即同步' }).click();
  await turnTo(lead, '#/conflicts');
  const conflict = lead.locator('.pda-conflict').filter({ hasText: screen.head.reportno });
  await expect(conflict).toHaveCount(1);
  await expect(conflict).toContainText(`第${disputed.seq}项`);
  await picture(lead, 'pda-conflict');
  await fitsThumb(lead);
  await conflict
    .locator('.pda-both > div')
    .filter({ has: lead.locator('b', { hasText: '√' }) })
    .getByRole('button', { name: '采用' })
    .click();
  await lead.getByLabel('裁定理由').fill('两人复核，触点清洁后接触良好');
  await lead.getByRole('button', { name: '裁定' }).click();
  await expect(conflict).toHaveCount(0);
  expect((await resultsOf(id))[disputed.seq]).toBe('√');

  expect(faults).toEqual([]);
  await leave(lead);
  await leave(other);
});

test('what was tapped is there after the browser was killed', async () => {
  const { id, screen } = await job();
  const plain = byLooking(screen);
  const taps = Array.from({ length: KILLS }, (_, at) => ({
    seq: plain[at % plain.length].seq,
    words: at < plain.length ? '✓ 符合' : '× 不符合',
    shown: at < plain.length ? '√' : '×',
  }));
  const profile = mkdtempSync(join(tmpdir(), 'phone-'));
  let own = await mortalPhone(profile, LIFTS.login);
  await ready(own.page, id);
  await own.context.setOffline(true);
  for (const [at, one] of taps.entries()) {
    await openRecord(own.page, id);
    await answer(own.page, one.seq, one.words);
    await waiting(own.page, at + 1); // the screen says it is written
    await own.kill();
    own = await mortal(profile);
    await own.context.setOffline(true);
    await own.page.goto(`${process.env.BASE_URL}/pda`);
    await unlock(own.page);
    await waiting(own.page, at + 1);
  }
  await turnTo(own.page, '#/queue');
  for (const { seq, shown } of taps)
    await expect(own.page.getByText(new RegExp(`^第${seq}项.*${shown}`))).toBeVisible();
  await own.kill();
  rmSync(profile, { recursive: true, force: true });
});

test('a photo taken without a net arrives with its item', async ({ browser }) => {
  const faults = [];
  const { id, screen } = await job();
  const page = await phone(browser, LIFTS.login, faults);
  await ready(page, id);
  await page.context().setOffline(true);
  await openRecord(page, id);
  const { seq } = byLooking(screen)[0];
  const drawn = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: 4000, height: 3000 });
    canvas.getContext('2d').fillRect(0, 0, 4000, 1500);
    return canvas.toDataURL('image/jpeg').split(',')[1];
  });
  await page.getByRole('button', { name: /^全部 \d+$/ }).click();
  await page
    .locator('.pda-itemline')
    .filter({ has: page.locator('.seq', { hasText: new RegExp(`^${seq}$`) }) })
    .click();
  const photo = { name: '机房.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(drawn, 'base64') };
  await page.getByLabel(`第${seq}项拍照`).setInputFiles(photo);
  await expect(page.getByText('1 张，存在本机')).toBeVisible();
  await waiting(page, 1);
  await page.getByRole('button', { name: '标注照片' }).click();
  const box = await page.locator('.pda-marking').boundingBox();
  await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.6, { steps: 5 });
  await page.mouse.up();
  await fitsThumb(page);
  await picture(page, 'pda-marks');
  await page.getByRole('button', { name: '保存标注' }).click();
  await expect(page.getByText('2 张，存在本机')).toBeVisible(); // the copy beside the photo as it was taken
  await waiting(page, 2);
  await online(page);
  expect((await item(id, LIFTS.login)).photos.map((one) => one.item)).toEqual([String(seq), String(seq)]);
  expect(faults).toEqual([]);
  await leave(page);
});

test('a record is handed in from the phone, signed by the main inspector', async ({ browser }) => {
  const faults = [];
  const { id } = await job();
  const { version } = await filled(id, LIFTS.login);
  const { proposal } = await item(id, LIFTS.login);
  await post(LIFTS.login, '/api/appbuss/saveRecord', { id, version, conclusion: proposal.code });
  const page = await phone(browser, LIFTS.login, faults);
  await turnTo(page, `#/job/${id}`);
  const { findings } = await item(id, LIFTS.login);
  const reasons = Object.fromEntries(
    findings.filter((one) => one.key && !one.reason).map((one) => [one.key, '已现场核实，情况属实']),
  );
  const now = await item(id, LIFTS.login);
  if (Object.keys(reasons).length > 0)
    await post(LIFTS.login, '/api/appbuss/saveRecord', { id, version: now.version, reasons });
  const again = page.getByRole('button', { name: '立即同步' });
  await again.click();
  await expect(again).toBeDisabled();
  await expect(again).toBeEnabled();
  await readHints(page, id);
  await expect(page.locator('.pda-aside')).toHaveText('43 / 43');
  await page.getByRole('button', { name: '提交', exact: true }).click();
  await picture(page, 'pda-submit');
  await page.getByRole('button', { name: '提交确认' }).click();
  await page.getByLabel('签名口令').fill('2026');
  await page.getByRole('button', { name: '签名', exact: true }).click();
  await expect(page.getByText('已提交')).toBeVisible();
  expect((await item(id)).head.step).not.toBe('BGLR');
  await expect(page.getByText('本机没有这个任务')).toBeVisible(); // it is nobody's to record any more
  expect(faults).toEqual([]);
  await leave(page);
});

test('being there is told with code and place, and a table is filled by the pad', async ({ browser }) => {
  const faults = [];
  const { id, screen } = await job();
  const page = await phone(browser, LIFTS.login, faults);
  await page.context().grantPermissions(['geolocation']);
  await page.context().setGeolocation({ latitude: 29.8683, longitude: 121.544, accuracy: 12 });
  await ready(page, id);
  await page.context().setOffline(true);
  await turnTo(page, `#/job/${id}`);
  await page.getByRole('button', { name: '到场', exact: true }).click();
  await expect(page.getByText('纬度 29.8683，经度 121.544，精度 12 米')).toBeVisible();
  await expect(page.getByRole('button', { name: '请扫描、输入设备代码，或写明原因' })).toBeDisabled();
  await page.getByLabel('设备代码').fill(screen.head.equcode);
  await page.getByRole('button', { name: '登记到场' }).click();
  await expect(page.getByText(/^到场 \d\d:\d\d/)).toBeVisible();
  await page.context().clearPermissions(); // in the pit there is no place to be had
  await page.getByRole('button', { name: '离场', exact: true }).click();
  await page.getByLabel('设备代码').fill(screen.head.equcode);
  await page.getByLabel('原因').fill('地下机房没有定位信号');
  await picture(page, 'pda-presence');
  await page.getByRole('button', { name: '登记离场' }).click();
  await expect(page.getByText(/地下机房没有定位信号/)).toBeVisible();
  await waiting(page, 2);

  const table = screen.tables.find((one) => one.cells.some((cell) => cell.type === 'number'));
  await openRecord(page, id);
  await page.getByRole('button', { name: table.title, exact: true }).click();
  await page.getByRole('button', { name: '加一行' }).click();
  const at = (await page.locator('.pda-panel', { hasText: /^第 \d+ 行/ }).count()) - 1;
  const row = page.locator('.pda-panel', { hasText: /^第 \d+ 行/ }).nth(at);
  await row.locator('.pda-cell').first().click();
  const pad = page.locator('.pda-pad');
  await pad.getByRole('button', { name: '1', exact: true }).click();
  await pad.getByRole('button', { name: '2', exact: true }).click();
  await expect(row.locator('.pda-cell').first()).toContainText('12');
  await fitsThumb(page);
  await picture(page, 'pda-table');
  await pad.getByRole('button', { name: '完成' }).click();
  await online(page);
  await turnTo(page, '#/queue');
  await expect(page.getByText('没有待传的内容')).toBeVisible(); // all of it was taken
  const { rows } = (await item(id, LIFTS.login)).tables.find((one) => one.code === table.code);
  expect(rows.some((one) => Object.values(one).includes('12'))).toBe(true);
  expect(faults).toEqual([]);
  await leave(page);
});

test('the desk sees a template as the phone draws it, and which packs hold it', async ({ browser }) => {
  const faults = [];
  const { id } = await job();
  const inspector = await phone(browser, LIFTS.login, faults);
  await expect(inspector.locator(`a[href="#/job/${id}"]`)).toBeVisible();
  const page = await pageOf(browser, 'zhiliang', '/mobilePlat/templatemain', faults);
  await page.getByRole('link', { name: 'DT-DJ', exact: true }).click();
  await page.waitForURL(/templatemain\/templateInfo\?id=/);
  const drawn = page.getByLabel('手机预览').and(page.locator('.pda-preview'));
  await expect(drawn.getByText('机房与控制柜')).toBeVisible();
  expect((await drawn.boundingBox()).width).toBe(SIZE.width);
  await drawn.getByRole('button', { name: /紧急报警装置/ }).click();
  await drawn.getByRole('button', { name: /不符合/ }).click();
  await drawn.getByRole('button', { name: '对讲不通' }).click();
  await picture(page, 'pda-template');
  await page.getByRole('tab', { name: /^持有的任务包/ }).click();
  await expect(page.getByRole('cell', { name: '现行版', exact: true }).first()).toBeVisible();
  const order = await drawnOrder(inspector, id);
  expect(order.slice(0, 3)).toEqual(['1', '2', '5']); // by where one stands, not by the list of the report
  expect(faults).toEqual([]);
  await leave(page);
  await leave(inspector);
});

async function drawnOrder(page, id) {
  await openRecord(page, id);
  await page.getByRole('button', { name: /^全部 \d+$/ }).click();
  await expect(page.locator('.pda-spot').first()).toHaveText('资料');
  return page.locator('.pda-itemline .seq').allTextContents();
}

test('the way to the phone: from the menu of who records, and from a login on a phone', async ({
  browser,
}) => {
  const faults = [];
  const desk = await pageOf(browser, LIFTS.login, '/', faults);
  await desk.locator('.user-name').click();
  await desk.getByText('手机端', { exact: true }).click();
  await expect(desk.getByText('设置本机口令')).toBeVisible();
  const counter = await pageOf(browser, 'shouli', '/', faults);
  await counter.locator('.user-name').click();
  await expect(counter.getByText('签名口令', { exact: true })).toBeVisible();
  await expect(counter.getByText('手机端', { exact: true })).toHaveCount(0);
  const context = await browser.newContext({ viewport: SIZE, locale: 'zh-CN' });
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByRole('link', { name: '现场检验用手机端' }).click();
  await page.getByLabel('用户名', { exact: true }).fill(OTHER);
  await page.getByLabel('密码', { exact: true }).fill('Tejian@2026');
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByText('设置本机口令')).toBeVisible();
  await picture(page, 'pda-first');
  expect(faults).toEqual([]);
  for (const one of [desk, counter, page]) await leave(one);
});
