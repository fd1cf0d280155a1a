// A new auditor sets a password and the code of the phone up, adds a security key, and logs in with it.
// The key is Chromium's own simulated one; browsers give keys to a site with a name only, here localhost. A platform
// that calls itself by an address (TEJIAN_BASE_URL) says so in the dialog, and the code of the phone is what remains.
import { createHmac } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { desk, leave, picture } from './person.mjs';

const base = process.env.BASE_URL && new URL(process.env.BASE_URL);
test.skip(!base, 'needs a running platform with the demo city');

const SITE = base && `http://localhost:${base.port}`;
const PASSWORD = 'Qiantang#2031';
const PIN = '2026';
const coded = (text) => Buffer.from(text).toString('base64');

/** The code that a phone shows for a secret (RFC 6238, 30 seconds, 6 digits). */
function codeOf(secret) {
  const bits = [...secret].map((c) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'),
  );
  const key = Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)
      .map((byte) => Number.parseInt(byte, 2)),
  );
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const at = digest[digest.length - 1] & 15;
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** A stick that is always plugged in and touched. */
async function plugIn(page) {
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'usb',
      automaticPresenceSimulation: true,
    },
  });
  return { unplug: () => device.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }) };
}

async function logIn(page, login) {
  await page.goto(`${SITE}/login`);
  await page.getByLabel('用户名', { exact: true }).fill(login);
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: '登录', exact: true }).click();
}

/** An account that may read the logs and has a password of its own. */
async function newAuditor(browser, faults) {
  const login = `shenji${Date.now() % 1_000_000}`;
  const system = await desk(browser, 'sysadmin', faults);
  const security = await desk(browser, 'secadmin', faults);
  const { list } = await system.post('/api/system/user/findList', { login: 'audadmin' });
  const auditor = list.find((one) => one.login === 'audadmin');
  const own = await system.post('/api/system/user/load', { id: auditor.id });
  const made = await system.post('/api/system/user/create', {
    login,
    name: '钱新审',
    industry_type: '22',
    dept_id: own.dept_id,
  });
  // a password of before the grant would end with it: two administrators vouch for the one of after it
  await security.post('/api/system/user/grant', {
    id: made.id,
    version: made.version,
    role_ids: own.role_ids[0],
  });
  const link = await system.post('/a/resetRequest', { username: coded(login) });
  const { version } = await system.post('/api/system/user/load', { id: made.id });
  await system.post('/api/system/user/resetPassword', { id: made.id, version, check: link.check });
  const [reset] = (await security.post('/api/system/protection/findList', { pageSize: 1 })).list; // the newest first
  await security.post('/api/user/sign', { pin: PIN });
  await security.post('/api/system/protection/agree', { id: reset.id, version: reset.version });
  await system.post('/a/resetPassword', { token: link.token, newPassword: coded(PASSWORD) });
  await leave(system.page);
  await leave(security.page);
  return login;
}

test('a security key is registered and lets its owner in', async ({ browser }) => {
  const faults = [];
  const login = await newAuditor(browser, faults);
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' });
  const page = await context.newPage();
  page.on('pageerror', (fault) => faults.push(String(fault)));
  const stick = await plugIn(page);

  await logIn(page, login);
  await expect(page.getByAltText('验证器二维码')).toBeVisible();
  const secret = (await page.locator('.code').textContent()).trim();
  await page.getByLabel('手机上显示的验证码').fill(codeOf(secret));
  await page.getByRole('button', { name: '启用' }).click();
  await expect(page.locator('.recovery-codes li')).toHaveCount(10);
  const recovery = await page.locator('.recovery-codes li').allTextContents();
  await page.getByRole('button', { name: '已抄下，继续' }).click();

  await page.getByText('钱新审').first().click();
  await page.getByRole('menuitem', { name: '安全密钥' }).click();
  const dialog = page.getByRole('dialog');
  const nameless = dialog.getByText('安全密钥只能在有域名的 HTTPS 地址上使用');
  const named = dialog.getByLabel('名称');
  await expect(nameless.or(named)).toBeVisible();
  if (await nameless.isVisible()) {
    await expect(dialog.getByRole('button', { name: '登记新的密钥' })).toHaveCount(0);
    await picture(page, 'keys-nameless');
    await context.clearCookies();
    await logIn(page, login);
    await expect(page.getByLabel('验证码', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: '用安全密钥' })).toHaveCount(0);
    await leave(page);
    expect(faults).toEqual([]);
    return;
  }
  await named.fill('办公室的 USB 密钥');
  await dialog.getByLabel('手机验证码').fill(recovery[0]);
  await dialog.getByRole('button', { name: '登记新的密钥' }).click();
  await expect(page.getByText('安全密钥已登记')).toBeVisible();
  await expect(dialog.getByText('还没有用过')).toBeVisible();
  await picture(page, 'keys-added');

  await context.clearCookies();
  await logIn(page, login);
  await page.getByRole('button', { name: '用安全密钥' }).click();
  await expect(page.getByText('消息中心').first()).toBeVisible();

  await context.clearCookies();
  await logIn(page, login);
  await stick.unplug();
  await plugIn(page);
  await page.getByRole('button', { name: '用安全密钥' }).click();
  await expect(page.getByText(/没有完成|浏览器不支持|未能确认/)).toBeVisible();
  await expect(page.getByText('消息中心')).toHaveCount(0);
  await picture(page, 'keys-refused');
  await leave(page);
  expect(faults).toEqual([]);
});
