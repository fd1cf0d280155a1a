// What a report must bear in court: three people sign it each for himself, one entered late stands by its day, and a
// stopped machine is inspected as one.
import { expect, test } from '@playwright/test';
import {
  accepted,
  approved,
  claim,
  declared,
  device,
  filled,
  freeDevice,
  handedIn,
  item,
  LIFTS,
  MACHINES,
  move,
  opened,
  pageOf,
  post,
  refused,
  today,
} from './office.mjs';
import { find, leave, open, picture, rows, seen, sign } from './person.mjs';

test.skip(!process.env.BASE_URL, 'needs a running platform with the demo city');

const LIFT = { equclass: '3000', kind: '3110', seisort: '02', testsort: '0211' };
const STOPPED = [
  { equclass: '9000', kind: '9100', seisort: '02', testsort: '0204', login: MACHINES },
  { equclass: '4000', kind: '4110', seisort: '02', testsort: '0211', login: MACHINES },
  { equclass: '4000', kind: '4170', seisort: '02', testsort: '0211', login: MACHINES },
  { equclass: '5000', kind: '5110', seisort: '02', testsort: '0211', login: MACHINES },
  { equclass: '3000', kind: '3110', seisort: '02', testsort: '0211', login: LIFTS },
];
const COLLEAGUES = { 林志远: 'jianyan2', 俞文涛: 'jianyan5' };

test('three people sign, each in his own session', async ({ browser }) => {
  const faults = [];
  const [business] = await accepted((await declared(LIFT, [await freeDevice(LIFT)])).id);
  const { id } = business;
  await opened([business], { ...LIFTS, with: Object.keys(COLLEAGUES) });
  await filled(id, LIFTS.login);
  await save(id, LIFTS.login, { conclusion: (await item(id, LIFTS.login)).proposal.code });
  expect((await item(id, LIFTS.login)).signed.filter((one) => one.at)).toEqual([]);
  await move(LIFTS.login, 'submitRecord', id);
  const { reportno, version } = (await item(id)).head;
  await post('jiaohe', '/api/user/sign', { pin: '2026' });
  for (const [name, login] of Object.entries(COLLEAGUES)) {
    const early = await refused('jiaohe', '/api/appbuss/verifyReport', { ids: id, version, opinion: '同意' });
    expect(early).toContain(name);
    const page = await pageOf(browser, login, '/', faults);
    await open(page, '待我签名');
    await find(page, '单号', reportno, 1);
    await rows(page).getByText('看并签名').click();
    await expect(seen(page.getByText('签名表示记录与您在现场所见一致'))).toBeVisible();
    await picture(page, `three-${login}`);
    await seen(page.getByRole('button', { name: '签名', exact: true })).click();
    await sign(page);
    await page.waitForURL(/\/reportSign$/); // signed: back to the list of what waits
    await leave(page);
  }
  const { signed } = await item(id);
  expect(signed.filter((one) => one.at && one.role === '检验').map((one) => one.name)).toEqual(
    expect.arrayContaining([LIFTS.lead, ...Object.keys(COLLEAGUES)]),
  );
  expect(signed.every((one) => one.at)).toBe(true);
  await move('jiaohe', 'verifyReport', id, { opinion: '同意' });
  expect(faults).toEqual([]);
});

test('an inspection that is entered late stands by its own day', async ({ browser }) => {
  const faults = [];
  const id = await enteredLate();
  const { record, head, items } = await item(id, LIFTS.login);
  const day = record.inspdate;
  expect(day < today()).toBe(true);
  await filled(id, LIFTS.login, put(items), { inspdate: day });
  const ready = await item(id, LIFTS.login);
  await handedIn(LIFTS.login, id, ready.proposal.code);
  const done = await approved(id);
  expect(done.head).toMatchObject({ step: 'BGDY', inspdate: day });
  const after = await device(head, { id: head.equdatasysid });
  expect(after.insreportno).toBe(done.head.reportno);
  expect(after.inspdate).toBe(day);
  expect(after.ninspdate ?? null).toBe(done.head.nextdate);
  const page = await pageOf(browser, 'shouli', `/businessPro/applyInfo?seisn=${head.seisn}`, faults);
  await expect(seen(page.getByText(done.head.reportno))).toBeVisible();
  await picture(page, 'late-1-done');
  await leave(page);
  expect(faults).toEqual([]);
});

test('a stopped machine is declared, recorded and concluded as one that starts again', async ({
  browser,
}) => {
  const faults = [];
  const [sort, machine] = await stoppedMachine();
  const { login: team } = sort;
  const plain = await post('shouli', '/api/appmain/saveAppMain', form(sort, machine));
  const unsaid = { ids: plain.main.id, version: plain.main.version };
  expect(await refused('shouli', '/api/appmain/submitAppMain', unsaid)).toContain(
    '只能申报为“停用后重新检验”',
  );
  await post('shouli', '/api/appmain/deleteAppMain', unsaid);
  const main = await declared(sort, [machine], { afterstop: '1' });
  const [business] = await accepted(main.id);
  await opened([business], team);
  const { id } = business;
  await filled(id, team.login);
  const { version, facts } = await item(id, team.login);
  if (facts.some((one) => one.name === 'afterstop')) {
    const other = { id, version, facts: { afterstop: '0' } };
    expect(await refused(team.login, '/api/appbuss/saveRecord', other)).toContain('申报为停用后重新检验');
  }
  const page = await pageOf(browser, team.login, `/businessPro/reportEnterInfo?id=${id}`, faults);
  await page.getByRole('tab', { name: '日期与结论' }).click();
  await picture(page, 'stopped-1-entry');
  await leave(page);
  const { proposal } = await item(id, team.login);
  await handedIn(team.login, id, proposal.code);
  const done = await approved(id);
  expect(done.head.step).toBe('BGDY');
  expect((await device(sort, machine)).inspdate).toBe(today());
  expect(faults).toEqual([]);
});

const save = async (id, login, more) =>
  post(login, '/api/appbuss/saveRecord', { id, version: (await item(id, login)).version, ...more });

const form = (sort, one) => ({
  seisort: sort.seisort,
  testsort: sort.testsort,
  unitsysid: one.useorgsysid,
  inscontactname: '胡斌',
  INSCONTACTTEL: '13805741234',
  reportget: '03',
  earlyreason: '单位要求提前',
  equipment: [{ equdatasysid: one.id }],
});

/** What a colleague left in a record as mended or failed, as conforming: the journey is about a report that passes. */
const put = (items) =>
  Object.fromEntries(
    items.filter((one) => !['', '√', '—'].includes(one.result)).map((one) => [one.seq, '√']),
  );

/** A machine that was inspected on an earlier day, whose record nobody has filled yet; a lift where there is one. */
async function enteredLate() {
  const asked = { stepcode: 'BGLR', pageNo: 1, pageSize: 200 };
  const { list } = await post(LIFTS.login, '/api/appbuss/appBussSheetList', asked);
  const isLift = (one) => Number(one.equclacode === LIFT.kind);
  for (const one of list.sort((a, b) => isLift(b) - isLift(a))) {
    const { head, record } = await item(one.id, LIFTS.login);
    if (!head.mine || head.testsort !== LIFT.testsort || !(record.inspdate < today())) continue;
    if (claim(one.id)) return one.id;
  }
  throw new Error(`none of ${list.length} open records is of an earlier day`);
}

/** A stopped machine that may be declared, and its sort. */
async function stoppedMachine() {
  for (const sort of STOPPED) {
    const path = sort.equclass;
    const asked = { pageNo: 1, pageSize: 100, equstatus: '2', equclacode: sort.kind };
    const { list } = await post('shouli', `/api/eqd${path}tpm/eqd${path}tpm/findListBy${path}`, asked);
    for (const one of list) {
      const found = await post('shouli', '/api/appmain/findUnitEquipment', {
        unitsysid: one.useorgsysid,
        seisort: sort.seisort,
        testsort: sort.testsort,
      });
      const mine = found.find((each) => each.equdatasysid === one.id);
      if (mine?.stopped && !mine.why && claim(one.equcode)) return [sort, one];
    }
  }
  throw new Error('no machine is stopped');
}
