// The manager of templates drafts a version, changes an item, tries it on last year's records; another one publishes it.
import { expect, test } from '@playwright/test';
import { later, pageOf, post, today } from './office.mjs';
import { day, fill, leave, open, part, picture, rows, seen, sign, told } from './person.mjs';

test.skip(!process.env.BASE_URL, 'needs a running platform with the demo city');

const TEMPLATE = 'DT-ES'; // escalators: no other journey begins one
const WORDS = '使用登记证、维保合同、应急救援制度和安全管理人员证书齐全有效';
const CALLS = '/api/reportTemplate';

test('a template is drafted, changed, tried and published from a later day', async ({ browser }) => {
  const faults = [];
  const id = await drafted(browser, faults);
  await tried(browser, faults, id);
  await published(browser, faults, id);
  const { record } = await post('zhiliang', `${CALLS}/record`, { id });
  expect(record).toMatchObject({ step: 'PUBLISHED', effective: later(today(), 1) });
  expect(faults).toEqual([]);
  const { version } = await post('pizhun', `${CALLS}/record`, { id }); // nobody else's record is made with it
  await post('pizhun', '/api/user/sign', { pin: '2026' });
  await post('pizhun', `${CALLS}/withdraw`, { ids: id, version, reason: '走查结束，恢复原模板' });
});

/** The draft with one item whose requirement says something else, and with its document and day. */
async function drafted(browser, faults) {
  const page = await pageOf(browser, 'zhiliang', '/businessPro/reportTemplate', faults);
  const row = rows(page).filter({ has: page.getByText(TEMPLATE, { exact: true }) });
  await row.getByRole('button', { name: '起草新版本' }).click();
  const dialog = page.getByRole('dialog');
  await fill(page, '名称', '走查版');
  await fill(page, '文件依据', '院技〔2026〕9号');
  await day(page, '生效日期', later(today(), 1));
  await picture(page, 'templates-1-draft');
  await dialog.getByRole('button', { name: '起草', exact: true }).click();
  await told(page, '已起草，请在报告模板版本中修改');
  await open(page, '报告模板版本');
  await rows(page).filter({ hasText: '走查版' }).first().getByRole('link').first().click();
  await page.waitForURL(/reportTemplate\/detail\?id=/, { timeout: 60_000 });
  const id = new URL(page.url()).searchParams.get('id');
  await seen(page.getByRole('tab', { name: /^检验项目 \d+$/ })).click();
  await seen(page.getByRole('row').getByRole('button', { name: '编辑', exact: true })).click();
  await fill(page, '要求', WORDS);
  await fill(page, '依据条款', 'TSG T7001-2023 附件B');
  await picture(page, 'templates-2-item');
  await seen(page.getByRole('dialog').getByRole('button', { name: '保存' })).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await part(page, '与现行模板的差异 1');
  await expect(seen(page.getByRole('cell', { name: WORDS }))).toBeVisible();
  await picture(page, 'templates-3-changed');
  await leave(page);
  return id;
}

/** The dry run goes over the records of the last year and changes none of them; then the draft is handed in. */
async function tried(browser, faults, id) {
  const page = await pageOf(browser, 'zhiliang', `/businessPro/reportTemplate/detail?id=${id}`, faults);
  await seen(page.getByRole('button', { name: '试算', exact: true })).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(试算|确定)$/ })
    .click();
  const trials = async () => {
    const { parts } = await post('zhiliang', `${CALLS}/record`, { id });
    return parts.find((one) => one.key === 'trials').rows;
  };
  await expect.poll(async () => (await trials())[0]?.state, { timeout: 300_000 }).toBe('done');
  const [trial] = await trials();
  expect([trial.conclusions, trial.left]).toEqual([0, 0]); // other words change no conclusion
  await page.reload();
  await part(page, '试算 1');
  await expect(seen(page.getByText('完成', { exact: true }))).toBeVisible();
  await picture(page, 'templates-4-tried');
  await seen(page.getByRole('button', { name: '提交', exact: true })).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(提交|确定)$/ })
    .click();
  await told(page, '已提交，等待发布');
  await leave(page);
}

async function published(browser, faults, id) {
  const page = await pageOf(browser, 'pizhun', `/businessPro/reportTemplate/detail?id=${id}`, faults);
  await seen(page.getByRole('button', { name: '发布', exact: true })).click();
  await page.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click();
  await sign(page);
  await told(page, '已发布');
  await expect(seen(page.getByText(/日后生效$/))).toBeVisible();
  await picture(page, 'templates-5-published');
  await leave(page);
}
