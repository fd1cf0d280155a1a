import { beforeEach, expect, test, vi } from 'vitest';
import {
  ApiError,
  DUPLICATE_WINDOW_MS,
  get,
  post,
  postEnvelope,
  postJson,
  read,
  setUnauthorizedHandler,
} from '@/api/client';
import { keys, sessionStore, setTokenStoreType } from '@/api/sessionStore';
import type { UserInfo } from '@/api/shapes';
import { base64, homePathOf, login, logout } from '@/api/user';
import { reloaded } from '@/api/wishes';
import { callsTo, ok, refused, serve } from './server';

beforeEach(() => {
  setTokenStoreType('2');
  sessionStore.open('S-1', 'T-1');
});

test('every call carries the session id, credentials and a form body', async () => {
  const asked = serve({ '/api/x': () => ok({ a: 1 }) });
  expect(await post('/api/x', { name: '甲' })).toEqual({ a: 1 });
  expect(asked[0]).toMatchObject({ method: 'POST', credentials: 'include' });
  expect(asked[0]?.query.get('__sid')).toBe('S-1');
  expect(asked[0]?.form.get('name')).toBe('甲');
});

test('a refusal is thrown with the sentence of the server under both names', async () => {
  serve({ '/api/x': () => ({ isSuccess: false, errmsg: '所选数据已进行过收费登记', data: null }) });
  await expect(post('/api/x')).rejects.toMatchObject({ status: 200, errorMsg: '所选数据已进行过收费登记' });
  serve({ '/api/y': () => ({ isSuccess: true, errorMsg: '作废成功', data: null }) });
  expect(await postEnvelope('/api/y')).toMatchObject({ errorMsg: '作废成功', errmsg: '作废成功' });
});

test('an identical write within the window shares the first answer, a later one is sent', async () => {
  vi.useFakeTimers();
  let count = 0;
  const asked = serve({ '/api/save': () => ok(++count) });
  const [first, second] = await Promise.all([post('/api/save', { a: 1 }), post('/api/save', { a: 1 })]);
  expect([first, second]).toEqual([1, 1]);
  await post('/api/save', { a: 2 });
  expect(callsTo(asked, '/api/save')).toHaveLength(2);
  vi.setSystemTime(Date.now() + DUPLICATE_WINDOW_MS);
  expect(await post('/api/save', { a: 1 })).toBe(3);
});

test('a write that failed may be tried again at once, and reading is never shared', async () => {
  let fail = true;
  const asked = serve({
    '/api/save2': () => (fail ? refused('稍后再试') : ok('done')),
    '/api/list': () => ok([]),
  });
  await expect(post('/api/save2')).rejects.toBeInstanceOf(ApiError);
  fail = false;
  expect(await post('/api/save2')).toBe('done');
  await Promise.all([read('/api/list'), read('/api/list')]);
  expect(callsTo(asked, '/api/list')).toHaveLength(2);
});

test('JSON where the contract says JSON', async () => {
  const asked = serve({ '/api/batch': () => ok(null) });
  await postJson('/api/batch', { attsysidList: ['1'] });
  expect(asked[0]?.body).toBe('{"attsysidList":["1"]}');
});

test('a write whose answer was lost is sent again under its key, over a reload too; the next wish has another', async () => {
  vi.useFakeTimers();
  let lost = true;
  const asked = serve({
    '/api/pay': () => {
      if (lost) throw new TypeError('Failed to fetch');
      return ok(null);
    },
  });
  const keyAt = (at: number) => callsTo(asked, '/api/pay')[at]?.headers.get('Idempotency-Key');
  await expect(post('/api/pay', { a: 1 })).rejects.toMatchObject({ errorCode: 'NETWORK' });
  await expect(post('/api/pay', { a: 1 })).rejects.toMatchObject({ errorCode: 'NETWORK' });
  reloaded();
  lost = false;
  await post('/api/pay', { a: 1 });
  expect(keyAt(0)).toMatch(/^[0-9a-f]{32}$/);
  expect([keyAt(1), keyAt(2)]).toEqual([keyAt(0), keyAt(0)]);
  await post('/api/pay', { a: 2 });
  expect(keyAt(3)).not.toBe(keyAt(0));
  vi.setSystemTime(Date.now() + DUPLICATE_WINDOW_MS);
  await post('/api/pay', { a: 1 });
  expect(keyAt(4)).not.toBe(keyAt(0));
});

test('a write whose first sending is still in work waits for its answer under the same key', async () => {
  vi.useFakeTimers();
  let busy = 2;
  const asked = serve({
    '/api/pay3': () => (busy-- > 0 ? refused('正在处理', 409, { errorCode: 'IN_WORK' }) : ok('paid')),
  });
  const paid = post('/api/pay3');
  await vi.advanceTimersByTimeAsync(2500);
  expect(await paid).toBe('paid');
  expect(new Set(asked.map((one) => one.headers.get('Idempotency-Key'))).size).toBe(1);
});

test('a refusal is an answer; a fault of the server is none', async () => {
  const answers = [refused('不行'), refused('坏了', 500), ok(1)];
  const asked = serve({ '/api/pay4': () => answers.shift()! });
  for (const _ of [1, 2]) await expect(post('/api/pay4')).rejects.toBeInstanceOf(ApiError);
  await post('/api/pay4');
  const [first, second, third] = callsTo(asked, '/api/pay4').map((one) => one.headers.get('Idempotency-Key'));
  expect(second).not.toBe(first);
  expect(third).toBe(second);
});

test('401 ends the session and leads to the login', async () => {
  const gone = vi.fn();
  setUnauthorizedHandler(gone);
  serve({ '/api/x': () => refused('登录已失效，请重新登录', 401, { errorCode: 'NO_SESSION' }) });
  await expect(get('/api/x')).rejects.toMatchObject({ status: 401, errorCode: 'NO_SESSION' });
  expect(gone).toHaveBeenCalledOnce();
  expect(sessionStore.isLoggedIn()).toBe(false);
});

test('server faults and lost connections are reported, refusals and the logger itself are not', async () => {
  const asked = serve({
    '/api/broken': () => refused('系统异常，请联系管理员（编号12345678）', 500),
    '/api/no': () => refused('没有权限', 403),
    '/save_error_logger': () => refused('', 500),
  });
  await expect(get('/api/broken')).rejects.toBeInstanceOf(ApiError);
  await expect(get('/api/no')).rejects.toBeInstanceOf(ApiError);
  await expect(post('/save_error_logger')).rejects.toBeInstanceOf(ApiError);
  const reports = callsTo(asked, '/save_error_logger').filter((one) => one.form.has('type'));
  expect(reports).toHaveLength(1);
  expect(Object.fromEntries(reports[0]!.form)).toMatchObject({
    type: 'ajax',
    code: '500',
    url: '/api/broken',
  });
});

test('login sends both names encoded as UTF-8 Base64 and opens the session', async () => {
  const user = { id: 'u', name: '张', loginName: 'zhang', industryType: '21' };
  const asked = serve({
    '/a/login': () => ok(null, { user, sessionid: 'S-9' }),
    '/a/Logout': () => ok(null),
  });
  await login({ username: '张三', password: 'Tejian@2026', validateCode: '', randomNum: '17' });
  const form = asked[0]!.form;
  const bytes = Uint8Array.from(atob(form.get('username')!), (letter) => letter.charCodeAt(0));
  expect(new TextDecoder().decode(bytes)).toBe('张三');
  expect(form.get('password')).toBe(base64('Tejian@2026'));
  expect(form.get('loginType')).toBe('1');
  expect(sessionStorage.getItem(keys.sid)).toBe('S-9');
  localStorage.setItem(keys.tabs, '[]');
  await logout();
  expect(sessionStore.isLoggedIn()).toBe(false);
  expect(localStorage.getItem(keys.tabs)).toBeNull();
});

test('another store type keeps the session in a cookie', () => {
  sessionStore.clear();
  setTokenStoreType('1');
  sessionStore.open('S-2', 'T-2');
  expect(sessionStorage.getItem(keys.sid)).toBeNull();
  expect(document.cookie).toContain('scdeap_sidtoken=S-2');
  sessionStore.clear();
  expect(document.cookie).not.toContain('scdeap_sidtoken=S-2');
});

test.each([
  [{ industryType: '21' }, '/workDesktop'],
  [{ industryType: '22' }, '/home'],
  [{ industryType: '23' }, '/my'],
  [{ industryType: '24' }, '/home'],
  [{ roleNames: '检验普通用户' }, '/home'],
  [{ roleNames: '其他,监察普通用户' }, '/workDesktop'],
  [{ industryType: '22', roleNames: '站长' }, '/stationHome'],
  [{ industryType: '21', roleNames: '站长' }, '/workDesktop'],
  [{ industryType: '22', roleNames: '监察普通用户' }, '/home'],
  [{ industryType: '21', roleNames: '检验普通用户' }, '/workDesktop'],
  [{}, '/home'],
])('home of %j is %s', (user, home) => {
  expect(homePathOf(user as UserInfo)).toBe(home);
});
