// The institute at work: people call the platform directly for what a journey is not about, and open it where it is.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, request } from '@playwright/test';
import { asked } from './samples.mjs';
import { slowDown } from './slow.mjs';

const PASSWORD = 'Tejian@2026';
const PIN = '2026';
const base64 = (text) => Buffer.from(text, 'utf8').toString('base64');

/** Nested values as dotted names, lists of plain values as repeated ones: what the platform reads. */
function flat(form, head = '') {
  return Object.entries(form).flatMap(([key, value]) => {
    const name = `${head}${key}`;
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) {
      return typeof value === 'object' ? flat(value, `${name}.`) : [[name, String(value)]];
    }
    return value.flatMap((one, at) =>
      typeof one === 'object' ? flat(one, `${name}.${at}.`) : [[name, String(one)]],
    );
  });
}

const sessions = new Map(); // an account logs in once for all journeys of this process

async function enter(login) {
  const web = await request.newContext({ baseURL: process.env.BASE_URL });
  const form = { username: base64(login), password: base64(PASSWORD), loginType: '1' };
  const answer = await (await web.post('/a/login', { form })).json();
  expect(answer.isSuccess ?? true, `${login}: ${answer.errorMsg}`).toBe(true);
  return {
    web,
    sid: answer.sessionid,
    token: answer.user.userSsoInfo || answer.user.id,
    name: answer.user.name,
  };
}

/** The session of an account. */
export function session(login) {
  if (!sessions.has(login)) sessions.set(login, enter(login));
  return sessions.get(login);
}

/** The whole answer to a call of an account. */
export async function call(login, path, form = {}) {
  const { web, sid } = await session(login);
  const data = new URLSearchParams(flat(form)).toString();
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const answer = await web.post(`${path}?__sid=${sid}`, { data, headers });
  return answer.json();
}

/** The data of an answer that must be a success. */
function done(answer, login, path) {
  expect(answer.isSuccess, `${login} ${path}: ${answer.errorMsg}`).toBe(true);
  return answer.data;
}

export async function post(login, path, form) {
  return done(await call(login, path, form), login, path);
}

/** The sentence with which a call is refused. */
export async function refused(login, path, form) {
  const answer = await call(login, path, form);
  expect(answer.isSuccess, `${login} ${path} was not refused`).toBe(false);
  return answer.errorMsg;
}

/** A page of an account, in a session of its own, at an address; script errors on it fail the journey. */
export async function pageOf(browser, login, path, faults) {
  const { web, sid, token } = await enter(login);
  const context = await browser.newContext({
    storageState: await web.storageState(),
    viewport: { width: 1366, height: 768 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  });
  const url = process.env.BASE_URL;
  await context.addCookies([
    { name: 'scdeap_sidtoken', value: encodeURIComponent(sid), url },
    { name: 'scdeap_token', value: encodeURIComponent(token), url },
  ]);
  const page = await context.newPage();
  await slowDown(page);
  page.on('pageerror', (fault) => faults.push(`${login}: ${fault}`));
  await page.goto(path);
  return page;
}

export const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date());

const LISTS = { 8000: '/api/eqd8000tpm/eqd8000tpm/findListBy8000' };
const listOf = (equclass) =>
  LISTS[equclass] ?? `/api/eqd${equclass}tpm/eqd${equclass}tpm/findListBy${equclass}`;

/** Whether a device is this journey's alone: of those that run at the same time, only the first is told so. */
export function claim(equcode) {
  try {
    writeFileSync(join(process.env.CLAIMS, equcode), '', { flag: 'wx' });
    return true;
  } catch (taken) {
    if (taken.code === 'EEXIST') return false;
    throw taken;
  }
}

/** A device that may be declared for a sort of inspection. */
export async function freeDevice(sort) {
  for await (const free of freeByUnit(sort)) {
    const own = free.find((one) => claim(one.equcode));
    if (own) return own;
  }
  throw new Error(`no unit has a free device of ${sort.kind}`);
}

/** The units that are late with what they owe. */
export async function unitsThatOwe() {
  const { list } = await post('yewu', '/api/arrears/findList', { pageNo: 1, pageSize: 200 });
  return new Set(list.map((one) => one.payunitsysid));
}

/** The devices that may be declared for a sort of inspection, unit by unit. */
export async function* freeByUnit(sort) {
  const { equclass, kind, seisort, testsort } = sort;
  const asked = { pageNo: 1, pageSize: 200, equstatus: '1', equclacode: kind, ...sort.asked };
  const late = await unitsThatOwe(); // their reports do not go out on credit
  const { list } = await post('shouli', listOf(equclass), asked);
  const rows = list.filter((one) => !late.has(one.useorgsysid));
  for (const unitsysid of new Set(rows.map((one) => one.useorgsysid))) {
    const found = await post('shouli', '/api/appmain/findUnitEquipment', { unitsysid, seisort, testsort });
    const free = new Set(found.filter((one) => !one.why).map((one) => one.equdatasysid));
    yield rows.filter((row) => free.has(row.id));
  }
}

/** A declaration of devices, handed in; gives its record. */
export async function declared(sort, devices, more = {}) {
  const form = {
    seisort: sort.seisort,
    testsort: sort.testsort,
    unitsysid: devices[0].useorgsysid,
    inscontactname: '胡斌',
    INSCONTACTTEL: '13805741234',
    reportget: '03',
    earlyreason: '单位要求提前',
    equipment: devices.map((one) => ({ equdatasysid: one.id })),
    ...more,
  };
  const { main } = await post('shouli', '/api/appmain/saveAppMain', form);
  await post('shouli', '/api/appmain/submitAppMain', { ids: main.id, version: main.version });
  return main;
}

/** The business items of a declaration, accepted. */
export async function accepted(id) {
  const detail = () => post('shouli', '/api/appmain/getDetailAppMain', { id });
  await post('shouli', '/api/appmain/submitAppMainAccept', {
    ids: id,
    version: (await detail()).main.version,
  });
  return (await detail()).equipment.map((one) => one.business);
}

/** A device on its way to the open record, filled as `filled` does it: the device, the item, and what the save said. */
export async function entered(sort, team, marks = {}, more = {}, byHand = []) {
  const one = await freeDevice(sort);
  const [{ id }] = await accepted((await declared(sort, [one])).id);
  await opened([{ id }], team);
  return [one, id, await filled(id, team.login, marks, more, byHand)];
}

export const LIFTS = { lead: '陈立峰', with: '林志远', box: '1 号', login: 'jianyan1' };
export const MACHINES = { ...LIFTS, box: '8 号' };
export const PRESSURE = { lead: '孙浩', with: '徐海明', box: '7 号', login: 'jianyan3' };

const idsOf = (items) => items.map((one) => one.id);

/** The keys of items with the versions that somebody read. */
async function readBy(login, items) {
  const heads = await Promise.all(items.map(async (one) => (await item(one.id, login)).head));
  return { ids: idsOf(items), version: heads.map((head) => head.version) };
}

/** Arrange items for today, with a team and its box of instruments. */
export async function arranged(items, team) {
  const detail = await post('diaodu', '/api/appmain/taskSchedDetail', { ids: idsOf(items) });
  const person = (name) => detail.people.find((one) => one.name === name).id;
  const instruments = detail.instruments
    .filter((one) => !one.expired && one.boxno === team.box)
    .map((one) => one.id);
  const plan = { scinspector: person(team.lead), inspectors: [team.with].flat().map(person), instruments };
  const read = { ids: idsOf(detail.items), version: detail.items.map((one) => one.version) };
  await post('diaodu', '/api/appmain/taskSchedCommit', {
    ...read,
    ...plan,
    plandate: today(),
    confirmHoliday: '1',
  });
}

/** Arrange, confirm and build: the records stand open. */
export async function opened(items, team) {
  await arranged(items, team);
  const sure = { contacted: '值班', siteconditions: '具备检验条件', safetybriefed: '1' };
  await post(team.login, '/api/appmain/taskConfirmCommit', { ...(await readBy(team.login, items)), ...sure });
  await post(team.login, '/api/appbuss/buildReport', await readBy(team.login, items));
}

export const item = (id, login = 'yewu') => post(login, '/api/appbuss/getItem', { id });

/** Fill a record: what is true of the device conforms, with values inside limits, but for `marks` by number of the item.
 * The tables named `byHand` are left to the journey; `names` are numbers that no screen shows. */
export async function filled(id, login, marks = {}, more = {}, byHand = [], names = {}) {
  const save = (version, form) => post(login, '/api/appbuss/saveRecord', { id, version, ...form });
  const screen = await item(id, login);
  const begin = await asked('begin', screen, marks);
  let saved = await save(screen.version, { inspdate: today(), ...begin, ...more });
  const missing = await asked('missing', saved, begin.results, marks);
  if (missing.length > 0) saved = await save(saved.version, { results: missing });
  const { tables, facts } = await asked('tables', await item(id, login), saved.least, byHand, names);
  const own = Object.fromEntries(Object.entries(facts).filter(([name]) => !(name in (more.facts ?? {}))));
  saved = await save(saved.version, { tables, facts: own });
  const undone = await asked('undone', saved.findings);
  if (undone.length > 0) saved = await save(saved.version, { results: undone });
  const used = saved.tools.proposed.map((one) => one.id);
  const instruments = used.length > 0 ? used : screen.toolbox.slice(0, 1).map((one) => one.id);
  return save(saved.version, { instruments });
}

const answers = (findings) =>
  Object.fromEntries(
    findings.filter((one) => one.key && !one.reason).map((one) => [one.key, '已现场核实，情况属实']),
  );

const SIGNED = [
  'submitRecord',
  'signRecord',
  'verifyReport',
  'auditReportFx',
  'auditReport',
  'approveReport',
];
const OPENED = ['auditReportFx', 'auditReport', 'approveReport'];

const shown = async (login, id) => (await post(login, '/api/appbuss/getAudit', { id })).seen;

const logins = {};

/** The account of a colleague by his name. */
async function loginOf(name) {
  const found =
    logins[name] ?? (await post('sysadmin', '/api/system/user/findList', { name, pageSize: 20 })).list;
  logins[name] = typeof found === 'string' ? found : found.find((one) => one.name === name).login;
  return logins[name];
}

/** The other inspectors read a record that was handed in, and sign it. */
export async function cosigned(id) {
  for (const name of (await item(id)).head.inspectornames.split('、')) {
    const login = await loginOf(name);
    const { head } = await item(id, login);
    if (!head.toSign) continue;
    await post(login, '/api/appbuss/open', { id, seen: await shown(login, id) });
    await post(login, '/api/user/sign', { pin: PIN });
    await post(login, '/api/appbuss/signRecord', { ids: id, version: head.version });
  }
}

/** A move of an item on the version that its page shows, with a reason for what checks ask. */
export async function move(login, path, id, form = {}) {
  if (path === 'verifyReport') await cosigned(id);
  if (SIGNED.includes(path)) await post(login, '/api/user/sign', { pin: PIN });
  let asked = [];
  for (let tries = 1; ; tries += 1) {
    const { version, head, findings } = await item(id, login);
    asked = [...asked, ...findings];
    const own = path === 'submitRecord' ? { id, version } : { ids: id, version: head.version };
    if (OPENED.includes(path)) own.seen = await shown(login, id);
    const said = await call(login, `/api/appbuss/${path}`, { ...own, reasons: answers(asked), ...form });
    if (said.isSuccess || !ELSEWHERE.test(said.errorMsg) || tries === 5) return done(said, login, path);
  }
}

/** What is refused because others worked meanwhile: they used an instrument or an inspector of this record. */
const ELSEWHERE = /须写明原因|在您打开以后有了变动/;

/** A record with its conclusion, handed in; the reasons are those that the record asks for with that conclusion. */
export async function handedIn(login, id, conclusion) {
  const { version } = await item(id, login);
  await post(login, '/api/appbuss/saveRecord', { id, version, conclusion });
  return move(login, 'submitRecord', id);
}

const CHECKING = [
  ['BGQR', 'jiaohe', 'verifyReport'],
  ['BGSH_FX', 'fenxiang', 'auditReportFx'],
  ['BGSH', 'shenhe', 'auditReport'],
  ['BGSP', 'pizhun', 'approveReport'],
];

/** From the confirmation of a report to its approval. */
export async function approved(id) {
  for (const [step, login, path] of CHECKING) {
    if ((await item(id)).head.step !== step) continue;
    await move(login, path, id, { opinion: '同意' });
  }
  return item(id);
}

/** The declaration that a search of their list finds, the newest. */
export async function declaration(asked) {
  const found = await post('shouli', '/api/businesspro/appmain/findList', {
    pageNo: 1,
    pageSize: 20,
    ...asked,
  });
  expect(found.list.length, JSON.stringify(asked)).toBeGreaterThan(0);
  return found.list[0];
}

/** The unit signs a notice, says what it did about every problem, and sends its answer. */
export async function answered(id) {
  const record = () => post('yewu', '/api/opinion/record', { id });
  const on = async () => ({ ids: id, version: (await record()).version });
  const signed = { receiver: '胡斌', receivertel: '13805741234', receivedate: today() };
  await post('yewu', '/api/opinion/sign', { ...(await on()), ...signed });
  const done = { measure: '已更换', donedate: today(), doneby: '李勇' };
  for (const one of (await record()).parts.find((part) => part.key === 'problems').rows) {
    await post('yewu', '/api/opinion/answer', { id: one.id, version: one.version, ...done });
  }
  await post('yewu', '/api/opinion/feedback', {
    ...(await on()),
    feedbackman: '胡斌',
    feedbackdate: today(),
  });
}

/** Paste into a cell, as from a table program. */
export async function paste(locator, text) {
  await locator.focus();
  await locator.evaluate((cell, words) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', words);
    cell.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** A day so many months after another, at most the last of its month. */
export function later(day, months) {
  const [year, month, date] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** The pages of a report, as bytes. */
export async function pdf(login, id) {
  const { web, sid } = await session(login);
  return (await web.get(`/api/appbuss/reportFile?__sid=${sid}&id=${id}`)).body();
}

/** The values of a device by field. */
export async function device({ equclass }, { id }) {
  const { groups } = await post('shouli', `/api/eqd${equclass}tpm/eqd${equclass}tpm/getDetailBy${equclass}`, {
    id,
  });
  return Object.fromEntries(
    groups.flatMap((group) => group.fields).map((field) => [field.prop, field.value]),
  );
}

/** A notice about what the record of an item found, issued; gives its term. */
export async function noticed(id, login, problem) {
  const begun = await post(login, '/api/opinion/makeStart', { id });
  const due = later(today(), 1);
  const made = await post(login, '/api/opinion/make', { appbuss_id: id, ...begun, due });
  const record = await post(login, '/api/opinion/record', { id: made.id });
  if (!record.parts.find((part) => part.key === 'problems').rows.length) {
    const words = { place: '综合结论', problem, advice: '按要求处理', level: '1' };
    await post(login, '/api/opinion/problem/save', { notice_id: made.id, ...words });
  }
  const { version } = await post(login, '/api/opinion/record', { id: made.id });
  await post(login, '/api/user/sign', { pin: PIN });
  await post(login, '/api/opinion/issue', { ids: made.id, version });
  return due;
}

/** Open a table of a record. */
export async function openTable(page, title) {
  await page.getByRole('tab', { name: title }).click();
  return page.getByRole('table', { name: title });
}

/** From the approved report to the counter: printed, filed, its debt allowed, handed out. */
export async function released(id) {
  await move('dayin', 'saveReportPrintInfo', id, { copies: 1 });
  await move('dangan', 'archiveReport', id, { archivedocs: '01,02', archivebox: 'A-1', archivepages: 6 });
  await post('yewu', '/api/user/sign', { pin: PIN });
  await move('yewu', 'allowArrears', id, { reason: '合同月结' });
  await move('shouli', 'releaseReport', id, { releaseway: '03', receiver: '胡斌' });
  return item(id);
}
