// The archives as a clerk uses them: enter a vessel, import lifts, change, merge, correct, look back, draw piping.
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { as, choose, leave, picture, seen } from './person.mjs';

test.skip(!process.env.BASE_URL, 'needs a running platform with the demo city');
test.describe.configure({ timeout: 180_000 });

const PYTHON = process.env.PYTHON ?? '../.venv/bin/python';
const stamp = String(Date.now()).slice(-6);

/** Fill a field of the form in front by its label. */
async function fill(page, label, value) {
  await seen(page.getByRole('textbox', { name: label, exact: true })).fill(value);
}
async function number(page, label, value) {
  await seen(page.getByRole('spinbutton', { name: label, exact: true })).fill(value);
}
/** Pick a unit by a fragment of its name. */
async function unit(page, label, fragment) {
  const box = seen(page.getByRole('combobox', { name: label, exact: true }));
  await box.click();
  await box.fill(fragment);
  await seen(page.locator('.ant-select-item-option').filter({ hasText: fragment })).click();
}
/** Type a day into a day picker. */
async function day(page, label, value) {
  const box = seen(page.getByRole('textbox', { name: label, exact: true }));
  await box.fill(value);
  await box.press('Enter');
}

test('a vessel is entered with the parameters of its kind', async ({ browser }) => {
  const faults = [];
  const page = await as(browser, 'shouli', faults);
  await page.goto('/bsArchives/equipment/createPressureVesselForm');
  await choose(page, '设备类别代码', '固定式压力容器').catch(() => null);
  await picture(page, 'a1-vessel-empty');
  await leave(page);
  expect(faults).toEqual([]);
});

test('1,000 lifts come from Excel, 37 bad rows are named beside their cells', async ({ browser }) => {
  const faults = [];
  const page = await as(browser, 'shouli', faults);
  await page.goto('/bsArchives/equipment/elevator');
  await seen(page.getByRole('button', { name: '导入', exact: true })).click();
  const folder = mkdtempSync(join(tmpdir(), 'lifts-'));
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    seen(page.getByRole('link', { name: '下载模板' })).click(),
  ]);
  const blank = join(folder, 'template.xlsx');
  await template.saveAs(blank);
  const filled = join(folder, 'lifts.xlsx');
  execFileSync(PYTHON, ['e2e/fill_template.py', blank, filled, '1000', '37', stamp]);
  await page.locator('input[type=file]').setInputFiles(filled);
  await expect(seen(page.getByText('检查完毕：963行可以导入，37行需要修改'))).toBeVisible({
    timeout: 60_000,
  });
  await expect(seen(page.getByRole('cell', { name: '不得大于21m/s' }))).toBeVisible();
  await picture(page, 'a2-import-checked');
  const [errors] = await Promise.all([
    page.waitForEvent('download'),
    seen(page.getByRole('link', { name: /下载需要修改的 37 行/ })).click(),
  ]);
  expect(errors.suggestedFilename()).toBe('电梯需要修改的行.xlsx');
  await seen(page.getByRole('button', { name: '只导入有效的 963 行' })).click();
  await expect(seen(page.getByText('已导入963行，37行未导入'))).toBeVisible({ timeout: 90_000 });
  await picture(page, 'a2-import-done');
  await seen(page.getByRole('button', { name: '关闭' })).click();
  await leave(page);
  expect(faults).toEqual([]);
});
