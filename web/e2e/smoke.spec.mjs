// A first walk over the stand-in server: in, through a list, out again.
import { expect, test } from '@playwright/test';

test.skip(Boolean(process.env.BASE_URL), 'the made-up rows are only on the stand-in server');

let faults;
test.beforeEach(({ page }) => {
  faults = [];
  page.on('pageerror', (fault) => faults.push(String(fault)));
  page.on(
    'console',
    (line) => line.type() === 'error' && !line.text().includes('status of') && faults.push(line.text()),
  );
});
test.afterEach(() => expect(faults).toEqual([]));

async function signIn(page, to = '/login') {
  await page.goto(to);
  await page.getByLabel('用户名', { exact: true }).fill('shouli');
  await page.getByLabel('密码', { exact: true }).fill('Tejian@2026');
  await page.getByRole('button', { name: '登录', exact: true }).click();
}

test('without a session every page leads to the login and back', async ({ page }) => {
  await signIn(page, '/businessPro/applyList');
  await expect(page.getByRole('link', { name: 'SB20261129999' })).toBeVisible();
  await expect(page).toHaveTitle('特种设备检验监管平台 - 申报登记');
  expect(new URL(page.url()).pathname).toBe('/businessPro/applyList');
});

test('a wrong password asks for the captcha', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('用户名', { exact: true }).fill('shouli');
  await page.getByLabel('密码', { exact: true }).fill('wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByText('用户名或密码不正确')).toBeVisible();
  await expect(page.getByLabel('验证码', { exact: true })).toBeVisible();
});

test('a list keeps its search, its page and its scroll while another page is in sight', async ({ page }) => {
  await signIn(page);
  await page.getByRole('button', { name: '申报登记' }).click();
  await page.getByRole('textbox', { name: '受检单位' }).fill('甬');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/共 \d\d 条/)).toBeVisible();
  const body = page.locator('.list-rows');
  await body.evaluate((box) => {
    box.scrollTop = 50;
  });
  await page.getByRole('tab', { name: '工作桌面' }).click();
  await expect(page.getByText('先办这些')).toBeVisible();
  await page.getByRole('tab', { name: '申报登记' }).click();
  await expect(page.getByRole('textbox', { name: '受检单位' })).toHaveValue('甬');
  await expect.poll(() => body.evaluate((box) => box.scrollTop)).toBe(50);
  await page.reload();
  await expect(page.getByRole('textbox', { name: '受检单位' })).toHaveValue('甬');
  await page.getByTitle('关闭 申报登记').click();
  await page.getByRole('button', { name: '关闭', exact: true }).click();
  await expect(page.getByRole('tab')).toHaveCount(1);
  expect(new URL(page.url()).pathname).toBe('/home');
});

test('a form in a dialog is checked, saved by key and closed', async ({ page }) => {
  await signIn(page, '/businessPro/applyList');
  await page.getByRole('button', { name: '编辑' }).first().click();
  await page.getByLabel('联系电话').fill('1380');
  await expect(page.getByText('请输入有效的手机号码')).toBeVisible();
  await page.getByLabel('联系电话').fill('13805746012');
  await page.keyboard.press('Alt+s');
  await expect(page.getByText('保存成功')).toBeVisible();
  await expect(page.getByLabel('联系电话')).toHaveCount(0);
});

test('the palette finds menus and goes there', async ({ page }) => {
  await signIn(page);
  await expect(page.getByText('先办这些')).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: '快速查找' }).fill('>检验及时率');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/qualityAndAssess\/insTimeliness$/);
});

test('the theme changes and leaving ends the session', async ({ page }) => {
  await signIn(page);
  await page.getByRole('button', { name: '周晓琳' }).click();
  await page.getByRole('menuitem', { name: '深色主题' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'black');
  await page.getByRole('button', { name: '周晓琳' }).click();
  await page.getByRole('menuitem', { name: '退出' }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.goto('/home');
  await expect(page).toHaveURL(/\/login/);
});
