// A unit declares a lift by itself: picked from what it uses, confirmed at the counter, inspected, its report read.
import { expect, test } from '@playwright/test';
import {
  accepted,
  approved,
  claim,
  filled,
  handedIn,
  LIFTS,
  opened,
  pageOf,
  post,
  released,
  today,
} from './office.mjs';
import { choose, column, fill, find, leave, openIn, part, picture, rows, seen, told } from './person.mjs';

test.skip(!process.env.BASE_URL, 'needs a running platform with the demo city');

const UNIT = 'qiye';
const LIFT = { equclacode: '3110', equclass: '3000' };

test('a unit declares its own lift and reads the report', async ({ browser }) => {
  const faults = [];
  const lift = await dueLift();
  const onlineno = await declareOnline(browser, faults, lift);
  const appno = await confirm(browser, faults, onlineno);
  const { id } = (
    await post('shouli', '/api/businesspro/appmain/findList', { pageNo: 1, pageSize: 20, appno })
  ).list[0];
  const [business] = await accepted(id);
  await opened([business], LIFTS);
  const saved = await filled(business.id, LIFTS.login);
  await handedIn(LIFTS.login, business.id, saved.proposal.code);
  await approved(business.id);
  await settled(lift.useorgsysid); // who is late gets nothing more on credit
  const { head } = await released(business.id);
  expect(head).toMatchObject({ step: 'DONE', conclusionName: '合格', inspdate: today() });
  await readReport(browser, faults, onlineno, head);
  expect(faults).toEqual([]);
});

/** A lift of the unit that may be declared now: the most urgent that no other journey carries on. */
async function dueLift() {
  const asked = { pageNo: 1, pageSize: 50, idle: '1', ...LIFT };
  return (await post(UNIT, '/api/online/deviceList', asked)).list.find(
    (one) => one.equstatus === '1' && claim(one.equcode),
  );
}

/** The unit pays what it owes at the simulated platform. */
async function settled(unitsysid) {
  const { list } = await post('yewu', '/api/arrears/findCharges', { payunitsysid: unitsysid, pageSize: 200 });
  for (const { id } of list) await post('shoufei', '/api/chamain/chaMain/paySimulated', { id });
}

/** The unit finds the lift among its devices and declares it; gives the number of its application. */
async function declareOnline(browser, faults, { equcode }) {
  const page = await pageOf(browser, UNIT, '/businessPro/onlineDevices', faults);
  await find(page, '设备五码', equcode, 1);
  await rows(page).getByRole('checkbox').check();
  await page.getByRole('button', { name: '网上申报', exact: true }).last().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('所选 1 台设备')).toBeVisible();
  await choose(page, '申报项目', '电梯 定期检验');
  await fill(page, '联系人', '胡斌');
  await fill(page, '联系电话', '13805741234');
  await fill(page, '提前申报原因', '随装置停车安排'); // whether it is early depends on the lift
  await picture(page, 'own-1-declare');
  await dialog.getByRole('button', { name: '提交' }).click();
  await told(page, '已提交，等待检验机构确认');
  await page.goto('/businessPro/onlineApply');
  const [mine] = (await post(UNIT, '/api/online/findList', { pageNo: 1, pageSize: 20 })).list;
  await expect(rows(page).filter({ hasText: mine.onlineno })).toContainText('待确认');
  await picture(page, 'own-2-sent');
  await leave(page);
  return mine.onlineno;
}

/** The counter takes it over as an ordinary declaration; gives its number. */
async function confirm(browser, faults, onlineno) {
  const page = await pageOf(browser, 'shouli', `/assistMng/onlineApplyConfirm?onlineno=${onlineno}`, faults);
  await expect(rows(page)).toHaveCount(1);
  await rows(page).getByRole('button', { name: '受理', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: '受理', exact: true })).toBeVisible();
  await picture(page, 'own-3-confirm');
  await dialog.getByRole('button', { name: '受理', exact: true }).click();
  await told(page, '已受理并生成申报单');
  await leave(page);
  const { list } = await post(UNIT, '/api/online/findList', { pageNo: 1, pageSize: 20, onlineno });
  expect(list[0].step).toBe('CONFIRMED');
  return list[0].appno;
}

/** The unit sees how its application ended, and opens the report. */
async function readReport(browser, faults, onlineno, head) {
  const page = await pageOf(browser, UNIT, `/businessPro/onlineApply?onlineno=${onlineno}`, faults);
  await rows(page).getByRole('link', { name: onlineno }).click();
  await part(page, '申报单 1');
  await expect(seen(page.getByRole('cell', { name: '已办结' }))).toBeVisible();
  await part(page, '检验进度 1');
  await seen(page.getByRole('button', { name: '报告', exact: true })).click();
  await expect(page.getByRole('dialog').getByText(head.reportno).first()).toBeVisible();
  await picture(page, 'own-4-ended');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /关\s*闭/ })
    .first()
    .click();
  await openIn(page, ['业务查询'], '综合查询');
  await seen(page.getByText('已办结', { exact: true })).click();
  await find(page, '单号', head.reportno, 1);
  expect(await column(page, '下次检验日期')).toEqual([head.nextdate]);
  await rows(page).getByRole('button', { name: '报告', exact: true }).click();
  await expect(page.getByRole('dialog').getByText(head.reportno).first()).toBeVisible();
  await expect(page.getByRole('dialog').locator('canvas').first()).toBeVisible();
  await picture(page, 'own-5-report');
  await leave(page);
}
