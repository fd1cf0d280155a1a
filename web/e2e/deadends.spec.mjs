// Every page that shows one record, opened without one and with one that nobody has: it says so and leads back.
import { expect, test } from '@playwright/test';
import { post } from './office.mjs';
import { as, go, leave, screens } from './person.mjs';

test.skip(!process.env.BASE_URL, 'needs a running platform with the demo city');

const NOBODY = ['id', 'ids', 'seisn', 'appno', 'taskId', 'equdatasysid', 'unitsysid'].map(
  (name) => `${name}=nobody`,
);
const WAY_BACK = { name: '回工作桌面' };

const pages = screens.filter((one) => one.flags.split(' ').includes('record')).map((one) => one.path);

test('a page of one record that is opened without it says so and leads back', async ({ browser }) => {
  const faults = [];
  const page = await as(browser, 'sysadmin', faults, '演示数据');
  expect(pages.length).toBeGreaterThan(10);
  for (const [number, path] of pages.entries()) {
    await go(page, path, 2 * number);
    await expect(page.getByText('没有指定要看的记录').filter({ visible: true }), path).toBeVisible();
    await expect(page.getByRole('button', WAY_BACK).filter({ visible: true })).toBeVisible();
    await go(page, `${path}?${NOBODY.join('&')}`, 2 * number + 1);
    await expect(page.getByText('记录可能已不存在').filter({ visible: true }), path).toBeVisible();
    await expect(page.getByRole('button', WAY_BACK).filter({ visible: true })).toBeVisible();
  }
  await page.getByRole('button', WAY_BACK).filter({ visible: true }).click();
  await expect.poll(() => new URL(page.url()).pathname).not.toBe(pages.at(-1));
  expect(faults).toEqual([]);
  await leave(page);
});

test('a declaration whose number none has says so and leads back', async ({ browser }) => {
  const faults = [];
  const page = await as(browser, 'yewu', faults, '工作桌面');
  await go(page, '/businessPro/applyInfo?appno=SB00000000', 0);
  await expect(page.getByText('没有找到这份申报单').filter({ visible: true })).toBeVisible();
  await expect(page.getByRole('button', WAY_BACK).filter({ visible: true })).toBeVisible();
  expect(faults).toEqual([]);
  await leave(page);
});

test('a form is not opened for who may not save it', async ({ browser }) => {
  const faults = [];
  const page = await as(browser, 'jianguan', faults, '演示数据');
  const forms = screens.filter((one) => one.kind === 'form' && one.permission && one.flags === 'hidden');
  expect(forms.length).toBeGreaterThan(10);
  for (const [at, { path }] of forms.entries()) {
    await go(page, path, at);
    await expect(page.getByText('没有权限打开这个页面').filter({ visible: true }), path).toBeVisible();
  }
  expect(faults).toEqual([]);
  await leave(page);
});

test('a declaration that has ended is no form any more: its page shows it', async ({ browser }) => {
  const faults = [];
  const { list } = await post('shouli', '/api/businesspro/appmain/findList', { step: 'DONE', pageSize: 1 });
  const page = await as(browser, 'shouli', faults, '演示数据');
  await go(page, `/businessPro/apply2?id=${list[0].id}`, 0);
  await expect.poll(() => new URL(page.url()).pathname).toBe('/businessPro/applyInfo');
  await expect(page.getByText(list[0].appno).filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^提交/ }).filter({ visible: true })).toHaveCount(0);
  expect(faults).toEqual([]);
  await leave(page);
});
