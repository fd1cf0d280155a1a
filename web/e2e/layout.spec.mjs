// Every list that the menu offers, laid out with the widest values that its columns can hold (server/tools/widest.py), so
// that a city is green or red whatever it drew: no date, state, code, number or type is cut, no name of a unit, and no
// heading, in a window of 1366 pixels, at 125 % of it and at 150 %. Numbers of a fixed form stand in one line, names in two.
// Places and notes may end in …; where that is not enough columns are left out. And axe has no serious finding on any.
import { execFileSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { graveIn } from './axe.mjs';
import { pageOf, post } from './office.mjs';
import { as, EVERYBODY, go, leave, menus, screens } from './person.mjs';

test.skip(!process.env.BASE_URL, 'needs a running platform with the demo city');
test.setTimeout(1_200_000);

const MAY_BE_CUT = ['text', 'dict'];
const NEVER_CUT = /(状态|单位|单位名称|类别|品种|类型)$/; // whatever their type
const OF_A_STEP = ['主检', '状态']; // what a list of a step is opened for besides its deadline
const ROWS = 500; // among so many the longest value of each column is looked for

const PYTHON = process.env.PYTHON ?? '../.venv/bin/python';
const WIDEST = JSON.parse(execFileSync(PYTHON, ['../server/tools/widest.py'], { maxBuffer: 2 ** 24 }));

/** In the page, before its own scripts: each list is asked for so many rows, and its first gets the widest value that
 * each column can hold, or of names the longest among them, and the mark of what was returned. What answers say of
 * columns is kept in `window.told`. A column that is `planted` is drawn so narrow that it cuts. */
function widestFirst({ many, shown, ofAStep, widest, planted }) {
  const told = { types: {}, due: [], whole: [] };
  const views = {};
  window.told = told;
  const width = (value) => [...String(value)].reduce((sum, letter) => sum + (letter > 'ÿ' ? 2 : 1), 0);
  const moment = (days) => new Date(Date.now() + days * 86_400_000).toISOString();
  const longest = (list) => {
    const first = { ...list[0] };
    for (const row of list) {
      for (const [name, value] of Object.entries(row)) {
        if (/id$|version|^late$/i.test(name) || !['string', 'number'].includes(typeof value)) continue;
        if (width(value) > width(first[name] ?? '')) first[name] = value;
      }
    }
    return first;
  };
  const extreme = (list, view) => {
    const first = longest(list);
    for (const [name, { value, word, days }] of Object.entries(widest[view] ?? {})) {
      if (word) first[`${name}Name`] = word;
      else first[name] = days ? moment(days) : value;
    }
    if (view && 'backReason' in first) first.backReason ||= '资料不全';
    return [first, ...list.slice(1, shown)];
  };
  const learn = (table) => {
    if (table?.url) views[table.url] = table.viewNo;
    for (const column of table?.columns ?? []) {
      const { label, type, prop } = column;
      told.types[label] = type;
      if (widest[table.viewNo]?.[prop]?.whole) told.whole.push(label);
      if (label === planted) column.width = 40;
      if (table.due?.includes(prop)) told.due.push(label);
      if (table.due?.includes('limit_at') && ofAStep.includes(label)) told.due.push(label);
    }
  };
  const ask = window.fetch;
  window.fetch = async (url, init) => {
    if (!/\/api\//.test(url)) return ask(url, init);
    const at = new URL(url, location);
    const isList = at.searchParams.has('pageSize');
    if (isList) at.searchParams.set('pageSize', many);
    const answer = await ask(at, init);
    if (!answer.headers.get('content-type')?.includes('json')) return answer;
    const said = await answer.json();
    if (!isList) learn(said?.data?.table ?? said?.data);
    else if (said?.data?.list?.length) said.data.list = extreme(said.data.list, views[at.pathname]);
    return new Response(JSON.stringify(said), answer);
  };
}

/** The columns by which a row is late, and at a step who has it and its state, that stand behind the fixed column: nobody sees them without scrolling. */
function covered(due) {
  const table = [...document.querySelectorAll('table.grid')].find((one) => one.offsetParent);
  const heads = [...(table?.querySelectorAll('thead th') ?? [])];
  const last = heads.at(-1);
  if (!last || getComputedStyle(last).position !== 'sticky') return [];
  const edge = last.getBoundingClientRect().left;
  return heads
    .slice(0, -1)
    .filter((head) => due.includes(head.innerText) && head.getBoundingClientRect().right > edge + 1)
    .map((head) => head.innerText);
}

/** The headings whose words, or whose cell in the first row, are cut, or that break a number of a fixed form. */
function cut(whole) {
  const table = [...document.querySelectorAll('table.grid')].find((one) => one.offsetParent);
  const row = table?.querySelector('tbody tr[data-row-key]');
  if (!row) return [];
  const isCut = (one) =>
    one.clientWidth > 0 &&
    getComputedStyle(one).overflowX !== 'visible' &&
    (one.scrollWidth > one.clientWidth + 1 ||
      (one.matches('.two-lines') && one.scrollHeight > one.clientHeight + 7)); // a third line, not the feet of letters
  return [...table.querySelectorAll('thead th')].flatMap((head, at) => {
    const cell = row.children[at];
    const words = { head: head.innerText, cell: cell.innerText, width: cell.clientWidth };
    const parts = [cell, ...cell.querySelectorAll('*')];
    return [
      isCut(head) && { ...words, what: 'head' },
      parts.some(isCut) && { ...words, what: 'cell' },
      whole.includes(head.innerText) && cell.querySelector('.long-code') && { ...words, what: 'line' },
    ].filter(Boolean);
  });
}

const FEW = 48; // pixels: no table is scrolled sideways for so little, names give way

/** By how little the table is wider than its box; 0 when it fits or has much to show besides. */
function justTooWide(few) {
  const table = [...document.querySelectorAll('table.grid')].find((one) => one.offsetParent);
  let box = table?.parentElement;
  while (box && !/auto|scroll/.test(getComputedStyle(box).overflowX)) box = box.parentElement;
  const more = box ? box.scrollWidth - box.clientWidth : 0;
  return more < few ? more : 0;
}

// Rows with values, or the sentence that stands in their place.
const LAID_OUT = 'table.grid tr[data-row-key]:not(:has(.skeleton-bar)), .state-note';

const lists = new Set(screens.filter((one) => one.kind === 'list' && one.view).map((one) => one.path));

/** Lists that no menu offers: links of other pages lead there. */
const FROM_LINKS = {
  dayin: ['/businessPro/reportRelevant/markSheets', '/businessPro/reportRelevant/printLogs'],
  yewu: [
    '/assistMng/matExpressBillPrint/waiting',
    '/assistMng/matExpressBillPrint/ranges',
    '/bsArchives/equipment/equmentStatDetial',
    '/bsArchives/unit/licences',
    '/bsArchives/unit/reports',
    '/assistMng/equInspectMng/warnDevices',
  ],
  diaodu: [
    '/inspectPro/filing/vesselPick',
    '/inspectPro/filing/pipelinePick',
    '/businessPro/visits/parts',
    '/businessPro/planning/done',
    '/businessPro/planning/siteTimes',
  ],
  weibao: ['/bsArchives/equipment/maintainedLifts'],
  zhiliang: [
    '/LIMSTrans/findings',
    '/insBusQuery/checkBugDraw',
    '/qualityAndAssess/businessDetail',
    '/qualityAndAssess/returnDetail',
    '/qualityAndAssess/detailPeople',
    '/qualityAndAssess/detailDepartment',
    '/qualityAndAssess/desktopDataStatisticsDetail',
  ],
  caiwu: ['/qualityAndAssess/chargeLines'],
  jianguan: [
    '/query-settings/elevatorEvents',
    '/dataStatistics/jcDataStatisticsDevices',
    '/dataStatistics/jcDataStatisticsIssued',
    '/dataStatistics/jcDataStatisticsHazards',
    '/dataStatistics/jcDataStatisticsDefects',
    '/dataStatistics/jcDataStatisticsReportRows',
    '/dataStatistics/jcDataStatisticsReportShares',
  ],
};

// A laptop; the same with letters of 125 % and of 150 %, as its owner may have set them; a large screen.
const SIZES = [
  { width: 1366, height: 768 },
  { width: 1093, height: 614 },
  { width: 911, height: 512 },
  { width: 1920, height: 1080 },
];

// Lists that want more than 911 px: a date of theirs gives way, or they scroll sideways by some px.
const WIDER = new Set([
  '/businessPro/reportRelevant/reportRelease',
  '/bsArchives/equipment/pressureVessel',
  '/bsArchives/ZHEquQuery/ZHEquQueryList',
  '/bsArchives/ZHEquQuery/registerContainer',
  '/safeMng/hazardHandle',
  '/bsArchives/unit/equipUnQualifiedList',
  '/safeMng/unqualifiedReport',
]);

/** What is wrong with the list in front at the size of the window. */
async function measured(page) {
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
  const { types, due, whole } = await page.evaluate(() => window.told);
  const wrong = (await page.evaluate(covered, due)).map((one) => `${one} is hidden`);
  const more = await page.evaluate(justTooWide, FEW);
  if (more > 0) wrong.push(`scrolled sideways for ${more} px`);
  for (const one of await page.evaluate(cut, whole)) {
    const cutable = MAY_BE_CUT.includes(types[one.head] ?? 'text') && !NEVER_CUT.test(one.head);
    const several = one.cell.includes('、'); // a list of them ends in …
    if (one.what === 'cell' && (cutable || several)) continue;
    wrong.push(`${one.what} ${one.head} «${one.cell}» ${one.width} px`);
  }
  return wrong;
}

/** What is wrong with the list at an address, at all sizes: the window has one of them, the others follow. */
async function looked(page, href) {
  const faults = [];
  const list = page.locator(`.tab-page[data-tab="${href.split('?')[0]}"]`); // not the one that was in front before
  await expect(list.locator(LAID_OUT).filter({ visible: true }).first()).toBeVisible();
  if (await page.getByText('页面出错').filter({ visible: true }).count()) faults.push('页面出错');
  const now = SIZES.find((one) => one.width === page.viewportSize().width);
  for (const size of [now, ...SIZES.filter((one) => one !== now)]) {
    if (size !== now) await page.setViewportSize(size);
    const wrong = await measured(page);
    faults.push(...wrong.map((one) => `${size.width}: ${one}`));
    if (size === now) faults.push(...(await graveIn(page)));
  }
  return faults;
}

const widened = { many: ROWS, shown: 20, ofAStep: OF_A_STEP, widest: WIDEST };

async function walk(browser, logins) {
  const faults = [];
  const offered = await menus();
  for (const login of logins) {
    const own = offered[login].filter(({ href, first }) => first && lists.has(href));
    const pages = [...own, ...(FROM_LINKS[login] ?? []).map((href) => ({ href, name: '' }))];
    if (pages.length === 0) continue;
    const page = await pageOf(browser, login, 'about:blank', faults);
    await page.addInitScript(widestFirst, widened);
    for (const [at, { href, name }] of pages.entries()) {
      await page.evaluate(() => window.told && Object.assign(window.told, { due: [], whole: [] }));
      await go(page, href, at);
      const found = (await looked(page, href)).filter((one) => !(WIDER.has(href) && one.startsWith('911:')));
      faults.push(...found.map((one) => `${name} ${href} ${one}`));
    }
    await leave(page);
  }
  expect(faults).toEqual([]);
}

// Side by side: the head of the counter is offered more lists than all others together.
test.describe.configure({ mode: 'parallel' });
const HEAD = 'yewu';

test('no list of the head of the counter cuts a name, a date, a state, a code or a number', async ({
  browser,
}) => {
  await walk(browser, [HEAD]);
});

test('no other list cuts a name, a date, a state, a code or a number', async ({ browser }) => {
  await walk(
    browser,
    EVERYBODY.filter((login) => login !== HEAD),
  );
});

for (const [planted, login, href] of [
  ['设备代码', 'yewu', '/bsArchives/equipment/elevator'],
  ['下次检验日期', 'yewu', '/bsArchives/equipment/elevator'],
]) {
  test(`a column that is too narrow is found: ${planted}`, async ({ browser }) => {
    const page = await pageOf(browser, login, 'about:blank', []);
    await page.addInitScript(widestFirst, { ...widened, planted });
    await go(page, href, 0);
    const found = (await looked(page, href)).filter((one) => one.includes(planted));
    expect(found.length).toBeGreaterThan(0);
    await leave(page);
  });
}

test('every list is offered to somebody', async () => {
  const offered = Object.values(await menus()).flatMap((pages) => pages.map(({ href }) => href));
  const walked = new Set([...offered, ...Object.values(FROM_LINKS).flat()]);
  expect([...lists].filter((href) => !walked.has(href))).toEqual([]);
});

const COLLEAGUES = ['jianyan2', 'jianyan6', 'jianyan7', 'jianyan8']; // who sign what another inspector handed in

/** Lists of what a city may be without on a day. */
const MAY_BE_EMPTY = new Set([
  '/bsArchives/product/safetyProducts', // sold with the devices they belong to
  '/assistMng/payMng/feeTable', // drafts of a new table of fees, and what it would have come to
  '/assistMng/payMng/replay',
  '/assistMng/payMng/billFile', // receipts by file: the demo city takes its own numbers
  '/assistMng/payMng/bankForm', // kept when somebody explains the file of a bank
  '/businessPro/reportTemplate/versions', // drafts of templates
  '/sysmng/flowDesigner', // drafts of flows
  '/assistMng/repeatinsMng/bearingMendReport', // pressure equipment that failed
  '/assistMng/equInspectMng/waterTestWarning', // days that no rule in force sets
  '/assistMng/equInspectMng/yearCheckWarning',
  '/businessPro/leaveOwn', // of other inspectors
  '/businessPro/taskRequestOwn',
  '/businessPro/zjprofa',
  '/assistMng/payMng/outSearch', // refunds that wait for a second person
  '/safeMng/unitWarning', // counted at the full hour
  '/equCheckMng/useRegisterUnit', // a city registers by set
  '/equCheckMng/useRegisterCylinder',
  '/equCheckMng/useRegisterChange',
  '/assistMng/msgMng/smsReconcile', // what an administrator has done, and what went wrong
  '/sysmng/dateRun',
  '/sysmng/moving', // nothing has moved in or out of a new city
  '/sysmng/movingNumbers',
  '/sysmng/movingOut',
  '/error_logger/error_logger_page',
  '/businessPro/planRoute',
  '/sysmng/cloudStorageMonitor', // counted at night
  '/assistMng/dljyList', // devices near the end of their design life
]);

test('every other list has rows for somebody', async () => {
  const views = new Map(screens.map((one) => [one.path, one.view]));
  const filled = new Set(MAY_BE_EMPTY);
  const empty = new Set();
  for (const [login, pages] of Object.entries(await menus([...EVERYBODY, ...COLLEAGUES]))) {
    for (const { href } of pages.filter((one) => lists.has(one.href) && !filled.has(one.href))) {
      const { url, params } = await post(login, '/api/layout/findTableConfig', { viewNo: views.get(href) });
      const { list } = await post(login, url, { ...params, pageNo: 1, pageSize: 1 });
      (list.length > 0 ? filled : empty).add(href);
    }
  }
  expect([...empty].filter((href) => !filled.has(href))).toEqual([]);
});

test('a row that is picked moves nothing', async ({ browser }) => {
  const faults = [];
  const page = await as(browser, 'yewu', faults, '演示数据');
  await go(page, '/bsArchives/equipment/elevator', 0);
  const row = page.locator('table.grid tr[data-row-key]').filter({ visible: true }).nth(2);
  await expect(row).toBeVisible();
  const before = await row.boundingBox();
  await row.getByRole('checkbox').check();
  await expect(page.getByText('已选').filter({ visible: true })).toBeVisible();
  expect(await row.boundingBox()).toEqual(before);
  await page.getByRole('button', { name: '清除' }).filter({ visible: true }).click();
  expect(await row.boundingBox()).toEqual(before);
  expect(faults).toEqual([]);
  await leave(page);
});

test('a page of a list fills a high window, and one of twenty rows a low one', async ({ browser }) => {
  const faults = [];
  const page = await as(browser, 'yewu', faults, '演示数据');
  for (const { height, rows } of [
    { height: 768, rows: 20 },
    { height: 1080, rows: 25 },
  ]) {
    await page.setViewportSize({ width: 1920, height });
    await page.goto('/bsArchives/equipment/elevator');
    const drawn = page.locator('tr[data-row-key]:not(:has(.skeleton-bar))').filter({ visible: true });
    await expect(drawn).toHaveCount(rows);
    const foot = await page.locator('.list-foot').filter({ visible: true }).boundingBox();
    const last = await drawn.last().boundingBox();
    expect(foot.y - (last.y + last.height), `${height}: free below the last row`).toBeLessThan(33);
  }
  expect(faults).toEqual([]);
  await leave(page);
});

test('a dispatcher sees a whole week of all people of the station at once', async ({ browser }) => {
  const faults = [];
  const page = await as(browser, 'diaodu', faults);
  await go(page, '/businessPro/taskArrange', 0);
  await page.locator('tr[data-row-key] .row-actions button').filter({ visible: true }).first().click();
  const people = page.locator('.calendar .person');
  await expect(people.first()).toBeVisible();
  const sight = await page.locator('.calendar').boundingBox();
  const days = await page.locator('.calendar-head > span').nth(5).boundingBox();
  expect(days.x + days.width).toBeLessThanOrEqual(sight.x + sight.width);
  const able = page.locator('.calendar-row:not(.barred) .person'); // those beside them may not go
  const last = await able.last().boundingBox();
  expect(last.y + last.height).toBeLessThanOrEqual(sight.y + sight.height);
  expect(await able.count()).toBeGreaterThan(6);
  expect(faults).toEqual([]);
  await leave(page);
});
