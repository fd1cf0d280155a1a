import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { sessionStore } from '@/api/sessionStore';
import LoginPage from '@/login/LoginPage';
import Home from '@/screens/portal/Home';
import MessageCentre from '@/screens/portal/MessageCentre';
import ReportWebPage from '@/screens/portal/ReportWebPage';
import { show } from './page';
import { callsTo, ok, refused, serve } from './server';

beforeEach(() => sessionStore.clear());

test('login shows the refusal, asks for the captcha only then, and goes to the user’s home', async () => {
  let tries = 0;
  const user = { id: 'u', name: '李敏', industryType: '21' };
  const asked = serve({
    '/a/loginConfig': () => ok({ sso: false, captcha: 'after_failures', support: '0574' }),
    '/a/login': () =>
      tries++
        ? ok(null, { user, sessionid: 'S' })
        : refused('用户名或密码不正确', 200, { needValidCode: true }),
  });
  show(<LoginPage />, '/login');
  expect(screen.queryByLabelText('验证码')).toBeNull();
  await userEvent.type(screen.getByLabelText('用户名'), '李敏');
  await userEvent.type(screen.getByLabelText('密码'), 'x');
  await userEvent.click(screen.getByLabelText('记住用户名'));
  await userEvent.click(screen.getByRole('button', { name: '登录' }));
  expect(await screen.findByText('用户名或密码不正确')).toBeTruthy();
  expect(screen.queryByText('统一身份认证登录')).toBeNull();
  await userEvent.type(screen.getByLabelText('验证码'), '7K4w');
  await userEvent.click(screen.getByRole('button', { name: '登录' }));
  await waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/workDesktop'));
  expect(callsTo(asked, '/a/login')[0]!.form.get('randomNum')).toBeTruthy(); // with every login
  const form = callsTo(asked, '/a/login')[1]!.form;
  expect(form.get('validateCode')).toBe('7K4w');
  expect(form.get('randomNum')).toBeTruthy();
  expect(sessionStore.rememberedName()).toBe('李敏');
});

test('an address from outside is not followed after login', async () => {
  serve({
    '/a/loginConfig': () => ok({ sso: false }),
    '/a/login': () => ok(null, { user: { id: 'u', industryType: '22' }, sessionid: 'S' }),
  });
  show(<LoginPage />, '/login?redirect=//evil.example');
  await userEvent.type(screen.getByLabelText('用户名'), 'a');
  await userEvent.type(screen.getByLabelText('密码'), 'b{Enter}');
  await waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/home'));
});

test('the desktop draws a bar per step whose parts open the list', async () => {
  const step = {
    stepcode: 'BGLR',
    label: '报告录入',
    route: '/businessPro/reportEnter',
    late: 2,
    today: 3,
    soon: 0,
    rest: 1,
    count: 6,
    earliest: '超 2 日',
  };
  serve({
    '/api/home/month': () => ok({}),
    '/api/home/desk': () =>
      ok({
        key: 'work',
        title: '工作桌面',
        path: '/',
        panels: [{ key: 'todo', kind: 'todo', title: '待办', figures: [] }],
      }),
    '/api/home/todo': () =>
      ok({
        today: '2026-11-20',
        total: 6,
        late: 2,
        dueToday: 3,
        steps: [step],
        first: [],
        messages: [],
      }),
    '/message/count': () => ok({ unread: 1 }),
  });
  show(<Home />);
  const late = await screen.findByTitle('报告录入 超期 2 件');
  expect(late.getAttribute('href')).toBe('/businessPro/reportEnter?urgency=late');
  expect(screen.queryByTitle(/三日内/)).toBeNull();
  expect(screen.getByText('2 件超期')).toBeTruthy();
  expect(screen.getByText(/11月20日\s+星期五/)).toBeTruthy();
});

test('messages move from unread to read, to trash and back to read', async () => {
  const asked = serve({
    '/message/init': () =>
      ok({
        unread: [{ msg_id: '1', title: '报告退回', create_time: '2026-11-20 13:42:00' }],
        readed: [],
        trash: [],
      }),
    '/message/content': () => ok({ content: '第 31 项不符' }),
    '/message/count': () => ok({ unread: 0 }),
    '/message/has_read': () => ok(null),
    '/message/remove_readed': () => ok(null),
    '/message/restore': () => ok(null),
  });
  show(<MessageCentre />);
  await userEvent.click(await screen.findByText('报告退回'));
  expect(await screen.findByText('第 31 项不符')).toBeTruthy();
  expect(callsTo(asked, '/message/has_read')[0]?.form.get('msg_id')).toBe('1');
  await userEvent.click(screen.getByText('已读 1'));
  await userEvent.click(await screen.findByRole('button', { name: '移除' }));
  await userEvent.click(screen.getByText('回收站 1'));
  await userEvent.click(await screen.findByRole('button', { name: '还原' }));
  expect(await screen.findByText('已读 1')).toBeTruthy();
  expect(screen.getByText('未读 0')).toBeTruthy();
});

test('a report is verified by number and code; without a sentence of the server the failure has its own', async () => {
  const report = { reportno: 'R1', unitname: '甲公司', conclusion: '合格' };
  const standing = { current: false, heading: '报告是真的，但已过下次检验日期', notes: ['日期已过'] };
  serve({
    '/api/public/verifyReport': ({ form }) =>
      form.get('code') === '1' ? ok({ ...report, ...standing }) : refused(''),
  });
  show(<ReportWebPage />, '/reportWebPage?reportno=R1&code=1');
  expect((await screen.findByText(standing.heading)).className).toBe('late');
  expect(screen.getByText('日期已过')).toBeTruthy();
  expect(screen.getByText('甲公司')).toBeTruthy();
  await userEvent.clear(screen.getByLabelText('验证码'));
  await userEvent.type(screen.getByLabelText('验证码'), '2{Enter}');
  expect(await screen.findByText('电子表单信息获取失败')).toBeTruthy();
});
