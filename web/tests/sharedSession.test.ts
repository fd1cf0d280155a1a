import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionStore, setTokenStoreType } from '@/api/sessionStore';
import { joinSession, shareSession } from '@/api/sharedSession';

/** Another tab of the same browser. */
let other: BroadcastChannel;
let heard: unknown[];
let stop: () => void;
const go = vi.fn();

beforeEach(() => {
  setTokenStoreType('2');
  go.mockClear();
  heard = [];
  other = new BroadcastChannel('scdeap_session');
  other.onmessage = (event) => heard.push(event.data);
  stop = shareSession(go);
});

afterEach(() => {
  other.close();
  stop();
  sessionStore.drop();
});

test('a new tab takes over the session of another', async () => {
  other.onmessage = (event) => {
    if (event.data.kind === 'ask') other.postMessage({ kind: 'session', sid: 'S-1', token: 'U-1' });
  };
  expect(await joinSession()).toBe(true);
  expect(sessionStore.sid()).toBe('S-1');
});

test('a tab that nobody answers has no session', async () => {
  expect(await joinSession()).toBe(false);
  expect(heard).toEqual([{ kind: 'ask' }]);
});

test('a tab with a session answers, one without says nothing', async () => {
  other.postMessage({ kind: 'ask' });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(heard).toEqual([]);
  sessionStore.adopt('S-2', 'U-2');
  other.postMessage({ kind: 'ask' });
  await vi.waitFor(() => expect(heard).toEqual([{ kind: 'session', sid: 'S-2', token: 'U-2' }]));
});

test('an answer that was not asked for changes nothing', async () => {
  other.postMessage({ kind: 'session', sid: 'S-9', token: 'U-9' });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(sessionStore.isLoggedIn()).toBe(false);
});

test('all tabs of a session leave together, those of another stay', async () => {
  sessionStore.open('S-3', 'U-3');
  other.postMessage({ kind: 'gone', sid: 'S-0' });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(sessionStore.sid()).toBe('S-3');
  other.postMessage({ kind: 'gone', sid: 'S-3' });
  await vi.waitFor(() => expect(go).toHaveBeenCalledWith('/login?expired=1'));
  expect(sessionStore.isLoggedIn()).toBe(false);
});

test('a new login reaches the other tabs, and another user opens anew', async () => {
  sessionStore.open('S-4', 'U-4');
  sessionStore.clear();
  await vi.waitFor(() =>
    expect(heard).toEqual([
      { kind: 'opened', sid: 'S-4', token: 'U-4' },
      { kind: 'gone', sid: 'S-4' },
    ]),
  );
  sessionStore.adopt('S-4', 'U-4');
  other.postMessage({ kind: 'opened', sid: 'S-5', token: 'U-4' });
  await vi.waitFor(() => expect(sessionStore.sid()).toBe('S-5'));
  expect(go).not.toHaveBeenCalled();
  other.postMessage({ kind: 'opened', sid: 'S-6', token: 'U-6' });
  await vi.waitFor(() => expect(go).toHaveBeenCalledWith('/'));
  expect(sessionStore.sid()).toBe('S-6');
});
