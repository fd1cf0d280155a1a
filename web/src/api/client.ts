/** The one way to the server: session id, envelope, errors, duplicate window. */
import { reportFault } from './errorLog';
import { ApiError } from './errors';
import { formBody, type Params, queryString } from './params';
import { sessionStore } from './sessionStore';
import type { Answers } from './shapes';
import { withSignature } from './signature';
import { answered, keyOf } from './wishes';

export { ApiError, messageOf } from './errors';
export type { Params } from './params';

interface Envelope<T> {
  isSuccess: boolean;
  errorMsg: string;
  errmsg: string;
  errorCode: string;
  data: T;
  [extra: string]: unknown;
}

/** What a person reads after a write: what happened, and where the matter stands now. */
export const doneWords = (answer: { errorMsg: string; next?: unknown }, done: string): string =>
  [answer.errorMsg || done, answer.next].filter(Boolean).join('，');

interface CallOptions {
  query?: Params;
  signal?: AbortSignal;
  /** For pages that open without login: a missing session is only an error there. */
  stay?: boolean;
}

export const DUPLICATE_WINDOW_MS = 5000;
const NETWORK_MESSAGE = '网络不通，请检查网络后重试';

let onUnauthorized: () => void = () => {
  const back = encodeURIComponent(location.pathname + location.search);
  if (location.pathname !== '/login') location.assign(`/login?redirect=${back}`);
};
export function setUnauthorizedHandler(handler: () => void): void {
  onUnauthorized = handler;
}

/** Codes of a session that must do something else first. */
const HELD = new Set(['MUST_CHANGE_PASSWORD', 'SECOND_FACTOR', 'SECOND_FACTOR_SETUP']);
let onHeld: () => void = () => undefined;
export function setHeldHandler(handler: () => void): void {
  onHeld = handler;
}

/** The address of a call, for pictures, downloads and streams that the browser fetches itself. */
export function urlOf(path: string, query: Params = {}): string {
  const text = queryString({ __sid: sessionStore.sid(), ...query });
  return text ? `${path}${path.includes('?') ? '&' : '?'}${text}` : path;
}

async function send(path: string, init: RequestInit, query: Params = {}, stay = false): Promise<Response> {
  const url = urlOf(path, query);
  let response: Response;
  try {
    response = await fetch(url, { credentials: 'include', ...init });
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    reportFault({ type: 'ajax', code: 0, message: String(cause), url: path });
    throw new ApiError(0, 'NETWORK', NETWORK_MESSAGE);
  }
  if (response.ok) return response;
  const body = await readJson(response);
  const sentence = String(body.errorMsg || body.errmsg || '') || sentenceOfStatus(response.status);
  if (response.status >= 500)
    reportFault({ type: 'ajax', code: response.status, message: sentence, url: path });
  if (response.status === 401 && !stay) {
    sessionStore.clear();
    onUnauthorized();
  }
  if (HELD.has(String(body.errorCode))) onHeld();
  throw new ApiError(response.status, String(body.errorCode ?? ''), sentence, body);
}

function sentenceOfStatus(status: number): string {
  if (status === 401) return '登录已失效，请重新登录';
  if (status === 403) return '没有权限，或数据不存在';
  if (status === 404) return '请求的内容不存在';
  if (status === 413) return '文件过大';
  if (status === 429) return '操作过于频繁，请稍后再试';
  if (status === 503) return '系统正在维护，请稍后再试';
  return `系统异常，请联系管理员（${status}）`;
}

async function readJson(response: Response): Promise<Record<string, unknown>> {
  try {
    return (await response.json()) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function sendForEnvelope<T>(
  path: string,
  init: RequestInit,
  query?: Params,
  stay?: boolean,
): Promise<Envelope<T>> {
  return withSignature(() => sendOnce<T>(path, init, query, stay));
}

async function sendOnce<T>(
  path: string,
  init: RequestInit,
  query?: Params,
  stay?: boolean,
): Promise<Envelope<T>> {
  const response = await send(path, init, query, stay);
  const raw = await readJson(response);
  const sentence = String(raw.errorMsg || raw.errmsg || '');
  // Both spellings are read in the field; whoever gets the envelope may use either.
  const envelope = { ...raw, errorMsg: sentence, errmsg: sentence } as Envelope<T>;
  if (envelope.isSuccess === false) {
    throw new ApiError(response.status, String(raw.errorCode ?? ''), sentence, raw);
  }
  return envelope;
}

/** The first sending is still in work: asked again under its key until it answers. */
const IN_WORK = 'IN_WORK';
const IN_WORK_MS = 1000;
const IN_WORK_TIMES = 20;

/** Whether the server answered; else the write may have been done, and is repeated under the same key. */
const isAnswer = (error: unknown) =>
  error instanceof ApiError && error.status > 0 && error.status < 500 && error.errorCode !== IN_WORK;

/** A write under the key of its wish, which is kept until an answer came. */
async function keyed<T>(
  wish: string,
  run: (key: Record<string, string>) => Promise<Envelope<T>>,
): Promise<Envelope<T>> {
  for (let times = 1; ; times++) {
    try {
      const envelope = await run({ 'Idempotency-Key': keyOf(wish) });
      answered(wish);
      return envelope;
    } catch (error) {
      if (isAnswer(error)) answered(wish);
      const waits = error instanceof ApiError && error.errorCode === IN_WORK && times < IN_WORK_TIMES;
      if (!waits) throw error;
      await new Promise((done) => setTimeout(done, IN_WORK_MS));
    }
  }
}

/** A call that says what it answers. */
export type Told = keyof Answers;

export function get<P extends Told>(path: P, query?: Params, options?: CallOptions): Promise<Answers[P]>;
export function get<T>(path: string, query?: Params, options?: CallOptions): Promise<T>;
export async function get<T>(path: string, query: Params = {}, options: CallOptions = {}): Promise<T> {
  return (await sendForEnvelope<T>(path, { method: 'GET', signal: options.signal }, query)).data;
}

/** A POST that only reads: never shared, may be repeated at once. */
export function read<P extends Told>(path: P, form?: Params, options?: CallOptions): Promise<Answers[P]>;
export function read<T>(path: string, form?: Params, options?: CallOptions): Promise<T>;
export async function read<T>(path: string, form: Params = {}, options: CallOptions = {}): Promise<T> {
  return (await readEnvelope<T>(path, form, options)).data;
}

export function readEnvelope<P extends Told>(
  path: P,
  form?: Params,
  options?: CallOptions,
): Promise<Envelope<Answers[P]>>;
export function readEnvelope<T>(path: string, form?: Params, options?: CallOptions): Promise<Envelope<T>>;
export function readEnvelope<T>(
  path: string,
  form: Params = {},
  options: CallOptions = {},
): Promise<Envelope<T>> {
  const init = { method: 'POST', body: formBody(form), signal: options.signal };
  return sendForEnvelope<T>(path, init, options.query, options.stay);
}

/** What is wished, whoever's session it was sent in: after a login the same wish has the same key. */
const wishOf = (path: string, query: Params | undefined, body: string) =>
  `${path} ${queryString(query ?? {})} ${body}`;

const recentWrites = new Map<string, { at: number; promise: Promise<Envelope<unknown>> }>();

/** An identical write within the window gets the first one's answer; a failed one may be tried again at once. */
function shareWrite<T>(key: string, run: () => Promise<Envelope<T>>): Promise<Envelope<T>> {
  const now = Date.now();
  for (const [known, { at }] of recentWrites) {
    if (now - at >= DUPLICATE_WINDOW_MS) recentWrites.delete(known);
  }
  const earlier = recentWrites.get(key);
  if (earlier) return earlier.promise as Promise<Envelope<T>>;
  const promise = run();
  recentWrites.set(key, { at: now, promise });
  promise.catch(() => recentWrites.delete(key));
  return promise;
}

/** A write. Form-encoded; the answer is the whole envelope, because its sentence is often shown. */
export function postEnvelope<T>(
  path: string,
  form: Params = {},
  options: CallOptions = {},
): Promise<Envelope<T>> {
  const body = formBody(form);
  const wish = wishOf(path, options.query, String(body));
  return shareWrite(wish, () =>
    keyed(wish, (headers) => {
      const init = { method: 'POST', body, headers, signal: options.signal };
      return sendForEnvelope<T>(path, init, options.query);
    }),
  );
}

export function post<P extends Told>(path: P, form?: Params, options?: CallOptions): Promise<Answers[P]>;
export function post<T>(path: string, form?: Params, options?: CallOptions): Promise<T>;
export async function post<T>(path: string, form: Params = {}, options: CallOptions = {}): Promise<T> {
  return (await postEnvelope<T>(path, form, options)).data;
}

/** A write whose body the contract wants as JSON. */
export async function postJson<T>(path: string, json: unknown, options: CallOptions = {}): Promise<T> {
  const body = JSON.stringify(json);
  const wish = wishOf(path, options.query, body);
  const run = (key: Record<string, string>) => {
    const headers = { 'content-type': 'application/json', ...key };
    return sendForEnvelope<T>(path, { method: 'POST', body, headers }, options.query);
  };
  return (await shareWrite(wish, () => keyed(wish, run))).data;
}

/** A JSON body that may be sent again at any time: the server knows its parts by their own numbers. */
export async function askJson<T>(path: string, json: unknown): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  return (await sendForEnvelope<T>(path, { method: 'POST', body: JSON.stringify(json), headers })).data;
}

/** A file with its fields, where nobody watches how far it is. */
export async function sendFile<T>(path: string, fields: Record<string, string>, file: File): Promise<T> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('file', file, file.name);
  return (await sendForEnvelope<T>(path, { method: 'POST', body })).data;
}

/** A file made by the server; a refusal arrives as JSON and is thrown like any other. */
export async function fetchFile(
  path: string,
  query: Params = {},
  form?: Params,
): Promise<{ blob: Blob; name: string }> {
  const init = form ? { method: 'POST', body: formBody(form) } : { method: 'GET' };
  const response = await send(path, init, query);
  if (response.headers.get('content-type')?.includes('application/json')) {
    const body = await readJson(response);
    if (body.isSuccess === false) {
      throw new ApiError(200, String(body.errorCode ?? ''), String(body.errorMsg || '文件未生成'), body);
    }
  }
  return { blob: await response.blob(), name: fileName(response.headers.get('content-disposition')) };
}

function fileName(disposition: string | null): string {
  const extended = disposition?.match(/filename\*=(?:UTF-8'')?([^;]+)/i)?.[1];
  if (extended) return decodeURIComponent(extended.trim());
  return disposition?.match(/filename="?([^";]+)"?/i)?.[1] ?? '';
}

/** Multipart upload with progress from 0 to 100, which fetch cannot tell. */
export function upload<P extends Told>(
  path: P,
  fields: Params,
  file: File,
  onProgress?: (percent: number) => void,
): Promise<Answers[P]>;
export function upload<T>(
  path: string,
  fields: Params,
  file: File,
  onProgress?: (percent: number) => void,
): Promise<T>;
export function upload<T>(
  path: string,
  fields: Params,
  file: File,
  onProgress?: (percent: number) => void,
): Promise<T> {
  const data = new FormData();
  for (const [name, value] of formBody(fields)) data.append(name, value);
  data.append('file', file, file.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', urlOf(path));
    request.withCredentials = true;
    request.upload.onprogress = (event) => onProgress?.(Math.round((event.loaded / event.total) * 100));
    request.onerror = () => reject(new ApiError(0, 'NETWORK', NETWORK_MESSAGE));
    request.onload = () => {
      const body = parse(request.responseText);
      if (request.status < 400 && body.isSuccess !== false) {
        resolve(body.data as T);
        return;
      }
      if (request.status === 401) onUnauthorized();
      const sentence = String(body.errorMsg || '') || sentenceOfStatus(request.status);
      reject(new ApiError(request.status, String(body.errorCode ?? ''), sentence, body));
    };
    request.send(data);
  });
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
