// Every list that the menu offers, laid out with the longest values it holds: no date, state, code or number is cut, and
// no heading. Names and places may end in …; where that is not enough the table is scrolled sideways. And axe has no
// serious finding on any.
import { expect, test } from '@playwright/test';
import { graveIn } from './axe.mjs';
import { as, EVERYBODY, go, leave, screens } from './person.mjs';

test.skip(!process.env.BASE_URL, 'needs a running platform with the demo city');
test.setTimeout(1_200_000);

const MAY_BE_CUT = ['text', 'dict'];
const NEVER_CUT = /状态$/; // whatever their type
const OF_A_STEP = ['主检', '状态']; // what a list of a step is opened for besides its deadline
const ROWS = 500; // among so many the longest value of each column is looked for

const width = (value) => [...String(value)].reduce((sum, letter) => sum + (letter > 'ÿ' ? 2 : 1), 0);

/** The first row of an answer gets the longest value that each column has. */
function longest(list) {
  const first = { ...list[0] };
  for (const row of list) {
    for (const [name, value] of Object.entries(row)) {
      if (/id$|version|^late$/i.test(name) || !['string', 'number'].includes(typeof value)) continue;
      if (width(value) > width(first[name] ?? '')) first[name] = value;
    }
  }
  return [first, ...list.slice(1, 20)];
}

async function withLongest(page, types, due) {
  await page.route(/\/api\//, async (route) => {
    const body = route.request().postData() ?? '';
    if (!/pageSize/.test(body)) {
      const response = await route.fetch();
      const said = await response.json().catch(() => null);
      const table = said?.data?.table ?? said?.data;
      for (const column of table?.columns ?? []) {
        types[column.label] = column.type;
        if (table.due?.includes(column.prop)) due.push(column.label);
        if (table.due?.includes('limit_at') && OF_A_STEP.includes(column.label)) due.push(column.label);
      }
      return route.fulfill({ response });
    }
    const response = await route.fetch({ postData: body.replace(/(pageSize"?[=:]"?)\d+/, `$1${ROWS}`) });
    const said = await response.json().catch(() => null);
    if (said?.data?.list?.length) said.data.list = longest(said.data.list);
    return said ? route.fulfill({ response, json: said }) : route.fulfill({ response });
  });
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

/** The headings whose words, or whose cell in the first row, are cut. */
function cut() {
  const table = [...document.querySelectorAll('table.grid')].find((one) => one.offsetParent);
  const row = table?.querySelector('tbody tr[data-row-key]');
  if (!row) return [];
  const isCut = (one) =>
    one.clientWidth > 0 &&
    one.scrollWidth > one.clientWidth + 1 &&
    getComputedStyle(one).overflowX !== 'visible';
  return [...table.querySelectorAll('thead th')].flatMap((head, at) => {
    const cell = row.children[at];
    const words = { head: head.innerText, cell: cell.innerText, width: cell.clientWidth };
    const parts = [cell, ...cell.querySelectorAll('*')];
    return [
      isCut(head) && { ...words, what: 'head' },
      parts.some(isCut) && { ...words, what: 'cell' },
    ].filter(Boolean);
  });
}

/** How wide each column of names is drawn: a wider window shows no less of it. */
function drawn() {
  const table = [...document.querySelectorAll('table.grid')].find((one) => one.offsetParent);
  const heads = [...(table?.querySelectorAll('thead th') ?? [])];
  return Object.fromEntries(heads.map((head) => [head.innerText, head.getBoundingClientRect().width]));
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

const leaves = (nodes) => nodes.flatMap((one) => (one.href ? [one] : leaves(one.childList)));

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
  ],
  weibao: ['/bsArchives/equipment/maintainedLifts'],
};

const SIZES = [
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
];
test('no list cuts a date, a state, a code or a number', async ({ browser }) => {
  const faults = [];
  const walked = new Set();
  for (const login of EVERYBODY) {
    const page = await as(browser, login, faults, '演示数据');
    const types = {};
    const due = [];
    await withLongest(page, types, due);
    let fresh = false; // an answer to the page before is not that of the one that is measured
    page.once('framenavigated', () => {
      fresh = true;
    });
    const asked = page.waitForResponse((one) => fresh && /menuTree/.test(one.url()));
    await page.reload();
    const offered = leaves((await (await asked).json()).data).filter(
      ({ href }) => lists.has(href) && !walked.has(href),
    );
    const pages = [...offered, ...(FROM_LINKS[login] ?? []).map((href) => ({ href, name: '' }))];
    for (const [at, { href, name }] of pages.entries()) {
      walked.add(href);
      due.length = 0;
      await go(page, href, at);
      await expect.poll(() => new URL(page.url()).pathname).toBe(href.split('?')[0]);
      await expect(page.locator(LAID_OUT).filter({ visible: true }).first()).toBeVisible();
      if (await page.getByText('页面出错').filter({ visible: true }).count())
        faults.push(`${name} ${href}: 页面出错`);
      const widths = [];
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
        for (const one of await page.evaluate(covered, due)) {
          faults.push(`${name} ${href} ${size.width}: ${one} is hidden`);
        }
        widths.push(await page.evaluate(drawn));
        const more = await page.evaluate(justTooWide, FEW);
        if (more > 0) faults.push(`${name} ${href} ${size.width}: scrolled sideways for ${more} px`);
        for (const one of await page.evaluate(cut)) {
          const cutable = MAY_BE_CUT.includes(types[one.head] ?? 'text') && !NEVER_CUT.test(one.head);
          if (one.what === 'cell' && cutable) continue;
          faults.push(`${name} ${href} ${size.width}: ${one.what} ${one.head} «${one.cell}» ${one.width} px`);
        }
      }
      for (const one of await graveIn(page)) faults.push(`${name} ${href}: ${one}`);
      for (const unit of ['受检单位', '使用单位', '单位名称']) {
        if (widths[1][unit] < widths[0][unit])
          faults.push(
            `${name} ${href}: ${unit} ${widths[0][unit]} px at 1366, ${widths[1][unit]} px at 1920`,
          );
      }
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await leave(page);
  }
  expect(faults).toEqual([]);
  expect([...lists].filter((href) => !walked.has(href))).toEqual([]);
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
