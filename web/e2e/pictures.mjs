// Takes the right halves of docs/screens.md again, each page as its person sees it at 1366×768; the left stay as they are.
//   BASE_URL=http://127.0.0.1:8000 npm run pictures [part of a name]     from a running platform with the whole demo city
import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findChromium, flags } from './chromium.mjs';
import { pageOf } from './office.mjs';

const FOLDER = new URL('../../docs/pictures/screens/', import.meta.url);
const [WIDTH, HEIGHT, GAP] = [751, 422, 9]; // of a half, and between the two
const PAGES = [
  ['01-entry', 'jianyan1', '/businessPro/reportEnter'],
  ['02-audit', 'shenhe', '/businessPro/reportAudit'],
  ['03-arrange', 'diaodu', '/businessPro/taskArrange'],
  ['04-acceptance', 'shouli', '/businessPro/businessAcceptance'],
  ['05-desk-counter', 'shouli', '/home'],
  ['06-desk-station', 'zhanzhang', '/home'],
  ['07-desk-unit', 'qiye', '/home'],
  ['08-desk-maintainer', 'weibao', '/home'],
  ['09-desk-supervisor', 'jianguan', '/home'],
  ['10-desk-administrator', 'sysadmin', '/home'],
  ['11-lifts', 'yewu', '/bsArchives/equipment/elevator'],
  ['12-ropeways', 'yewu', '/bsArchives/equipment/passengerRopeway'],
  ['13-all-devices', 'yewu', '/bsArchives/equipment/allEquipentQuery'],
  ['14-maintained', 'yewu', '/bsArchives/unit/maintEquList'],
  ['15-instruments', 'yiqi', '/instrumentMng/instrumentEqu'],
  ['16-boxes', 'yiqi', '/instrumentMng/instrumentBoxWarn'],
  ['17-accounts', 'secadmin', '/sysmng/userManage'],
  ['18-no-record', 'ziliao', '/businessPro/reportAudit/form'],
  ['19-desk-detection', 'jiance', '/home'],
  ['20-units', 'yewu', '/bsArchives/unit/business'],
];

const data = (png) => `data:image/png;base64,${png.toString('base64')}`;

/** The picture of a page when it has nothing more to ask for. */
async function shot(browser, login, path) {
  const faults = [];
  const page = await pageOf(browser, login, new URL(path, process.env.BASE_URL).href, faults);
  await page.getByRole('button', { name: '消息' }).or(page.getByText('演示数据')).first().waitFor();
  await page.waitForLoadState('load');
  await page.waitForFunction(() => !document.querySelector('.ant-spin-spinning, .ant-skeleton'));
  await page.waitForTimeout(1500); // charts and counts come last
  if (await page.getByText('正在装载').count()) throw new Error('the demo city is not whole yet');
  const taken = await page.screenshot();
  await page.context().close();
  if (faults.length) throw new Error(faults.join('\n'));
  return taken;
}

/** The left half of a file beside a new right half. */
async function beside(page, left, right) {
  const place = (png, at, name) =>
    `<div style="position:absolute;left:${at}px;top:0;width:${WIDTH}px;height:${HEIGHT}px;overflow:hidden">` +
    `<img src="${data(png)}" style="height:${HEIGHT}px${name === 'right' ? `;width:${WIDTH}px` : ''}"></div>`;
  await page.setContent(
    `<body style="margin:0">${place(left, 0)}${place(right, WIDTH + GAP, 'right')}</body>`,
  );
  await page.evaluate(() => Promise.all([...document.images].map((one) => one.decode())));
  return page.screenshot();
}

const browser = await chromium.launch({ ...(await findChromium()), args: flags });
try {
  const paper = await browser.newPage({ viewport: { width: 2 * WIDTH + GAP, height: HEIGHT } });
  for (const [name, login, path] of PAGES.filter(([name]) => name.includes(process.argv[2] ?? ''))) {
    const file = new URL(`${name}.png`, FOLDER);
    writeFileSync(file, await beside(paper, readFileSync(file), await shot(browser, login, path)));
    console.log(`${name} ${login} ${path}`);
  }
} finally {
  await browser.close();
}
