/** Puts a piece of the client on a page with everything around it that it needs. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { App, ConfigProvider } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import { Activity, type ReactNode, useState } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { vi } from 'vitest';
import { makeQueryClient } from '@/api/queryClient';
import { TabContext } from '@/ui/tab';
import { answered } from './server';

function Place() {
  const { pathname, search } = useLocation();
  return <output data-testid="place">{pathname + search}</output>;
}

const nothing = () => undefined;

export function show(content: ReactNode, at = '/', client = makeQueryClient()) {
  // a tab that remembers nothing of the tests before
  const tab = { key: '', setTitle: nothing, setDirty: nothing, close: nothing, memory: new Map() };
  return render(
    <ConfigProvider locale={zhCN} button={{ autoInsertSpace: false }} theme={{ token: { motion: false } }}>
      <App>
        <QueryClientProvider client={client}>
          <MemoryRouter initialEntries={[at]}>
            <TabContext value={tab}>{content}</TabContext>
            <Place />
          </MemoryRouter>
        </QueryClientProvider>
      </App>
    </ConfigProvider>,
  );
}

/** A page in a tab that can be hidden. */
export function InTab({ children }: { children: ReactNode }) {
  const [seen, setSeen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setSeen(!seen)}>
        换标签页
      </button>
      <Activity mode={seen ? 'visible' : 'hidden'}>{children}</Activity>
    </>
  );
}

/** Another tab is looked at for a morning: what nobody looks at is forgotten. */
export async function lookAway() {
  vi.useFakeTimers();
  fireEvent.click(screen.getByText('换标签页'));
  vi.advanceTimersByTime(5 * 3_600_000);
  fireEvent.click(screen.getByText('换标签页'));
  vi.useRealTimers();
  await answered();
}
