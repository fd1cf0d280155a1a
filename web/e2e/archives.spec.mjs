// The archives as the archivist keeps them: enter a vessel and correct it, import lifts, change, merge, correct, look back, draw piping.
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import * as p from './person.mjs';

const { seen } = p;

test.skip(!process.env.BASE_URL, 'needs a running platform with the demo city');

const PYTHON = process.env.PYTHON ?? '../.venv/bin/python';
const stamp = String(Date.now()).slice(-7);
const EQUIPMENT = ['档案管理', '设备'];
const SIMPLE_VESSEL = ['固定式压力容器', '第一类压力容器', '简单压力容器'];
/** Next dates of some of the twenty lines, by their place. */
const NEXT = { 3: '2029-06-30', 7: '2028-03-31', 9: '2031-01-01' };
const YINZHOU = ['浙江省', '宁波市', '鄞州区'];

const plus = (day, days) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

let faults;
test.beforeEach(() => {
  faults = [];
});
test.afterEach(() => expect(faults).toEqual([]));

/** Fill the form of a new vessel; the using unit is one of the list. */
async function fillVessel(page, { name, prono, place, using, working = '0.8' }) {
  await p.category(page, '设备类别', SIMPLE_VESSEL);
  await p.fill(page, '设备名称', name);
  await p.fill(page, '型号(规格)', 'C-2/1.0');
  await p.choose(page, '压力容器类别', /Ⅰ|第一类|I类/);
  await p.number(page, '设计压力(壳程/筒体)', '1');
  await p.fill(page, '设计温度(壳程)', '110');
  await p.number(page, '最高工作压力(壳程)', working);
  await p.fill(page, '工作介质(壳程)', '压缩空气');
  await p.number(page, '容积', '2');
  await p.number(page, '容器内径', '1000');
  await p.fill(page, '出厂编号(产品编号)', prono);
  await p.unitByKeys(page, '制造单位名称', '浙江越澜压力容器有限公司');
  await p.day(page, '制造日期', '2024-05-18');
  await p.unit(page, '使用单位名称', using);
  await p.area(page, '设备所在区划', YINZHOU);
  await p.fill(page, '设备使用地点', place);
}

/** Enter a vessel from the list in front; its page is in front afterwards. */
async function enterVessel(page, values) {
  await seen(page.getByRole('button', { name: /新增$/ })).click();
  await fillVessel(page, values);
  await page.keyboard.press('Alt+s');
  await p.told(page, '保存成功');
  await expect(seen(page.getByText(values.place))).toBeVisible();
}

test('the archivist enters a vessel with the parameters of its kind and corrects it, the counter cannot', async ({
  browser,
}) => {
  const page = await p.as(browser, 'dangan', faults);
  await p.openIn(page, EQUIPMENT, '压力容器');
  const [using] = await p.column(page, '使用单位');
  await seen(page.getByRole('button', { name: /新增$/ })).click();
  await expect(seen(page.getByRole('spinbutton', { name: '容积', exact: true }))).toBeVisible();
  await p.category(page, '设备类别', SIMPLE_VESSEL);
  await expect(seen(page.getByRole('spinbutton', { name: '容积 *', exact: true }))).toBeVisible();
  await page.keyboard.press('Alt+s');
  await expect(seen(page.getByText('请填写设计压力(壳程/筒体)'))).toBeVisible();
  await expect(seen(page.getByText('请选择使用单位名称'))).toBeVisible();
  await p.picture(page, 'a1-missing');
  const values = { name: '空压机储气罐', prono: `V${stamp}`, place: `鄞州区鄞县大道${stamp}号空压站`, using };
  await fillVessel(page, { ...values, working: '1.2' });
  await page.keyboard.press('Alt+s');
  await p.told(page, '设计压力(壳程/筒体)：不得小于最高工作压力(壳程)（1.2）');
  await p.picture(page, 'a1-refused');
  await p.number(page, '最高工作压力(壳程)', '0.8');
  await page.keyboard.press('Alt+s');
  await p.told(page, '保存成功');
  await expect(seen(page.getByRole('tab', { name: '技术参数', exact: true }))).toBeVisible();
  await p.picture(page, 'a1-page');
  await p.part(page, '技术参数');
  await expect(p.shown(page, '设计压力(壳程/筒体)')).toHaveText('1 MPa');
  await expect(p.shown(page, '最高工作压力(壳程)')).toHaveText('0.8 MPa');
  await expect(p.shown(page, '容积')).toHaveText('2 m³');
  await expect(p.shown(page, '工作介质(壳程)')).toHaveText('压缩空气');
  await p.picture(page, 'a1-technical');
  await seen(page.getByRole('button', { name: '编辑', exact: true })).click();
  await p.number(page, '容积', '3');
  await page.keyboard.press('Alt+s');
  await p.told(page, '保存成功');
  await p.part(page, '技术参数');
  await expect(p.shown(page, '容积')).toHaveText('3 m³');
  await p.part(page, '变更记录');
  const newest = seen(page.locator('.history > li'));
  await expect(newest).toContainText('孙静 修改');
  await expect(newest).toContainText('容积 2 → 3');
  await p.picture(page, 'a1-corrected');
  await p.leave(page);
  const counter = await p.as(browser, 'shouli', faults);
  await p.openIn(counter, EQUIPMENT, '压力容器');
  await p.find(counter, '设备五码', values.prono, 1);
  for (const name of [/新增$/, /^导入$/, /^编辑$/]) {
    await counter.getByRole('button', { name }).filter({ visible: true }).first().click();
    await expect(seen(counter.getByText('对不起，您没有此操作的权限'))).toBeVisible();
    await seen(counter.getByRole('button', { name: '知道了' })).click();
  }
  await p.leave(counter);
});

test('1,000 lifts come from Excel, 37 bad rows are named beside their cells', async ({ browser }) => {
  const page = await p.as(browser, 'dangan', faults);
  await p.openIn(page, EQUIPMENT, '电梯');
  const [using] = await p.column(page, '使用单位');
  await p.find(page, '设备五码', `E${stamp}-`, 0);
  await seen(page.getByRole('button', { name: '导入', exact: true })).click();
  const folder = mkdtempSync(join(tmpdir(), 'lifts-'));
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    seen(page.getByRole('link', { name: /下载模板/ })).click(),
  ]);
  const blank = join(folder, 'template.xlsx');
  await template.saveAs(blank);
  const filled = join(folder, `电梯${stamp}.xlsx`);
  execFileSync(PYTHON, ['e2e/fill_template.py', blank, filled, '1000', '37', stamp], {
    input: `宁波甬岚电梯有限公司\n${using}\n`,
  });
  await page.locator('input[type=file]').setInputFiles(filled);
  await expect(seen(page.getByText('检查完毕：963行可以导入，37行需要修改'))).toBeVisible({
    timeout: 60_000,
  });
  await expect(seen(page.getByRole('cell', { name: '不得大于21m/s' }))).toBeVisible();
  await p.picture(page, 'a2-import-checked');
  const [errors] = await Promise.all([
    page.waitForEvent('download'),
    seen(page.getByRole('link', { name: /下载需要修改的 37 行/ })).click(),
  ]);
  expect(errors.suggestedFilename()).toBe('电梯需要修改的行.xlsx');
  await seen(page.getByRole('button', { name: '只导入有效的 963 行' })).click();
  await expect(page.getByRole('dialog').getByText('已导入963行，37行未导入')).toBeVisible({
    timeout: 60_000,
  });
  await p.picture(page, 'a2-import-done');
  await seen(page.getByRole('button', { name: '关闭', exact: true })).click();
  await p.find(page, '设备五码', `E${stamp}-`, 963);
  await p.find(page, '设备五码', `E${stamp}-1000`, 1);
  await p.leave(page);
});

test('one change for three devices is shown first and then in their histories', async ({ browser }) => {
  const page = await p.as(browser, 'yewu', faults);
  await p.openIn(page, EQUIPMENT, '压力容器');
  const codes = (await p.column(page, '设备代码')).slice(3, 6);
  const places = (await p.column(page, '使用地点')).slice(3, 6);
  const place = `鄞州区首南中路${stamp}号动力站`;
  for (const row of [3, 4, 5]) await p.rows(page).nth(row).getByRole('checkbox').check();
  await seen(page.getByRole('button', { name: '批量修改', exact: true })).click();
  await expect(page.getByText('先在左边选择要修改的项目')).toBeVisible();
  await p.unit(page, '要修改的项目', '设备使用地点');
  await page.keyboard.press('Escape');
  await p.fill(page, '设备使用地点', place);
  await seen(page.getByRole('button', { name: '预览', exact: true })).click();
  for (const [n, code] of codes.entries()) {
    const line = page.getByRole('dialog').getByRole('row', { name: new RegExp(`^${code}`) });
    await expect(line).toContainText(`设备使用地点 ${places[n]} → ${place}`);
  }
  await p.picture(page, 'a3-preview');
  await seen(page.getByRole('button', { name: '修改 3 台' })).click();
  await p.told(page, '3 台设备已修改');
  await seen(page.getByRole('button', { name: /^展开/ })).click();
  await p.find(page, '使用地点', place, 3);
  expect((await p.column(page, '设备代码')).toSorted()).toEqual(codes.toSorted());
  await p.picture(page, 'a3-list');
  await seen(page.getByRole('link', { name: codes[0], exact: true })).click();
  await p.part(page, '变更记录');
  const newest = seen(page.locator('.history > li'));
  await expect(newest).toContainText('徐海燕 修改');
  await expect(newest).toContainText(`设备使用地点 ${places[0]} → ${place}`);
  await p.picture(page, 'a3-history');
  await p.leave(page);
});

test('two archives of one device are merged and the merge is undone', async ({ browser }) => {
  const page = await p.as(browser, 'yewu', faults);
  await p.openIn(page, EQUIPMENT, '压力容器');
  const [using] = await p.column(page, '使用单位');
  const name = `储气罐${stamp}`;
  const place = `鄞州区百丈东路${stamp}号空压站`;
  await enterVessel(page, { name, prono: `M${stamp}`, place, using });
  await p.openIn(page, EQUIPMENT, '压力容器');
  await enterVessel(page, { name, prono: `M${stamp}A`, place, using });
  await p.part(page, '附件');
  await page.getByLabel('上传产品合格证(质量证明)').setInputFiles({
    name: '合格证.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
  });
  await expect(seen(page.getByText('合格证.pdf'))).toBeVisible();
  await p.openIn(page, EQUIPMENT, '压力容器');
  await p.find(page, '设备五码', `M${stamp}`, 2);
  for (const row of [0, 1]) await p.rows(page).nth(row).getByRole('checkbox').check();
  await seen(page.getByRole('button', { name: '合并', exact: true })).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('同一单位名称与地点相近').first()).toBeVisible();
  await expect(dialog.getByRole('row', { name: /^附件/ })).toContainText('1 条');
  await dialog.getByRole('radio').first().click();
  await dialog.getByPlaceholder('合并原因（必填）').fill('同一台设备重复建档');
  await p.picture(page, 'a4-merge');
  await dialog.getByRole('button', { name: '合并', exact: true }).click();
  await p.told(page, '已合并 1 台设备，转移 1 条数据，可在删除痕迹中撤销');
  await expect.poll(() => p.count(page)).toBe(1);
  await seen(page.getByRole('button', { name: '查看', exact: true })).click();
  await p.part(page, '附件');
  await expect(seen(page.getByText('合格证.pdf'))).toBeVisible();
  await p.part(page, '变更记录');
  await expect(seen(page.getByText('徐海燕 并入，原因：同一台设备重复建档'))).toBeVisible();
  await p.picture(page, 'a4-history');
  await p.openIn(page, ['系统管理', '日志与痕迹'], '设备删除痕迹');
  await p.find(page, '名称', name, 1);
  expect(await p.column(page, '原因')).toEqual(['同一台设备重复建档']);
  await seen(page.getByRole('button', { name: '撤销合并', exact: true })).click();
  await page.getByRole('dialog').getByRole('button', { name: '撤销合并', exact: true }).click();
  await p.told(page, '撤销合并完成');
  await expect.poll(() => p.column(page, '状态')).toEqual(['已恢复']);
  await p.picture(page, 'a4-undone');
  await p.openIn(page, EQUIPMENT, '压力容器');
  await p.find(page, '设备五码', `M${stamp}`, 2);
  await p.find(page, '设备五码', `M${stamp}A`, 1);
  await seen(page.getByRole('button', { name: '查看', exact: true })).click();
  await p.part(page, '附件');
  await expect(seen(page.getByText('合格证.pdf'))).toBeVisible();
  await p.leave(page);
});

test('a correction is applied for, audited by somebody else and named in the history', async ({
  browser,
}) => {
  const page = await p.as(browser, 'shouli', faults);
  await p.openIn(page, EQUIPMENT, '压力容器');
  const code = (await p.column(page, '设备代码'))[8];
  const model = `C-${stamp}`;
  await seen(page.getByRole('link', { name: code, exact: true })).click();
  const old = (await p.shown(page, '型号(规格)').textContent()).replace('纠错', '');
  await seen(page.getByRole('button', { name: '纠错', exact: true })).click();
  await p.unit(page, '添加要更正的项目', '型号(规格)');
  await page.keyboard.press('Escape');
  await p.fill(page, '型号(规格)', model);
  await p.fill(page, '更正原因', '型号录入有误，以铭牌为准');
  await page.keyboard.press('Alt+s');
  await p.told(page, '草稿已保存，请上传更正依据后提交');
  await page.getByLabel('上传现场照片').setInputFiles({
    name: '铭牌.png',
    mimeType: 'image/png',
    buffer: await page.screenshot(),
  });
  await expect(page.getByText(/^更正依据\s*1 个/)).toBeVisible(); // its name alone stands there while it is still on its way
  await p.picture(page, 'a5-apply');
  await seen(page.getByRole('button', { name: '提交审核' })).click();
  await p.told(page, '已提交，等待审核');
  await seen(page.getByRole('button', { name: /^展开/ })).click();
  await p.find(page, '更正内容', model, 1);
  await p.picture(page, 'a5-applied');
  const [number] = await p.column(page, '更正单号');
  const auditor = await p.as(browser, 'zhiliang', faults);
  await p.openIn(auditor, ['档案管理', '档案纠错'], '纠错审核');
  await p.find(auditor, '更正对象', number, 1);
  await seen(auditor.getByRole('button', { name: '审核', exact: true })).click();
  await expect(seen(auditor.getByRole('row', { name: `型号(规格) ${old} ${model} ${old}` }))).toBeVisible();
  await p.fill(auditor, '审核意见', '与铭牌照片一致');
  await p.picture(auditor, 'a5-audit');
  await seen(auditor.getByRole('button', { name: '同意更正' })).click();
  await p.told(auditor, '已更正，档案已写入');
  await p.leave(auditor);
  await p.openIn(page, EQUIPMENT, '压力容器');
  await p.find(page, '设备五码', code, 1);
  await seen(page.getByRole('link', { name: code, exact: true })).click();
  await expect(p.shown(page, '型号(规格)')).toContainText(model);
  await p.part(page, '变更记录');
  await p.picture(page, 'a5-history');
  const newest = seen(page.locator('.history > li'));
  await expect(newest).toContainText(`冯国平 修改　依据 ${number}　自始生效`);
  await expect(newest).toContainText(`型号(规格) ${old} → ${model}`);
  await p.leave(page);
});

test('a device is read as it was on an earlier day, in both ways', async ({ browser }) => {
  const page = await p.as(browser, 'yewu', faults);
  await p.openIn(page, EQUIPMENT, '电梯');
  await seen(page.getByRole('button', { name: '迁移记录', exact: true })).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: '变更' }).click();
  await seen(page.locator('.ant-select-item-option').filter({ hasText: '迁移' })).click();
  await dialog.getByRole('button', { name: '查询' }).click();
  const move = dialog.getByRole('row', { name: /迁移/ }).first();
  await expect(dialog.getByRole('row', { name: /停用/ })).toHaveCount(0);
  const [, , moved, code, , , from, to] = await move.getByRole('cell').allTextContents();
  await move.getByRole('button', { name: '查看设备' }).click();
  await expect(page.getByRole('tab', { name: code, selected: true })).toBeVisible();
  await p.part(page, '使用信息');
  const place = p.shown(page, '设备使用地点');
  const look = (day, way, sentence, expected) =>
    test.step(`${day} ${way}`, async () => {
      await expect(async () => {
        await p.day(page, '看哪一天的档案', day); // while the day before is still being read, the box takes none
        await seen(page.getByText(way, { exact: true })).click();
        await expect(seen(page.getByText(`这是 ${day} ${sentence}`))).toBeVisible({ timeout: 10_000 });
      }).toPass();
      await expect(place).toContainText(expected);
    });
  // It was moved on that day and written down three days later.
  await look(moved, '当日实际', '当天的实际情况', to);
  await look(moved, '当日所知', '结束时档案记载的内容', from);
  await p.picture(page, 'a6-known');
  await expect(place).not.toContainText(to);
  await look(plus(moved, -1), '当日实际', '当天的实际情况', from);
  await expect(place).not.toContainText(to);
  await look(plus(moved, 3), '当日所知', '结束时档案记载的内容', to);
  await seen(page.getByRole('button', { name: '看现在的' })).click();
  await expect(page.getByText(/^这是 .* 结束时/)).toHaveCount(0);
  await p.leave(page);
});

test('a piping project of 20 lines adds up', async ({ browser }) => {
  const page = await p.as(browser, 'yewu', faults);
  await p.openIn(page, EQUIPMENT, '压力管道');
  const [using] = await p.column(page, '使用单位');
  await seen(page.getByRole('button', { name: /新增$/ })).click();
  await p.category(page, '设备类别', ['工业管道', '工艺管道']);
  await p.fill(page, '设备名称', '工艺管道');
  await p.fill(page, '工程(装置)名称', `乙烯装置${stamp}`);
  await p.unit(page, '使用单位名称', using);
  await p.area(page, '设备所在区划', YINZHOU);
  await p.fill(page, '设备使用地点', `鄞州区钱湖北路${stamp}号`);
  await page.keyboard.press('Alt+s');
  await p.told(page, '保存成功');
  await p.part(page, '管线');
  await p.picture(page, 'a7-empty');
  await seen(page.getByRole('button', { name: '新增管线' })).click();
  await p.fill(page, '管道名称(登记单元)', '乙烯输送管线');
  await p.fill(page, '管道编号', 'ET-101');
  await p.choose(page, '管道级别', /^GC2/);
  await p.number(page, '公称直径', '100');
  await p.number(page, '管道长度', '12.5');
  await p.number(page, '设计压力', '2.5');
  await p.number(page, '工作压力', '2');
  await p.fill(page, '输送介质', '乙烯');
  await page.keyboard.press('Alt+s');
  const lines = seen(page.getByRole('grid'));
  await expect(lines.getByRole('row')).toHaveCount(2);
  for (let n = 2; n <= 20; n++) {
    await lines.focus();
    await page.keyboard.press('c');
    await p.fill(page, '管道编号', `ET-${100 + n}`);
    if (n === 4) await p.choose(page, '管道级别', /^GC1/);
    if (n === 20) await p.number(page, '管道长度', '100');
    if (NEXT[n]) await p.day(page, '下次定期检验日期', NEXT[n]);
    await page.keyboard.press('Alt+s');
    await expect(lines.getByRole('row')).toHaveCount(n + 1);
  }
  const totals = seen(page.locator('.lines-total'));
  await expect(totals).toHaveText('共 20 条总长度 337.5 m最高级别 GC1最早下次检验 2028-03-31');
  await p.picture(page, 'a7-lines');
  await p.part(page, '技术参数');
  await expect(p.shown(page, '管道总长度')).toHaveText('337.5 m');
  await expect(p.shown(page, '最高管道级别')).toContainText('GC1');
  await p.part(page, '检验信息');
  await expect(p.shown(page, '下次检验日期')).toContainText('2028-03-31');
  await p.picture(page, 'a7-project');
  await p.leave(page);
});
