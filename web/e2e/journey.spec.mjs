// One lift from declaration to release, as the people of an institute do it: every account in a browser of its own.
import { expect, test } from '@playwright/test';
import { claim, later, paste, post, today, unitsThatOwe } from './office.mjs';
import { as, choose, handIn, leave, open, openIn, openRow, picture, search, seen, sign } from './person.mjs';

test.skip(!process.env.BASE_URL, 'needs a running platform with the demo city');

test('one lift from declaration to a released report', async ({ browser }) => {
  const faults = [];
  const code = await aLiftThatIsDue(browser, faults);
  const { appno, seisn } = await declareAndAccept(browser, faults, code);
  await arrange(browser, faults, seisn);
  await confirmAndBuild(browser, faults, seisn);
  const reportno = await enter(browser, faults, seisn);
  await cosign(browser, faults, reportno);
  await agree(browser, faults, 'jiaohe', '报告确认', reportno, '确认', '已确认');
  await agree(browser, faults, 'shenhe', '报告审核', reportno, '同意', '审核通过');
  await agree(browser, faults, 'pizhun', '报告批准', reportno, '批准', '已批准');
  await print(browser, faults, reportno);
  await archive(browser, faults, reportno);
  await release(browser, faults, reportno);
  await lookAtTheDevice(browser, faults, code, reportno, appno);
  expect(faults).toEqual([]);
});

/** The code of a passenger lift of the list, due first, that nobody has declared yet. */
async function aLiftThatIsDue(browser, faults) {
  const page = await as(browser, 'shouli', faults);
  await openIn(page, ['档案管理', '设备'], '电梯');
  await expect(seen(page.getByText(/^共 [\d,]+\+? 条$/))).toBeVisible();
  await picture(page, '01-elevators');
  await expect(page.getByRole('link', { name: /^3110\d{13}$/ }).first()).toBeVisible();
  await page.getByRole('button', { name: '检验业务' }).click();
  await open(page, '申报登记');
  const late = await unitsThatOwe();
  const asked = { pageNo: 1, pageSize: 200, equclacode: '3110', equstatus: '1' };
  const { list } = await post('shouli', '/api/eqd3000tpm/eqd3000tpm/findListBy3000', asked);
  for (const { equcode: code, useorgsysid, nextbraketestdate } of list) {
    if (late.has(useorgsysid)) continue;
    if (nextbraketestdate < later(today(), 24)) continue; // the table of the 125 % test is not typed here
    await seen(page.getByRole('textbox', { name: '设备五码' })).fill(code);
    const answered = page.waitForResponse((answer) => answer.url().includes('/appmain/findList'));
    await page.keyboard.press('Enter');
    const rows = (await (await answered).json()).data.list;
    if (rows.every((row) => ['70', '80', '90'].includes(row.status)) && claim(code)) {
      await leave(page);
      return code;
    }
  }
  throw new Error('no lift is free');
}

async function declareAndAccept(browser, faults, code) {
  const page = await as(browser, 'shouli', faults);
  await page.getByRole('button', { name: '新增申报', exact: true }).first().click();
  await page.getByPlaceholder('扫码，或输入五码中任意一码').fill(code);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: code })).toBeVisible();
  await choose(page, '检验类别', /定期检验/);
  await choose(page, '检验类型', /定期检验/);
  await expect(page.getByText('1 台设备均可申报')).toBeVisible();
  await picture(page, '02-declare');
  const appno = await handIn(page);
  await search(page, '业务受理', '申报单号', appno);
  await page.getByRole('button', { name: '受理', exact: true }).first().click();
  await expect(page.getByRole('button', { name: '受理 Alt S' })).toBeEnabled();
  await picture(page, '03-accept');
  await page.keyboard.press('Alt+s');
  const made = page.getByText(/DT\d{10}/).first();
  await expect(made).toBeVisible();
  const seisn = (await made.textContent()).match(/DT\d{10}/)[0];
  await leave(page);
  return { appno, seisn };
}

async function arrange(browser, faults, seisn) {
  const page = await as(browser, 'diaodu', faults);
  await openRow(page, '任务安排', seisn);
  await expect(page.getByText('主检和协检至少2人')).toBeVisible();
  await choose(page, '主检', /陈立峰/);
  await choose(page, '协检', /林志远/);
  await page.keyboard.press('Escape');
  await choose(page, '工具箱', /1 号/);
  const span = await page.getByText(/^\d{4}-\d\d-\d\d – /).textContent();
  await seen(page.getByRole('textbox', { name: '安排日期' })).click();
  await page.locator(`.ant-picker-dropdown:visible td[title="${span.slice(0, 10)}"]`).click();
  await expect(page.getByText('仪器在检定有效期内')).toBeVisible();
  await picture(page, '04-arrange');
  await page.getByRole('button', { name: '安排并通知 Alt S' }).click();
  await expect(page.getByText(/已安排/).first()).toBeVisible();
  await leave(page);
}

async function confirmAndBuild(browser, faults, seisn) {
  const page = await as(browser, 'jianyan1', faults);
  await openRow(page, '任务确认', seisn);
  await page.getByLabel('现场联系人').fill('物业值班');
  await page.getByRole('checkbox', { name: /已向检验人员/ }).check();
  await picture(page, '05-confirm');
  await page.getByRole('button', { name: '确认 Alt S' }).click();
  await expect(page.getByText(/已确认/).first()).toBeVisible();
  await openRow(page, '报告生成', seisn);
  await expect(seen(page.getByText('DT-DJ'))).toBeVisible();
  await seen(page.getByRole('button', { name: '生成报告 Alt S' })).click();
  await page.waitForURL(/reportEnterInfo/);
  await leave(page);
}

/** A value inside limits as the page words them: 0.40～0.50, ≥7, ≤6; '' where there are none. */
function inside(words) {
  const [low, high] = (words ?? '').match(/-?\d+(\.\d+)?/g)?.map(Number) ?? [];
  if (low === undefined) return '';
  if (high !== undefined && words.includes('～')) return String((low + high) / 2);
  return String(low);
}

/** Measure what wants a value, and mark every item that is still open as conforming. */
async function conform(page) {
  for (const row of await page.locator('.entry-row[data-seq]').all()) {
    if ((await row.locator('[aria-checked=true]').count()) > 0) continue;
    await row.click({ position: { x: 20, y: 10 } });
    for (const measure of await page.locator('.item-measures .measure').all()) {
      const limit = measure.getByText(/^限 /);
      const value = (await limit.count()) > 0 ? inside(await limit.textContent()) : '1';
      await measure.getByRole('textbox').fill(value);
    }
    await row.getByRole('radio', { name: '符合', exact: true }).click();
  }
}

/** Paste as many rows into a table as its tab says that it lacks. */
async function pasteTable(page, title, first, cells) {
  const tab = page.getByRole('tab', { name: title });
  await expect(tab).toHaveText(/ 0\/\d+$/);
  const count = Number((await tab.textContent()).split('/').at(-1));
  await tab.click();
  const table = page.locator('.record-table');
  await table.getByRole('button', { name: '加一行' }).click();
  const rows = Array.from({ length: count }, (_, at) => cells(at + 1).join('\t'));
  await paste(table.getByRole('textbox', { name: `${first} 第 1 行` }), rows.join('\n'));
  await expect(tab).toHaveText(`${title} ${count}`);
}

/** Give the reasons that checks of the report ask for, until it may be submitted. */
async function explain(page) {
  const open = page.getByRole('textbox', { name: /^说明：/ }).filter({ visible: true });
  const next = page.getByRole('button', { name: /^还有 \d+ 处要说明/ }); // leads to where it is
  await expect(async () => {
    if (await next.isVisible()) await next.click();
    for (const box of await open.all()) {
      if ((await box.inputValue()) === '') await box.fill('已与使用单位现场核对，情况属实');
    }
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: '提交确认' })).toBeEnabled({ timeout: 5000 });
  }).toPass();
}

async function enter(browser, faults, seisn) {
  const page = await as(browser, 'jianyan1', faults);
  await openRow(page, '报告录入', seisn);
  const reportno = (await seen(page.getByText(/^NBTD\d{9}$/)).textContent()).trim();
  await page.keyboard.press('1'); // the first item conforms
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: '全部符合' }).click();
  await conform(page); // key and measured items stay open for the inspector
  await expect(page.getByText('43 / 43')).toBeVisible();
  await picture(page, '06-enter');
  await pasteTable(page, '附录A 层门间隙与锁紧元件啮合长度', '层站', (n) => [n, 4, '', '', 8]);
  const loads = [30, 40, 45, 50, 60];
  await pasteTable(page, '平衡系数测试数据', '载荷与额定载重量之比', (n) => [
    loads[n - 1],
    loads[n - 1] / 10,
    4.5,
  ]);
  await page.getByRole('tab', { name: '日期与结论' }).click();
  await seen(page.getByRole('textbox', { name: '检验日期', exact: true })).fill(today());
  await page.keyboard.press('Enter');
  for (const line of await page.locator('.head-sites .head-line').all()) {
    const limit = line.getByText(/^要求 /);
    const value = (await limit.count()) > 0 ? inside(await limit.textContent()) : '';
    if (value) await line.getByRole('textbox').fill(value);
  }
  await page.getByRole('button', { name: /^确认所用的 [1-9]\d* 件仪器$/ }).click();
  await page.getByRole('button', { name: /^采用/ }).first().click();
  await explain(page);
  await picture(page, '06-enter-conclusion');
  const done = page.getByText(/已提交/).first();
  const dialog = page.getByRole('dialog', { name: '签名确认' });
  await expect(async () => {
    await explain(page); // another journey of this inspector may give the checks more to ask meanwhile
    await page.getByRole('button', { name: '提交确认' }).click();
    await expect(dialog.or(done)).toBeVisible();
    if (await dialog.isVisible()) await sign(page);
    await expect(done).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await leave(page);
  return reportno;
}

/** The second inspector finds the record in what waits for his signature, reads it and signs. */
async function cosign(browser, faults, reportno) {
  const page = await as(browser, 'jianyan2', faults);
  await search(page, '待我签名', '单号', reportno);
  await seen(page.getByRole('link', { name: /^DT\d{10}$/ })).click();
  await expect(seen(page.getByText('检查发现').or(page.getByText('检查没有发现')))).toBeVisible();
  await picture(page, '06-cosign');
  await seen(page.getByRole('button', { name: '签名', exact: true })).click();
  await sign(page);
  await expect(page.getByText(`${reportno} 已签名`)).toBeVisible();
  await leave(page);
}

/** Confirm, audit or approve: read the report, then A (or its button). */
async function agree(browser, faults, login, menu, reportno, verb, done) {
  const page = await as(browser, login, faults);
  await search(page, menu, '单号', reportno);
  await seen(page.getByRole('link', { name: /^DT\d{10}$/ })).click();
  await expect(seen(page.getByText('检查发现').or(page.getByText('检查没有发现')))).toBeVisible();
  await picture(page, `07-${login}`);
  // what others did that day (one inspector in too many records) may ask more of who comes later, while it is read too
  let signed = false;
  await expect(async () => {
    const reason = page.getByRole('textbox', { name: '同意说明' }).filter({ visible: true });
    if (await reason.count()) await reason.fill('已核对，情况属实');
    for (const why of await page.getByPlaceholder(/^写明原因/).all())
      if (await why.isVisible()) await why.fill('已与检验人员核实，情况属实');
    await seen(page.getByRole('button', { name: `${verb} A` })).click();
    if (!signed) await sign(page);
    signed = true; // the PIN holds for a quarter of an hour
    await expect(page.getByText(`${reportno} ${done}`)).toBeVisible({ timeout: 20_000 });
  }).toPass();
  await leave(page);
}

async function print(browser, faults, reportno) {
  const page = await as(browser, 'dayin', faults);
  await search(page, '报告打印', '单号', reportno);
  await seen(page.getByRole('button', { name: '打印报告' })).click();
  await page.getByLabel('份数').fill('2');
  await page.getByLabel('合格标志编号').fill('HG2600123');
  await picture(page, '08-print');
  await page.getByRole('button', { name: '登记已打印' }).click();
  await expect(page.getByText('1 份报告已登记打印 2 份')).toBeVisible();
  await leave(page);
}

async function archive(browser, faults, reportno) {
  const page = await as(browser, 'dangan', faults);
  await search(page, '报告归档', '单号', reportno);
  await seen(page.getByRole('link', { name: /^DT\d{10}$/ })).click();
  await seen(page.getByRole('textbox', { name: '档案盒、柜位' })).fill('A-12');
  await picture(page, '09-archive');
  await seen(page.getByRole('button', { name: '归档 Alt S' })).click();
  await expect(page.getByText(`${reportno} 已归档`)).toBeVisible();
  await leave(page);
}

/** Unpaid reports go out when the head of the counter has agreed to it. */
async function release(browser, faults, reportno) {
  const head = await as(browser, 'yewu', faults);
  await search(head, '报告发放', '单号', reportno);
  await seen(head.getByRole('link', { name: /^DT\d{10}$/ })).click();
  await seen(head.getByRole('button', { name: '批准欠费发放' })).click();
  await head.getByLabel('批准原因').fill('合同月结，先发放后结算');
  await picture(head, '10-arrears');
  await head
    .getByRole('dialog')
    .getByRole('button', { name: /批准|确定|提交/ })
    .click();
  await sign(head);
  await expect(seen(head.getByText(/^徐海燕 批准：/))).toBeVisible();
  await leave(head);
  const page = await as(browser, 'shouli', faults);
  await search(page, '报告发放', '单号', reportno);
  await seen(page.getByRole('link', { name: /^DT\d{10}$/ })).click();
  await seen(page.getByRole('textbox', { name: '领取人', exact: true })).fill('胡斌');
  await picture(page, '11-release');
  await seen(page.getByRole('button', { name: '发放 Alt S' })).click();
  await expect(page.getByText(`${reportno} 已发放，流程结束`)).toBeVisible();
  await leave(page);
}

/** The archive has learned the result, and the report can be checked by anybody. */
async function lookAtTheDevice(browser, faults, code, reportno, appno) {
  const page = await as(browser, 'jianyan1', faults);
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: '快速查找' }).fill(code);
  await expect(page.getByRole('option').filter({ hasText: code }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(seen(page.getByText(reportno))).toBeVisible();
  await picture(page, '12-device');
  await leave(page);
  const counter = await as(browser, 'shouli', faults);
  await search(counter, '申报登记', '申报单号', appno);
  await expect(seen(counter.getByText('已办结'))).toBeVisible();
  await picture(counter, '13-done');
  await leave(counter);
}
