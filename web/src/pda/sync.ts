/** One round with the server: say hello, send operations in their order, then photos, then take the pack over. */
import { ApiError, messageOf } from '@/api/client';
import { APP, fetchConflicts, fetchPack, hello, sendOps } from './calls';
import type { Hello } from './contract';
import { timeOf } from './core';
import type { Store } from './store';

export const BATCH = 200;
export const CLOCK_TOLERANCE = 120_000; // ms: more is shown

export type Round =
  | { kind: 'done'; newest: string; notes: string }
  | { kind: 'offline' }
  /** The session is over; the work here goes on, sending waits for a login. */
  | { kind: 'login' }
  | { kind: 'blocked'; sentence: string; wiped: boolean; lost: number }
  | { kind: 'update'; sentence: string }
  | { kind: 'failed'; sentence: string };

const FARTHEST = 1e9; // seconds: a clock that is off by more has no year

/** Measures how far the clocks are apart: the answer was made half-way between asking and hearing. */
async function measured<T extends { serverTime: string }>(store: Store, ask: () => Promise<T>): Promise<T> {
  const before = Date.now();
  const answer = await ask();
  const there = timeOf(answer.serverTime);
  if (Number.isFinite(there)) await store.heard(there - (before + Date.now()) / 2, there);
  return answer;
}

/** As the server counts it: how many seconds the phone is ahead. */
const secondsAhead = (offset: number) => Math.max(-FARTHEST, Math.min(FARTHEST, Math.round(-offset / 1000)));

/** Sends what waits. '' when all of it was answered, else why it cannot go on. */
async function sendWaiting(store: Store): Promise<string> {
  let from: number | undefined;
  let gaps = 0;
  for (;;) {
    const batch = await store.takeWaiting(BATCH, from);
    if (batch.length === 0 && from === undefined) return '';
    if (batch.length === 0) {
      from = undefined;
      continue;
    }
    if (from !== undefined && batch[0]!.row.seq > from)
      return `服务器缺少第 ${from} 号操作，本机已没有，请导出待传内容交系统管理员`;
    const ops = batch.map(({ row, body }) => {
      const { path, base, baseVersion, value, at } = body;
      const { id, seq, record } = row;
      return { id, seq, record, path, base, baseVersion, value, at, offset: secondsAhead(body.offset) };
    });
    const answer = await measured(store, () => sendOps(store.device, ops));
    await store.answer(answer.answers, answer.last);
    const behind = answer.answers.some((one) => one.state === 'refused' && one.seq > answer.last);
    if (behind && ++gaps > 2) return answer.answers.at(-1)!.message;
    const again = from !== undefined && batch.length === BATCH; // the rest of what is sent once more
    from = behind ? answer.last + 1 : again ? batch.at(-1)!.row.seq + 1 : undefined;
    if (answer.answers.length === 0) return '服务器没有答复所传的操作，请稍后再试';
  }
}

/** Whether the call reached somebody who judged it. */
const isRefusal = (fault: unknown): fault is ApiError =>
  fault instanceof ApiError &&
  fault.status > 0 &&
  fault.status < 500 &&
  ![401, 403, 429].includes(fault.status);

async function sendPhotos(store: Store): Promise<void> {
  const photos = await store.waitingPhotos();
  if (photos.length === 0) return;
  const { sendInPieces } = await import('./pieces'); // wanted with a net alone
  for (const { id, record, body, bytes } of photos) {
    try {
      await sendInPieces({ device: store.device, app: APP }, record, body, bytes);
      await store.photoTold(id, 'done', '');
    } catch (fault) {
      if (!isRefusal(fault)) throw fault;
      await store.photoTold(id, 'refused', messageOf(fault));
    }
  }
}

/** The box of conflicts is beside the work: a server that refuses it does not undo the round. */
async function takeConflicts(store: Store): Promise<void> {
  try {
    await store.takeConflicts(await fetchConflicts());
  } catch (fault) {
    if (!isRefusal(fault)) throw fault;
  }
}

async function shutOut(store: Store, said: Hello): Promise<Round> {
  const lost = store.state().unsent;
  if (said.wipe) await store.wipe();
  return { kind: 'blocked', sentence: said.blocked || '本终端已停用', wiped: said.wipe, lost };
}

async function round(store: Store): Promise<Round> {
  const said = await measured(store, () => hello(store.device));
  if (said.wipe || said.blocked) return shutOut(store, said);
  await store.startFrom(said.last);
  const stopped = await sendWaiting(store);
  if (stopped) return { kind: 'failed', sentence: stopped };
  await sendPhotos(store);
  // An update is asked for only when nothing is here that the old app would have to send.
  if (said.forced && store.state().unsent === 0)
    return {
      kind: 'update',
      sentence: `须更新到 ${said.minimum} 或以上版本才能继续${said.notes ? `：${said.notes}` : ''}`,
    };
  await store.takePack(await measured(store, () => fetchPack(store.device, store.have())));
  await takeConflicts(store);
  return { kind: 'done', newest: said.newest, notes: said.notes };
}

/** Never thrown: whatever happens, what is here stays here. */
export async function syncRound(store: Store): Promise<Round> {
  try {
    return await round(store);
  } catch (fault) {
    if (fault instanceof ApiError && fault.status === 0) return { kind: 'offline' };
    if (fault instanceof ApiError && fault.status === 401) return { kind: 'login' };
    return { kind: 'failed', sentence: messageOf(fault, '同步未完成，稍后自动再试') };
  }
}

/** One round at a time, also of two tabs. */
export function alone(run: () => Promise<Round>): Promise<Round | null> {
  if (!navigator.locks) return run();
  return navigator.locks.request('pda-sync', { ifAvailable: true }, (lock) => (lock ? run() : null));
}
