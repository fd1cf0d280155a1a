import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { post, read, setHeldHandler } from '@/api/client';
import type { UserInfo } from '@/api/shapes';
import ResetPage from '@/login/ResetPage';
import HeldPage from '@/shell/HeldPage';
import KeysDialog from '@/shell/KeysDialog';
import { SignatureDesk } from '@/shell/SignatureDesk';
import { show } from './page';
import { callsTo, ok, refused, serve } from './server';

test('a session that must do something first asks who it is', async () => {
  const held = vi.fn();
  setHeldHandler(held);
  serve({
    '/api/x': () => refused('密码须先修改，才能继续使用', 403, { errorCode: 'MUST_CHANGE_PASSWORD' }),
    '/api/y': () => refused('没有权限', 403, { errorCode: 'NO_PERMISSION' }),
  });
  await expect(read('/api/x')).rejects.toMatchObject({ status: 403 });
  expect(held).toHaveBeenCalledOnce();
  await expect(read('/api/y')).rejects.toMatchObject({ status: 403 });
  expect(held).toHaveBeenCalledOnce();
});

test('the page before everything else changes the password and leaves', async () => {
  const asked = serve({ '/api/user/modifyPwd': () => ok(null) });
  const leave = vi.fn();
  const held = { id: '1', name: '沈系统', loginName: 'sysadmin', held: 'MUST_CHANGE_PASSWORD' } as UserInfo;
  show(<HeldPage user={held} onLeave={leave} onDone={leave} />);
  const user = userEvent.setup();
  screen.getByText(/沈系统（sysadmin）/);
  await user.type(screen.getByLabelText('原密码'), 'Old@2026x');
  await user.type(screen.getByLabelText('新密码'), 'Yuyao#2027x');
  await user.type(screen.getByLabelText('再输一次'), 'Yuyao#2027x');
  await user.click(screen.getByRole('button', { name: '修改' }));
  await vi.waitFor(() => expect(leave).toHaveBeenCalledOnce());
  const sent = callsTo(asked, '/api/user/modifyPwd')[0]!.form;
  expect(sent.get('newPassword')).toBe(btoa('Yuyao#2027x'));
});

test('a signature asks for the PIN once and sends the same call again', async () => {
  let signed = false;
  const approve = () =>
    signed ? ok(1) : refused('此操作须由本人以签名口令或第二因素确认签名', 403, { errorCode: 'SIGN_NEEDED' });
  const asked = serve({
    '/api/appbuss/approveReport': approve,
    '/api/user/sign': ({ form }) => {
      signed = form.get('pin') === '2026';
      return signed ? ok({ minutes: 15 }) : refused('签名口令不正确');
    },
  });
  const user = { id: '1', name: '胡建军', loginName: 'pizhun', demo: true, hasPin: true } as UserInfo;
  show(<SignatureDesk user={user} onSet={() => undefined} />);
  const first = post('/api/appbuss/approveReport', { ids: '1' });
  const second = post('/api/appbuss/approveReport', { ids: '2' });
  await screen.findByText('演示账户的签名口令是 2026');
  const hands = userEvent.setup();
  await hands.type(screen.getByLabelText('签名口令'), '1999');
  await hands.click(screen.getByRole('button', { name: '签名' }));
  await screen.findByText('签名口令不正确');
  await hands.type(screen.getByLabelText('签名口令'), '2026');
  await hands.click(screen.getByRole('button', { name: '签名' }));
  expect(await Promise.all([first, second])).toEqual([1, 1]);
  expect(callsTo(asked, '/api/user/sign')).toHaveLength(2);
  expect(callsTo(asked, '/api/appbuss/approveReport')).toHaveLength(4);
});

test('who has a phone may sign by its code', async () => {
  let signed = false;
  const asked = serve({
    '/api/appbuss/approveReport': () =>
      signed ? ok(1) : refused('请确认签名', 403, { errorCode: 'SIGN_NEEDED' }),
    '/api/user/signByCode': ({ form }) => {
      signed = form.get('code') === '271828';
      return signed ? ok({ minutes: 15 }) : refused('验证码不正确');
    },
  });
  const user = {
    id: '1',
    name: '胡建军',
    loginName: 'pizhun',
    hasPin: true,
    secondFactor: 'code',
  } as UserInfo;
  show(<SignatureDesk user={user} onSet={() => undefined} />);
  const sent = post('/api/appbuss/approveReport', { ids: '3' });
  const hands = userEvent.setup();
  await hands.click(await screen.findByText('手机验证码'));
  expect(screen.queryByText('安全密钥')).toBeNull();
  await hands.type(screen.getByLabelText('手机上显示的验证码'), '314159');
  await hands.click(screen.getByRole('button', { name: '签名' }));
  await screen.findByText('验证码不正确');
  await hands.type(screen.getByLabelText('手机上显示的验证码'), '271828');
  await hands.click(screen.getByRole('button', { name: '签名' }));
  expect(await sent).toBe(1);
  expect(callsTo(asked, '/api/user/sign')).toHaveLength(0);
});

test('without the PIN nothing is sent again', async () => {
  const asked = serve({
    '/api/appbuss/allowArrears': () =>
      refused('此操作须由本人以签名口令或第二因素确认签名', 403, { errorCode: 'SIGN_NEEDED' }),
  });
  const user = { id: '1', name: '胡建军', loginName: 'pizhun', hasPin: false } as UserInfo;
  show(<SignatureDesk user={user} onSet={() => undefined} />);
  const sent = post('/api/appbuss/allowArrears', { ids: '1' });
  const said = expect(sent).rejects.toMatchObject({ errorMsg: '此操作须由本人以签名口令或第二因素确认签名' });
  await screen.findByText('设置签名口令');
  await userEvent.setup().click(screen.getByRole('button', { name: '取消' }));
  await said;
  expect(callsTo(asked, '/api/appbuss/allowArrears')).toHaveLength(1);
});

test('the owner asks, waits for the administrator and sets the password', async () => {
  let confirmed = false;
  const asked = serve({
    '/a/resetRequest': () => ok({ token: 'T-1', check: '042042', minutes: 30 }),
    '/a/resetPassword': () =>
      confirmed ? ok(null) : refused('管理员尚未确认，确认后再点一次', 200, { errorCode: 'WAIT' }),
  });
  show(<ResetPage />);
  const hands = userEvent.setup();
  await hands.type(screen.getByLabelText('用户名'), 'dayin');
  await hands.click(screen.getByRole('button', { name: '申请' }));
  await screen.findByText('核对码 042042');
  expect(location.hash).toContain('link=T-1');
  await hands.type(screen.getByLabelText('新密码'), 'Yuyao#2027x');
  await hands.type(screen.getByLabelText('再输一次'), 'Yuyao#2027x');
  await hands.click(screen.getByRole('button', { name: '设置新密码' }));
  await screen.findByText('管理员尚未确认，确认后再点一次');
  confirmed = true;
  await hands.click(screen.getByRole('button', { name: '设置新密码' }));
  await screen.findByText('新密码已设置');
  expect(location.hash).toBe('');
  expect(callsTo(asked, '/a/resetPassword')[0]!.form.get('newPassword')).toBe(btoa('Yuyao#2027x'));
  expect(asked.every((one) => !one.query.has('token'))).toBe(true);
});

test('an administrator sets the second factor up and keeps the recovery codes', async () => {
  const asked = serve({
    '/api/user/factorSecret': () => ok({ secret: 'ABCDEFGH', picture: 'data:image/png;base64,AA==' }),
    '/api/user/factorSetup': () => ok({ recovery: ['aaaa-1111', 'bbbb-2222'] }),
    '/api/user/factor': () => refused('验证码不正确'),
  });
  const done = vi.fn();
  const user = { id: '1', name: '安全官', loginName: 'secadmin', held: 'SECOND_FACTOR_SETUP' } as UserInfo;
  const page = show(<HeldPage user={user} onLeave={done} onDone={done} />);
  const hands = userEvent.setup();
  await screen.findByAltText('验证器二维码');
  await hands.type(screen.getByLabelText('手机上显示的验证码'), '123456');
  await hands.click(screen.getByRole('button', { name: '启用' }));
  await screen.findByText('bbbb-2222');
  expect(callsTo(asked, '/api/user/factorSetup')[0]!.form.get('secret')).toBe('ABCDEFGH');
  await hands.click(screen.getByRole('button', { name: '已抄下，继续' }));
  expect(done).toHaveBeenCalledOnce();
  page.unmount();
  show(<HeldPage user={{ ...user, held: 'SECOND_FACTOR' } as UserInfo} onLeave={done} onDone={done} />);
  await hands.type(screen.getByLabelText('验证码'), '000000');
  await hands.click(screen.getByRole('button', { name: '确认' }));
  await screen.findByText('验证码不正确');
  expect(done).toHaveBeenCalledOnce();
});

const browserKeys = vi.hoisted(() => ({ startAuthentication: vi.fn(), startRegistration: vi.fn() }));
vi.mock('@simplewebauthn/browser', () => browserKeys);

test('a security key stands in for the code of the phone', async () => {
  const asked = serve({
    '/api/user/keyOptions': () => ok({ options: { challenge: 'abc' } }),
    '/api/user/keyFactor': () => ok(null),
  });
  const done = vi.fn();
  const user = { id: '1', name: '安全官', loginName: 'secadmin', held: 'SECOND_FACTOR' } as UserInfo;
  const page = show(<HeldPage user={user} onLeave={done} onDone={done} />);
  expect(screen.queryByRole('button', { name: '用安全密钥' })).toBeNull();
  page.unmount();
  show(<HeldPage user={{ ...user, secondFactor: 'key' }} onLeave={vi.fn()} onDone={done} />);
  const hands = userEvent.setup();
  browserKeys.startAuthentication.mockRejectedValueOnce(
    Object.assign(new Error(), { name: 'NotAllowedError' }),
  );
  await hands.click(screen.getByRole('button', { name: '用安全密钥' }));
  await screen.findByText('没有完成：已取消或超时');
  expect(done).not.toHaveBeenCalled();
  browserKeys.startAuthentication.mockResolvedValueOnce({ id: 'k1' });
  await hands.click(screen.getByRole('button', { name: '用安全密钥' }));
  await vi.waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect(browserKeys.startAuthentication).toHaveBeenCalledWith({ optionsJSON: { challenge: 'abc' } });
  expect(callsTo(asked, '/api/user/keyFactor')[0]!.form.get('credential')).toBe('{"id":"k1"}');
});

test('a key is registered for a code of the phone', async () => {
  let held: { id: string; name: string; at: string; usedAt: null }[] = [];
  const asked = serve({
    '/api/user/keyList': () => ok({ possible: true, keys: held }),
    '/api/user/keyNew': () => ok({ options: { challenge: 'new' } }),
    '/api/user/keySave': () => {
      held = [{ id: '7', name: '办公室', at: '2026-11-23T08:00:00+08:00', usedAt: null }];
      return ok(null);
    },
  });
  browserKeys.startRegistration.mockResolvedValueOnce({ id: 'k2' });
  show(<KeysDialog onClose={vi.fn()} />);
  const hands = userEvent.setup();
  await screen.findByText('还没有登记安全密钥');
  await hands.type(screen.getByLabelText('名称'), '办公室');
  await hands.type(screen.getByLabelText('手机验证码'), '123456');
  await hands.click(screen.getByRole('button', { name: '登记新的密钥' }));
  await screen.findByText('办公室');
  expect(callsTo(asked, '/api/user/keyNew')[0]!.form.get('code')).toBe('123456');
  expect(callsTo(asked, '/api/user/keySave')[0]!.form.get('credential')).toBe('{"id":"k2"}');
});
