import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ApiError } from '@/api/client';
import { sendFile } from '@/api/imports';
import ImportDialog from '@/views/ImportDialog';
import { show } from './page';
import { ok, serve } from './server';

vi.mock('@/api/imports', async (original) => ({ ...(await original<object>()), sendFile: vi.fn() }));

test('why a file was not taken stays in the dialog until another is chosen', async () => {
  serve({
    '/api/import/config': () => ok({ title: '电梯', mostRows: 100_000, runs: [], leads: null, whole: false }),
  });
  vi.mocked(sendFile)
    .mockRejectedValueOnce(new ApiError(0, 'NETWORK', '网络不通'))
    .mockReturnValueOnce(new Promise(() => undefined));
  const user = userEvent.setup();
  show(<ImportDialog viewNo="eqd_elevator_list" onClose={vi.fn()} onDone={vi.fn()} />);
  await screen.findByText(/点击选择文件/);
  const box = () => document.querySelector<HTMLInputElement>('input[type=file]')!; // another one after each file
  await user.upload(box(), new File(['a'], '电梯.xlsx'));
  expect((await screen.findByRole('alert')).textContent).toBe('电梯.xlsx 没有上传：网络不通');
  await user.upload(box(), new File(['b'], '电梯二.xlsx'));
  expect(await screen.findByText('正在上传 0%')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
