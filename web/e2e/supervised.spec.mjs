// A new lift is put in: the notice of the works, its receipt, the supervision with its stop points, the certificate.
import { expect, test } from '@playwright/test';
import {
  accepted,
  approved,
  device,
  filled,
  LIFTS,
  later,
  move,
  opened,
  pageOf,
  post,
  refused,
  today,
} from './office.mjs';
import { area, choose, day, fill, leave, picture, rows, saveRecord, seen, unit } from './person.mjs';

test.skip(!process.env.BASE_URL, 'needs a running platform with the demo city');

const LIFT = { equclass: '3000' };
const CONTRACTOR = '宁波捷安电梯服务有限公司'; // its licence has the installation of lifts
const ABSENT = { 7: '—', 10: '—' }; // a lift has neither welds to test nor a vessel under pressure
const ENTRY = '/businessPro/reportEnterInfo?id=';

test('the installation of a lift is supervised from its notice to the certificate', async ({ browser }) => {
  const faults = [];
  const lift = await newLift();
  const notice = await filed(browser, faults, lift);
  const notifyno = await received(browser, faults, notice, lift);
  const business = await declared(browser, faults, notice);
  const supervision = await supervised(browser, faults, business.seisn);
  await concluded(browser, faults, business.id);
  const { head } = await approved(business.id);
  expect(head).toMatchObject({ step: 'BGDY', inspdate: today(), conclusionName: '合格' });
  await certified(browser, faults, supervision, head);
  const after = await device(LIFT, lift);
  expect(after).toMatchObject({ insinspdate: today(), insreportno: head.reportno, equstatus: '0' });
  expect((await post('shouli', '/api/construction/record', { id: notice })).record.notifyno).toBe(notifyno);
  expect(faults).toEqual([]);
});

/** A lift that was never in use nor supervised, and stands in no notice. */
async function newLift() {
  const path = '/api/eqd3000tpm/eqd3000tpm/findListBy3000';
  const lifts = (await post('shouli', path, { pageNo: 1, pageSize: 50, equstatus: '0' })).list;
  const { list } = await post('shouli', '/api/construction/findList', { pageNo: 1, pageSize: 100 });
  const underway = list.filter((one) => ['DRAFT', 'BACK', 'FILED'].includes(one.step));
  const records = await Promise.all(
    underway.map(({ id }) => post('shouli', '/api/construction/record', { id })),
  );
  const named = records.flatMap(({ parts }) => parts.find((one) => one.key === 'devices').rows);
  const taken = new Set(named.map((one) => one.equcode));
  for (const one of lifts.filter(({ equcode }) => !taken.has(equcode))) {
    if (!(await device(LIFT, one)).insinspdate) return one;
  }
  throw new Error('no lift waits for its installation');
}

/** The counter writes the notice of the contractor, names the lift and hands it in; gives the key of the notice. */
async function filed(browser, faults, lift) {
  const page = await pageOf(browser, 'shouli', '/businessPro/constructionQuery', faults);
  await page
    .getByRole('button', { name: /登记告知/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await choose(page, '施工类别', '安装');
  await choose(page, '设备种类', '电梯');
  await unit(page, '施工单位', CONTRACTOR);
  await unit(page, '使用单位', lift.useorgname);
  await area(page, '所在区划', ['浙江省', '宁波市', '鄞州区']);
  await fill(page, '施工地点', lift.useplace);
  await day(page, '计划开工日期', later(today(), 0));
  await day(page, '计划竣工日期', later(today(), 2));
  await fill(page, '现场负责人', '马建国');
  await fill(page, '负责人电话', '13805741234');
  await picture(page, 'supervised-1-notice');
  await dialog.getByRole('button', { name: '保存' }).click();
  await page.waitForURL(/detailSGGZ\?id=/); // what was saved is opened: its devices are named there
  const id = new URL(page.url()).searchParams.get('id');
  const version = async () => (await post('shouli', '/api/construction/record', { id })).version;
  const early = await refused('shouli', '/api/construction/file', { ids: id, version: await version() });
  expect(early).toContain('设备');
  await tab(page, '施工设备');
  await seen(page.getByRole('button', { name: '添加设备' })).click();
  await unit(page, '设备', lift.equcode);
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await expect(seen(page.getByRole('cell', { name: lift.equcode }))).toBeVisible();
  await seen(page.getByRole('button', { name: '提交', exact: true })).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(提交|确定)$/ })
    .click();
  await expect(seen(page.getByText('已提交', { exact: true }))).toBeVisible();
  await picture(page, 'supervised-2-filed');
  await leave(page);
  return id;
}

/** The authority finds it among what was handed in, and receives it: the notice has its number. */
async function received(browser, faults, id, lift) {
  const page = await pageOf(browser, 'jianguan', '/businessPro/constructionInfInsp', faults);
  const row = seen(page.locator(`tr[data-row-key="${id}"]`)); // the unit may have another one of the contractor
  await expect(row).toContainText(CONTRACTOR);
  await row.getByRole('button', { name: '受理', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(受理|确定)$/ })
    .click();
  const number = async () => (await post('shouli', '/api/construction/record', { id })).record.notifyno;
  await expect.poll(number).toMatch(/^GZ\d{15}$/);
  await leave(page);
  expect((await device(LIFT, lift)).equstatus).toBe('6'); // 安装告知中
  return number();
}

/** From the page of the notice it is declared; reviewed and accepted by those concerned; gives the business item. */
async function declared(browser, faults, id) {
  const page = await pageOf(browser, 'shouli', `/businessPro/detailSGGZ?id=${id}`, faults);
  await seen(page.getByRole('button', { name: '申报监检' })).click();
  await page.getByRole('dialog').getByRole('button', { name: '申报', exact: true }).click();
  await tab(page, '监督检验申报 1');
  await picture(page, 'supervised-3-declared');
  await leave(page);
  const { parts } = await post('shouli', '/api/construction/record', { id });
  const [{ id: main }] = parts.find((one) => one.key === 'declarations').rows;
  const on = async () => (await post('shouli', '/api/appmain/getDetailAppMain', { id: main })).main;
  let read = await on();
  if (read.step === 'SCFP') {
    const { version, chedept } = read;
    await post('yewu', '/api/appmain/reviewAssign', { ids: main, version, chedept, reviewer: '' });
    read = await on();
  }
  const { version } = read;
  const { materials } = await post('ziliao', '/api/appmain/materials', { id: main });
  const there = materials.map((one) => ({ id: one.id, state: '1', pages: 2 }));
  const pass = { ids: main, version, result: 'pass', materials: there };
  await post('ziliao', '/api/appmain/materialReviewDeal', pass);
  const [business] = await accepted(main);
  return business;
}

/** Assigned, the first visit, every point witnessed, the papers handed in and examined; gives the key. */
async function supervised(browser, faults, seisn) {
  let page = await pageOf(browser, 'diaodu', `/businessPro/taskAssign?number=${seisn}`, faults);
  await expect(rows(page)).toHaveCount(1);
  await rows(page).getByRole('button', { name: '分配', exact: true }).click();
  await unit(page, '主要监检人员', LIFTS.lead);
  await unit(page, '协助监检人员', LIFTS.with);
  await day(page, '约定首次监检日期', today());
  await picture(page, 'supervised-4-assign');
  await page.getByRole('dialog').getByRole('button', { name: '分配', exact: true }).click();
  await expect(rows(page).filter({ hasText: '待首次监检' })).toHaveCount(1);
  await leave(page);
  page = await pageOf(browser, LIFTS.login, `/businessPro/firstWillInsp?number=${seisn}`, faults);
  await rows(page).getByRole('button', { name: '首次监检', exact: true }).click();
  await day(page, '首次监检日期', today());
  await fill(page, '参加人员', '施工单位马建国、物业胡斌');
  await fill(page, '首次监检情况', '已开首次会议，现场具备条件');
  await page.getByRole('dialog').getByRole('button', { name: '登记', exact: true }).click();
  await expect(rows(page).filter({ hasText: '监检中' })).toHaveCount(1);
  await rows(page).getByRole('link', { name: seisn }).click();
  await page.waitForURL(/supervision\?id=/);
  const id = new URL(page.url()).searchParams.get('id');
  const read = () => post(LIFTS.login, '/api/supervision/record', { id });
  const early = await refused(LIFTS.login, '/api/supervision/handIn', {
    ids: id,
    version: (await read()).version,
  });
  expect(early).toContain('停止点');
  await witnessed(page, read);
  await collected(read);
  await page.reload();
  await seen(page.getByRole('button', { name: '竣工资料提交', exact: true })).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(竣工资料提交|确定)$/ })
    .click();
  await expect(seen(page.getByText('竣工资料待审查'))).toBeVisible();
  await seen(page.getByRole('button', { name: '资料审查通过', exact: true })).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(资料审查通过|确定)$/ })
    .click();
  await expect(seen(page.getByText('待出具报告'))).toBeVisible();
  await picture(page, 'supervised-6-issue');
  await leave(page);
  return id;
}

/** A tab of the page of a record, however many rows it counts. */
const tab = (page, name) => seen(page.getByRole('tab', { name: new RegExp(`^${name}`) })).click();

const rowsOf = (record, key) => record.parts.find((one) => one.key === key).rows;

/** The first point is written on the page of the case, the others as the same form sends them. */
async function witnessed(page, read) {
  await tab(page, '停止点与见证点');
  await seen(page.getByRole('button', { name: '记录', exact: true })).click();
  await page.getByRole('dialog').getByRole('radio', { name: '符合', exact: true }).check();
  await day(page, '监检日期', today());
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await expect(seen(page.getByRole('cell', { name: '符合', exact: true }))).toBeVisible();
  await picture(page, 'supervised-5-point');
  for (const one of rowsOf(await read(), 'points').filter((point) => !point.result)) {
    const found = { id: one.id, version: one.version, result: '1', pointdate: today() };
    const test = { medium: '砝码', pressure: '125', holdmin: '10' };
    await post(LIFTS.login, '/api/supervision/point/save', { ...found, ...test });
  }
}

/** Every paper of the completed works has come. */
async function collected(read) {
  for (const { id, version } of rowsOf(await read(), 'papers')) {
    await post(LIFTS.login, '/api/supervision/paper/save', { id, version, state: '1', pages: '3' });
  }
}

/** The record of the supervision, filled and concluded on its page. */
async function concluded(browser, faults, id) {
  await opened([{ id }], LIFTS);
  await filled(id, LIFTS.login, ABSENT, { facts: { openliaison: '0' } });
  const page = await pageOf(browser, LIFTS.login, `${ENTRY}${id}`, faults);
  await page.getByRole('tab', { name: '日期与结论' }).click();
  await page.getByRole('button', { name: /^采用 合格/ }).click();
  await picture(page, 'supervised-7-record');
  await saveRecord(page);
  await leave(page);
  await move(LIFTS.login, 'submitRecord', id);
}

/** The case has its certificate, which is bound behind the report. */
async function certified(browser, faults, id, head) {
  const page = await pageOf(browser, LIFTS.login, `/businessPro/supervision?id=${id}`, faults);
  await expect(seen(page.getByText('已发证'))).toBeVisible();
  await expect(seen(page.getByText(head.reportno))).toBeVisible();
  await expect(seen(page.getByRole('button', { name: '打印证书' }))).toBeVisible();
  await picture(page, 'supervised-8-certificate');
  await leave(page);
  const { record } = await post(LIFTS.login, '/api/supervision/record', { id });
  expect(record.certdate).toBe(today());
  expect(record.certno).not.toBe('');
}
