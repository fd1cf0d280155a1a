import { act, fireEvent, render, screen } from '@testing-library/react';
import { App, ConfigProvider } from 'antd';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useApp } from '@/ui/useApp';

const REFUSED = '不能提交：缺仪器';

function Buttons() {
  const { message } = useApp();
  return (
    <>
      <button type="button" onClick={() => message.error(REFUSED)}>
        refuse
      </button>
      <button type="button" onClick={() => message.success('已提交')}>
        succeed
      </button>
    </>
  );
}

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

const shown = () =>
  render(
    <ConfigProvider theme={{ token: { motion: false } }}>
      <App message={{ duration: 5 }}>
        <Buttons />
      </App>
    </ConfigProvider>,
  );
const wait = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

test('a refusal stays until it is closed', async () => {
  shown();
  fireEvent.click(screen.getByText('refuse'));
  await wait(60);
  expect(screen.queryByText(REFUSED)).not.toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '关闭提示' }));
  await wait(2);
  expect(screen.queryByText(REFUSED)).toBeNull();
});

test('what succeeds takes the refusals before it away, and goes by itself', async () => {
  shown();
  fireEvent.click(screen.getByText('refuse'));
  await wait(1);
  fireEvent.click(screen.getByText('succeed'));
  await wait(2);
  expect(screen.queryByText(REFUSED)).toBeNull();
  expect(screen.queryByText('已提交')).not.toBeNull();
  await wait(10);
  expect(screen.queryByText('已提交')).toBeNull();
});
