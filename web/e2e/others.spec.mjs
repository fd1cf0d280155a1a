// What comes less often: a ropeway, a ride, a corrected report, a declaration that was sent back twice and voided.
import { expect, test } from '@playwright/test';
import {
  approved,
  declared,
  device,
  entered,
  freeDevice,
  handedIn,
  item,
  LIFTS,
  later,
  MACHINES,
  move,
  pageOf,
  pdf,
  post,
  refused,
  released,
  today,
} from './office.mjs';
import { choose, dropFile, fill, leave, picture, rows, saveRecord, seen, sign, told } from './person.mjs';

test.skip(!process.env.BASE_URL, 'needs a running platform with the demo city');

const TEAM = { ...MACHINES, lead: '叶晓峰', with: '俞文涛', login: 'jianyan4' };
const ENTRY = '/businessPro/reportEnterInfo?id=';
const ROPEWAY = { equclass: '9000', kind: '9120', seisort: '02', testsort: '0215' };
const RIDE = { equclass: '6000', kind: '6100', seisort: '02', testsort: '0211' };
const LIFT = { equclass: '3000', kind: '3110', seisort: '02', testsort: '0211' };

/** The conclusion of the rules taken over on its page, with the day to which it leads; then handed in and approved. */
async function concluded(browser, faults, id, { months, name, limits }) {
  const next = later(today(), months);
  const page = await pageOf(browser, TEAM.login, `${ENTRY}${id}`, faults);
  await page.getByRole('tab', { name: '日期与结论' }).click();
  if (limits) await fill(page, '限制条件（身高、年龄、天气）', limits);
  await page.getByRole('button', { name: /^采用 合格/ }).click();
  await expect(page.getByRole('textbox', { name: '下次检验日期', exact: true })).toHaveValue(next);
  await picture(page, `${name}-1`);
  await saveRecord(page);
  await leave(page);
  await move(TEAM.login, 'submitRecord', id);
  const { head } = await approved(id);
  expect(head).toMatchObject({ step: 'BGDY', nextdate: next });
  return head;
}

test('a ropeway has a full and a yearly date', async ({ browser }) => {
  const faults = [];
  const [ropeway, id, saved] = await entered(ROPEWAY, TEAM);
  expect(saved.proposal).toMatchObject({ code: '1071', word: '合格' });
  const head = await concluded(browser, faults, id, { months: 36, name: 'ropeway' });
  expect(head.conclusion).toBe('1071');
  expect(head.reportno).toMatch(/^NBSD\d{9}$/);
  const dates = { nfulldate: later(today(), 36), nannualdate: later(today(), 12), insresult: '1071' };
  expect(await device(ROPEWAY, ropeway)).toMatchObject(dates);
  expect(faults).toEqual([]);
});

test('a ride is inspected every year, with its limits on the report', async ({ browser }) => {
  const faults = [];
  const [ride, id] = await entered(RIDE, TEAM);
  const limits = '身高 1.2 m 以上，6 级风停运';
  const head = await concluded(browser, faults, id, { months: 12, name: 'ride', limits });
  expect(head.conclusion).toBe('1061');
  expect(head.reportno).toMatch(/^NBYD\d{9}$/);
  expect(await device(RIDE, ride)).toMatchObject({ ninspdate: later(today(), 12), insresult: '1061' });
  expect(faults).toEqual([]);
});

test('a released report is corrected, and anybody reads that the old one is recalled', async ({
  browser,
}) => {
  const faults = [];
  const [lift, id, saved] = await entered(LIFT, LIFTS);
  await handedIn(LIFTS.login, id, saved.proposal.code);
  await approved(id);
  const old = await released(id);
  expect(old.head.step).toBe('DONE');
  const number = old.head.reportno;
  const before = await pdf('yewu', id);
  await applied(browser, faults, number);
  await decided(browser, faults, number, {
    login: 'zhiliang',
    verb: '审核',
    ok: '同意',
  });
  await decided(browser, faults, number, { login: 'pizhun', verb: '批准', ok: '批准' });
  const { version } = await item(id, LIFTS.login);
  await post(LIFTS.login, '/api/appbuss/saveRecord', { id, version, remark: '额定载重量按铭牌更正' });
  await move(LIFTS.login, 'submitRecord', id);
  await move('jiaohe', 'verifyReport', id);
  await returned(browser, faults, id, '备注须写明铭牌所在位置');
  const second = await item(id, LIFTS.login);
  const remark = '额定载重量按轿厢内铭牌更正';
  await post(LIFTS.login, '/api/appbuss/saveRecord', { id, version: second.version, remark });
  await move(LIFTS.login, 'submitRecord', id);
  const fresh = await approved(id);
  expect(fresh.head).toMatchObject({ step: 'BGDY', reportno: `${number}-G1` });
  expect(await device(LIFT, lift)).toMatchObject({
    insreportno: `${number}-G1`,
    ninspdate: old.head.nextdate,
  });
  const context = await browser.newContext({ locale: 'zh-CN' });
  const page = await context.newPage();
  await page.goto(`/reportWebPage?reportno=${number}&code=${old.report.verifycode}`);
  await expect(page.getByText(`该报告已收回作废，由更正报告${number}-G1代替`).first()).toBeVisible();
  await picture(page, 'correction-5-public');

  const after = await pdf('yewu', id);
  const [title, proof] = [page.locator('.public-card h1').last(), page.locator('.public-proof')];
  await page.goto('/reportWebPage');
  await dropFile(page, '检验报告.pdf', after);
  await expect(page.getByText('文件摘要：与签发时存档的一致，一个字节都没有改动。')).toBeVisible();
  await expect(proof).toContainText(/电子签名：有效，由.+签署/);
  await expect(proof).toContainText('印章：');
  await expect(page.locator('.public-lines')).toContainText(`${number}-G1`);
  await picture(page, 'dropped-1-genuine');
  await dropFile(page, '旧报告.pdf', before);
  await expect(proof).toContainText(`该报告已收回作废，由更正报告${number}-G1代替`);
  await expect(proof).toContainText('文件摘要：与签发时存档的一致');
  await picture(page, 'dropped-2-recalled');
  await dropFile(page, '改过的报告.pdf', Buffer.concat([after, Buffer.from('\n% 改动\n')]));
  await expect(title).toHaveText('文件在签发后被改动过');
  await expect(proof).toContainText('签发之后有人改动或添加了内容，不能采信');
  await expect(page.locator('.public-lines')).toHaveCount(0);
  await picture(page, 'dropped-3-changed');
  await dropFile(page, '照片.png', await page.screenshot());
  await expect(page.getByRole('alert')).toHaveText('这不是PDF文件，请选择下载得到的报告原件');
  await expect(proof).toHaveCount(0);
  await picture(page, 'dropped-4-no-pdf');
  await leave(page);
  expect(faults).toEqual([]);
});

const CORRECTIONS = '/assistMng/reportCorretionMng';

/** The office asks for the correction of a report, and hands the request in. */
async function applied(browser, faults, number) {
  const page = await pageOf(browser, 'yewu', `${CORRECTIONS}/corretionApply`, faults);
  await seen(page.getByRole('button', { name: /新增$/ })).click();
  const dialog = page.getByRole('dialog');
  await fill(page, '原报告编号', number);
  await choose(page, '更正类型', '参数更正');
  await fill(page, '更正内容', '额定载重量原为1000应为1050');
  await fill(page, '更正原因', '录入有误');
  await picture(page, 'correction-1-asked');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const row = rows(page).filter({ hasText: number });
  await row.getByRole('button', { name: '提交', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(提交|确定)$/ })
    .click();
  await told(page, '已提交，等待审核');
  await leave(page);
}

/** Somebody else finds the request among what waits, and agrees to it; the approval is signed. */
async function decided(browser, faults, number, { login, verb, ok }) {
  const page = await pageOf(browser, login, `${CORRECTIONS}/corretionDeal`, faults);
  const row = rows(page).filter({ hasText: number });
  await row.getByRole('button', { name: verb, exact: true }).click();
  await fill(page, '审批意见', '经核对原始记录，情况属实');
  await picture(page, `correction-2-${login}`);
  await page.getByRole('dialog').getByRole('button', { name: ok, exact: true }).click();
  if (verb === '批准') await sign(page);
  await expect(row).toHaveCount(0); // it waits for the next one
  await leave(page);
}

/** The auditor sends the report back with a category and a word; its inspector reads both where he enters it. */
async function returned(browser, faults, id, words) {
  let page = await pageOf(browser, 'shenhe', `/businessPro/reportAudit/form?id=${id}`, faults);
  await choose(page, '差错类别', '数据记录错误');
  await fill(page, '意见', words);
  await picture(page, 'correction-3-return');
  await seen(page.getByRole('button', { name: /^退回录入/ })).click();
  await page.getByRole('dialog').getByRole('button', { name: '退回', exact: true }).click();
  await told(page, /已退回/);
  await leave(page);
  expect((await item(id)).head).toMatchObject({ step: 'BGLR', backReason: '数据记录错误' });
  page = await pageOf(browser, LIFTS.login, `${ENTRY}${id}`, faults);
  await expect(seen(page.getByText(words))).toBeVisible();
  await picture(page, 'correction-4-returned');
  await leave(page);
}

test('a declaration returned twice and voided says who, when and why at its head', async ({ browser }) => {
  const faults = [];
  const main = await declared(LIFT, [await freeDevice(LIFT)]);
  const on = async () => {
    const detail = await post('shouli', '/api/appmain/getDetailAppMain', { id: main.id });
    return { ids: main.id, version: detail.main.version };
  };
  const lacking = { reasonId: '15', reasonLabel: '资料不齐' };
  const page = await pageOf(browser, 'shouli', `/businessPro/applyInfo?id=${main.id}`, faults);
  for (const detailDesc of ['缺上次检验报告', '缺自检记录']) {
    await post('shouli', '/api/appmain/sendBack', { ...(await on()), ...lacking, detailDesc });
    await page.reload();
    await expect(seen(page.getByText(/由周晓琳退回申报：/))).toContainText(detailDesc);
    await picture(page, 'voided-1-returned');
    await post('shouli', '/api/appmain/submitAppMain', await on());
  }
  expect(await refused('yewu', '/api/appmain/voidSbdj', await on())).toContain('作废原因');
  const why = { reasonId: '07', reasonLabel: '用户要求取消', detailDesc: '单位来函取消' };
  await post('yewu', '/api/appmain/voidSbdj', { ...(await on()), ...why });
  await page.reload();
  const said = seen(page.getByText(/由徐海燕作废：/));
  await expect(said).toContainText('单位来函取消');
  await expect(said).toContainText(today());
  await picture(page, 'voided-2-voided');
  await leave(page);
  const { main: after } = await post('shouli', '/api/appmain/getDetailAppMain', { id: main.id });
  expect([after.step, after.status]).toEqual(['VOID', '80']);
  expect(faults).toEqual([]);
});
