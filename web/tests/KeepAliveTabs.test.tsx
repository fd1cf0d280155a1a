import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { sessionStore } from '@/api/sessionStore';
import { KeepAliveTabs } from '@/shell/KeepAliveTabs';
import { storeTabs } from '@/shell/tabs';
import { show } from './page';
import { ok, serve } from './server';

beforeEach(() => {
  sessionStore.open('S', 'T');
  serve({
    '/api/home/desk': () =>
      ok({
        key: 'work',
        title: '工作桌面',
        path: '/home',
        panels: [{ key: 'todo', kind: 'todo', title: '待办', none: '没有待办', figures: [] }],
      }),
    '/api/home/todo': () => ok({ steps: [], first: [], total: 0 }),
    '/api/home/month': () => ok({}),
    '/message/count': () => ok({ unread: 0 }),
  });
});

const links = (
  <>
    <Link to="/argu/query?id=1">一</Link>
    <Link to="/argu/params/2">二</Link>
    <Link to="/version/versionInfo">三</Link>
    <Link to="/home">家</Link>
  </>
);
const start = (at = '/argu/query?id=1') =>
  show(
    <>
      {links}
      <KeepAliveTabs homePath="/home" />
    </>,
    at,
  );
const titles = () => screen.getAllByRole('tab').map((tab) => tab.textContent);

test('home stands first, each page opens once and names the window', async () => {
  start();
  expect(await screen.findByText('查询参数')).toBeTruthy();
  expect(titles()).toEqual(['工作桌面', '查询参数页']);
  expect(document.title).toBe('特种设备检验监管平台 - 查询参数页');
  await userEvent.click(screen.getByText('二'));
  expect(await screen.findByText('路径')).toBeTruthy();
  await userEvent.click(screen.getByText('一'));
  expect(titles()).toEqual(['工作桌面', '查询参数页', '参数页']);
  expect(JSON.parse(localStorage.getItem('scdeap_tabs')!)).toHaveLength(3);
});

test('a desk is called what the menu calls it', () => {
  serve({ '/api/home/supervision': () => new Promise<never>(() => undefined) });
  show(
    <KeepAliveTabs homePath="/workDesktop" titles={new Map([['/workDesktop', '监管桌面']])} />,
    '/workDesktop',
  );
  expect(titles()).toEqual(['监管桌面']);
});

test('closing asks first', async () => {
  start();
  await screen.findByText('查询参数');
  const ask = async () => {
    await userEvent.click(screen.getByTitle('关闭 查询参数页'));
    const titled = await screen.findAllByText('确认关闭页面');
    return within(titled.at(-1)!.closest<HTMLElement>('.ant-modal')!);
  };
  await userEvent.click((await ask()).getByRole('button', { name: '取消' }));
  expect(titles()).toHaveLength(2);
  await waitFor(() => expect(screen.queryByText('确认关闭页面')).toBeNull());
  await userEvent.click((await ask()).getByRole('button', { name: '关闭' }));
  await waitFor(() => expect(titles()).toEqual(['工作桌面']));
  expect(screen.getByTestId('place').textContent).toBe('/home');
});

test('stored tabs come back, and the eleventh page asks which one to close', async () => {
  const stored = Array.from({ length: 9 }, (_, index) => ({
    key: `/argu/params/${index + 10}`,
    pathname: `/argu/params/${index + 10}`,
    search: '',
    title: `页面${index}`,
  }));
  storeTabs(stored);
  start('/argu/params/10');
  expect(await screen.findByText('路径')).toBeTruthy();
  expect(titles()).toHaveLength(10);
  await userEvent.click(screen.getByText('三'));
  expect(await screen.findByText('最多同时打开 10 个页面')).toBeTruthy();
  expect(titles()).toHaveLength(10);
  const line = screen
    .getAllByText('页面4')
    .find((node) => node.closest('li'))!
    .closest('li')!;
  await userEvent.click(within(line).getByRole('button', { name: '关闭' }));
  await waitFor(() => expect(titles()).toContain('版本信息'));
  expect(titles()).toHaveLength(10);
  expect(titles()).not.toContain('页面4');
});

test('a page keeps its state while another is in sight; a desktop is built anew', async () => {
  start('/flowLog');
  const box = await screen.findByPlaceholderText('申报单号');
  await userEvent.type(box, 'SB1');
  await userEvent.click(screen.getByText('三'));
  expect(await screen.findByText(/个可用/)).toBeTruthy();
  await userEvent.click(screen.getByRole('tab', { name: '流转日志' }));
  expect(screen.getByPlaceholderText<HTMLInputElement>('申报单号').value).toBe('SB1');
  await userEvent.click(screen.getByText('家'));
  expect(await screen.findByText('没有待办')).toBeTruthy();
  await userEvent.click(screen.getByRole('tab', { name: '流转日志' }));
  await waitFor(() => expect(screen.queryByText('没有待办')).toBeNull());
});

test('a row that nothing draws says so; an unknown path is the 404 page', async () => {
  start('/bsArchives/unit/nowhere');
  expect(await screen.findByText(/没有对应的页面/)).toBeTruthy();
});
