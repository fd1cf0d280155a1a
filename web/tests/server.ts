/** A server in the test: answers by path, remembers what it was asked. */
import { vi } from 'vitest';

export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  form: URLSearchParams;
  headers: Headers;
  body: unknown;
  credentials: RequestCredentials | undefined;
}

type Answer = Record<string, unknown> & { status?: number };
type Handler = (asked: Asked) => Answer | Promise<Answer>;

export const ok = (data: unknown, more: Record<string, unknown> = {}): Answer => ({
  isSuccess: true,
  errorMsg: '',
  errmsg: '',
  errorCode: '',
  data,
  ...more,
});

export const refused = (errorMsg: string, status = 200, more: Record<string, unknown> = {}): Answer => ({
  isSuccess: false,
  errorMsg,
  errorCode: 'REFUSED',
  data: null,
  ...more,
  status,
});

/** Calls every page makes; a test adds its own. */
const usual: Record<string, Handler> = {
  '/api/common/buss/dict/findAllDictListMap': () => ok({}, { version: '1' }),
  '/api/layout/validators': () => ok([]),
  '/api/user/permission': () => ok([]),
  '/save_error_logger': () => ok(null),
};

let pending: Promise<unknown>[] = [];

/** When everything that was asked has its answer; what a page sends while it is taken away is among it. */
export async function answered(): Promise<void> {
  while (pending.length > 0) {
    const now = pending;
    pending = [];
    await Promise.allSettled(now);
    await new Promise((resolve) => setTimeout(resolve)); // what follows from the answers
  }
}

export function serve(handlers: Record<string, Handler>): Asked[] {
  const asked: Asked[] = [];
  const all: Record<string, Handler> = { ...usual, ...handlers };
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, 'http://localhost');
    const form =
      init.body instanceof URLSearchParams ? new URLSearchParams(init.body) : new URLSearchParams();
    const one: Asked = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      form,
      headers: new Headers(init.headers),
      body: init.body,
      credentials: init.credentials,
    };
    asked.push(one);
    const handler = all[url.pathname];
    const made = Promise.resolve(one).then(handler ?? (() => refused(`没有 ${url.pathname}`, 404)));
    pending.push(made);
    const answer = await made;
    const status = answer.status ?? 200;
    return new Response(JSON.stringify(answer), { status, headers: { 'content-type': 'application/json' } });
  });
  return asked;
}

export const callsTo = (asked: Asked[], path: string) => asked.filter((one) => one.path === path);
