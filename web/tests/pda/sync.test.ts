import { beforeEach, expect, test } from 'vitest';
import { currentOf, timeOf } from '@/pda/core';
import { PIECE } from '@/pda/pieces';
import { openStore, type Store, setPin } from '@/pda/store';
import { CLOCK_TOLERANCE, syncRound } from '@/pda/sync';
import { callsTo, ok, refused, serve } from '../server';
import { job, newPhone, PIN, packOf, ROUNDS } from './phone';

let store: Store;
const now = () => new Date().toISOString();
const greeting = {
  serverTime: now(),
  blocked: '',
  wipe: false,
  minimum: '',
  newest: '',
  notes: '',
  forced: false,
  last: 0,
};
type Sent = { seq: number; id: string; path: string; value: unknown; base: unknown; offset: number };

/** A server that puts photos together from their pieces. `cut` ends the connection before the piece that reaches it. */
function uploads(cut = Number.POSITIVE_INFINITY) {
  const state = { offset: 0, pieces: [] as [number, number][], cut, fields: {} as Record<string, string> };
  const said = (size: number) => ({
    offset: state.offset,
    attsysid: state.offset === size ? 'att-1' : '',
    broken: '',
  });
  return {
    state,
    calls: {
      '/api/pda/photo/begin': ({ body }: { body?: unknown }) => ok(said(JSON.parse(String(body)).size)),
      '/api/pda/photo/part': ({ body }: { body?: unknown }) => {
        const form = body as FormData;
        const { size } = form.get('file') as File;
        const offset = Number(form.get('offset'));
        if (offset + size > state.cut) throw new TypeError('the net is gone');
        state.fields = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
        state.pieces.push([offset, size]);
        if (offset === state.offset) state.offset += size;
        return ok(said(Number(form.get('size'))));
      },
    } as Parameters<typeof serve>[0],
  };
}

/** A server that takes everything in order, and remembers what it has. */
function platform(more: Parameters<typeof serve>[0] = {}) {
  const kept = new Map<number, Sent>();
  let last = 0;
  const asked = serve({
    '/api/pda/hello': () => ok({ ...greeting, serverTime: now() }),
    '/api/pda/ops': ({ body }) => {
      const { ops } = JSON.parse(String(body)) as { ops: Sent[] };
      const answers = ops.map((one) => {
        const { id, seq } = one;
        if (seq > last + 1)
          return { id, seq, state: 'refused', message: '前面还有未收到的操作', value: null, version: 0 };
        last = Math.max(last, seq);
        kept.set(seq, one);
        return { id, seq, state: 'taken', message: '', value: one.value, version: 4 };
      });
      return ok({ serverTime: now(), last, answers });
    },
    '/api/pda/pack': () => ok(packOf([job()])),
    '/api/pda/conflicts': () => ok([]),
    ...uploads().calls,
    ...more,
  });
  return {
    asked,
    kept,
    forget: (to: number) => {
      last = to;
    },
  };
}
const bodies = (asked: ReturnType<typeof serve>, path: string) =>
  callsTo(asked, path).map((one) => JSON.parse(String(one.body)));
const touch = (path: string, value: unknown) => store.touch('rec-1', [{ path, value }]);
const states = async () => (await store.queue()).ops.map(({ row }) => row.state);

beforeEach(async () => {
  newPhone();
  await setPin('u1', PIN, 'phone-0001', ROUNDS);
  store = (await openStore('u1', PIN))!;
  await store.takePack(packOf([job()]));
});

test('a round sends operations in their order, at most 200 a call, then photos, then takes the pack', async () => {
  const { asked, kept } = platform();
  for (let at = 0; at < 450; at += 1) await touch('results.1.r', at % 2 ? '√' : '×');
  await store.addPhoto('rec-1', '2', new Blob(['picture']));
  expect(await syncRound(store)).toMatchObject({ kind: 'done' });
  expect(bodies(asked, '/api/pda/ops').map((one) => one.ops.length)).toEqual([200, 200, 50]);
  expect([...kept.keys()]).toEqual(Array.from({ length: 450 }, (_, at) => at + 1));
  expect(asked.map((one) => one.path.split('/').pop())).toEqual([
    'hello',
    'ops',
    'ops',
    'ops',
    'begin',
    'part',
    'pack',
    'conflicts',
  ]);
  const photo = callsTo(asked, '/api/pda/photo/part')[0]!.body as FormData;
  expect([photo.get('record'), photo.get('item'), photo.get('device')]).toEqual(['rec-1', '2', 'phone-0001']);
  expect((photo.get('file') as File).type).toBe('image/jpeg');
  expect(store.state().unsent).toBe(0);
});

test('the pack is asked for with what is here, and a job that is the same keeps its body', async () => {
  const { asked } = platform({
    '/api/pda/pack': () =>
      ok({
        serverTime: now(),
        digest: 'x',
        gone: [],
        jobs: [{ id: 'job-1', digest: 'digest of job-1 3', same: true, job: null }],
      }),
  });
  await syncRound(store);
  expect(bodies(asked, '/api/pda/pack')[0]).toMatchObject({ have: { 'job-1': 'digest of job-1 3' } });
  expect(store.state().jobs.map((one) => one.job.equname)).toEqual(['甬江花园5幢1单元客梯']);
});

test('an answer that was lost on the way is asked for again with the same content', async () => {
  let cut = true;
  const { asked, kept } = platform();
  const real = globalThis.fetch;
  globalThis.fetch = async (...args) => {
    const answer = await real(...args);
    if (cut && String(args[0]).includes('/api/pda/ops')) throw new TypeError('network');
    return answer;
  };
  await touch('results.1.r', '√');
  expect(await syncRound(store)).toEqual({ kind: 'offline' });
  expect(await states()).toEqual(['waiting']);
  await touch('results.1.r', '×'); // not grown into the one that went out
  cut = false;
  expect(await syncRound(store)).toMatchObject({ kind: 'done' });
  const [first, second] = bodies(asked, '/api/pda/ops');
  expect(second.ops[0]).toEqual(first.ops[0]);
  expect([...kept.values()].map((one) => one.value)).toEqual(['√', '×']);
});

test('a server that lost the end gets it again from there, also what it had confirmed', async () => {
  const { forget, kept } = platform();
  for (const value of ['√', '×', '—']) await touch('results.1.r', value);
  await syncRound(store);
  forget(1); // restored from a backup
  kept.clear();
  await touch('results.1.r', '△');
  expect(await syncRound(store)).toMatchObject({ kind: 'done' });
  expect([...kept.keys()]).toEqual([2, 3, 4]);
});

test('what the phone has no more cannot be sent again, and this is said', async () => {
  const { forget } = platform();
  for (const value of ['√', '×']) await touch('results.1.r', value);
  await syncRound(store);
  await store.clearDone();
  forget(0);
  await touch('results.1.r', '△');
  expect(await syncRound(store)).toEqual({
    kind: 'failed',
    sentence: '服务器缺少第 1 号操作，本机已没有，请导出待传内容交系统管理员',
  });
  expect(await states()).toEqual(['waiting']);
});

test('without a net, without a session and with a broken server everything stays', async () => {
  await touch('results.1.r', '√');
  platform({ '/api/pda/hello': () => refused('登录已失效，请重新登录', 401) });
  expect(await syncRound(store)).toEqual({ kind: 'login' });
  platform({ '/api/pda/ops': () => refused('系统异常，请联系管理员', 500) });
  expect(await syncRound(store)).toEqual({ kind: 'failed', sentence: '系统异常，请联系管理员' });
  globalThis.fetch = () => Promise.reject(new TypeError('no net'));
  expect(await syncRound(store)).toEqual({ kind: 'offline' });
  expect(await states()).toEqual(['waiting']);
  expect(currentOf(store.state(), 'rec-1', 'results.1.r')).toBe('√');
});

test('a photo that is refused keeps its sentence; one that finds no server waits', async () => {
  platform({ '/api/pda/photo/part': () => refused('不是图片') });
  await store.addPhoto('rec-1', '1', new Blob(['x']));
  expect(await syncRound(store)).toMatchObject({ kind: 'done' });
  expect((await store.queue()).photos.map(({ row, said }) => [row.state, said?.message])).toEqual([
    ['refused', '不是图片'],
  ]);
  await store.photoAgain(store.state().photos[0]!.id);
  platform({ '/api/pda/photo/part': () => refused('系统异常', 502) });
  expect(await syncRound(store)).toMatchObject({ kind: 'failed' });
  expect(store.state().photos[0]!.state).toBe('waiting');
});

test('the clock is measured at each contact, and a wrong one is known', async () => {
  const wrong = 2 * 3_600_000;
  const there = () => new Date(Date.now() + wrong).toISOString();
  platform({
    '/api/pda/hello': () => ok({ ...greeting, serverTime: there() }),
    '/api/pda/pack': () => ok(packOf([job()], [], there())),
  });
  await syncRound(store);
  expect(Math.abs(store.state().offset - wrong)).toBeLessThan(5000);
  expect(Math.abs(store.state().offset)).toBeGreaterThan(CLOCK_TOLERANCE);
  for (const text of ['2026-11-29 16:33:00', '2026-11-29 16:33:00+08:00', '2026-11-29T08:33:00Z'])
    expect(timeOf(text)).toBe(Date.UTC(2026, 10, 29, 8, 33));
});

test('a lost terminal is erased, and what was not sent is counted', async () => {
  await touch('results.1.r', '√');
  platform({ '/api/pda/hello': () => ok({ ...greeting, blocked: '本终端已挂失停用', wipe: true }) });
  expect(await syncRound(store)).toEqual({
    kind: 'blocked',
    sentence: '本终端已挂失停用',
    wiped: true,
    lost: 1,
  });
  expect(store.state().jobs).toEqual([]);
  expect(await openStore('u1', PIN)).toBeNull();
});

test('a blocked terminal that is not lost keeps what it has', async () => {
  await touch('results.1.r', '√');
  platform({ '/api/pda/hello': () => ok({ ...greeting, blocked: '应用版本已停用' }) });
  expect(await syncRound(store)).toMatchObject({ kind: 'blocked', wiped: false, lost: 1 });
  expect(await states()).toEqual(['waiting']);
});

test('an update is asked for only when nothing waits', async () => {
  let taken = false;
  const forced = { '/api/pda/hello': () => ok({ ...greeting, forced: true, minimum: '1.2.0' }) };
  platform({
    ...forced,
    '/api/pda/photo/part': () =>
      taken ? ok({ offset: 7, attsysid: 'att-1', broken: '' }) : refused('不是图片'),
  });
  await store.addPhoto('rec-1', '1', new Blob(['x']));
  expect(await syncRound(store)).toMatchObject({ kind: 'done' });
  taken = true;
  await store.photoAgain(store.state().photos[0]!.id);
  expect(await syncRound(store)).toEqual({ kind: 'update', sentence: '须更新到 1.2.0 或以上版本才能继续' });
});

test('a phone that begins anew goes on behind what the server has of it', async () => {
  const { kept } = platform({
    '/api/pda/hello': () => ok({ ...greeting, serverTime: now(), last: 7 }),
    '/api/pda/ops': ({ body }) => {
      const { ops } = JSON.parse(String(body)) as { ops: Sent[] };
      const answers = ops.map((one) => {
        kept.set(one.seq, one);
        return { id: one.id, seq: one.seq, state: 'taken', message: '', value: one.value, version: 4 };
      });
      return ok({ serverTime: now(), last: ops.at(-1)!.seq, answers });
    },
  });
  await syncRound(store);
  await touch('results.1.r', '√');
  await syncRound(store);
  await touch('results.1.r', '×');
  await syncRound(store);
  expect([...kept.keys()]).toEqual([8, 9]);
});

test('what follows the measured clock goes out in seconds that the phone is ahead', async () => {
  const { kept } = platform();
  await store.heard(-7_200_000, Date.now()); // the phone is two hours ahead
  await touch('results.1.r', '√');
  await syncRound(store);
  expect(kept.get(1)!.offset).toBe(7200);
});

test.each([0.1, 0.5, 0.9])('a photo cut off at %f goes on where it stopped', async (share) => {
  const size = 10 * PIECE - 7;
  const bytes = new Uint8Array(size).map((_, at) => at % 251);
  await store.addPhoto('rec-1', '2', new Blob([bytes]));
  const up = uploads(size * share);
  platform(up.calls);
  expect(await syncRound(store)).toMatchObject({ kind: 'offline' });
  const arrived = up.state.offset;
  expect(arrived).toBe(Math.floor((size * share) / PIECE) * PIECE);
  expect(store.state().unsent).toBe(1);
  up.state.cut = Number.POSITIVE_INFINITY;
  expect(await syncRound(store)).toMatchObject({ kind: 'done' });
  expect(store.state().unsent).toBe(0);
  const offsets = up.state.pieces.map(([offset]) => offset);
  expect(offsets).toEqual([...Array(10).keys()].map((at) => at * PIECE)); // each piece once, in order
  expect(up.state.pieces.reduce((sum, [, length]) => sum + length, 0)).toBe(size);
});

test('a phone that stands elsewhere than the server goes on from the offset of the server', async () => {
  const size = 3 * PIECE;
  await store.addPhoto('rec-1', '2', new Blob([new Uint8Array(size)]));
  const up = uploads();
  const { '/api/pda/photo/begin': begin } = up.calls as Record<string, (one: unknown) => unknown>;
  platform({
    ...up.calls,
    '/api/pda/photo/begin': ((one: unknown) => {
      const answer = begin!(one);
      up.state.offset = PIECE; // another tab sent the first piece after the answer
      return answer;
    }) as never,
  });
  expect(await syncRound(store)).toMatchObject({ kind: 'done' });
  expect(up.state.pieces.map(([offset]) => offset)).toEqual([0, PIECE, 2 * PIECE]);
});

test('a photo that comes out broken is refused with its sentence and stays', async () => {
  await store.addPhoto('rec-1', '2', new Blob(['picture']));
  const { calls } = uploads();
  const broken = { offset: 0, attsysid: '', broken: '照片在传输中损坏，摘要不一致，请重新上传' };
  const asked = platform({ ...calls, '/api/pda/photo/part': () => ok(broken) }).asked;
  await syncRound(store);
  expect(callsTo(asked, '/api/pda/photo/part')).toHaveLength(3);
  const { photos } = await store.queue();
  expect([photos[0]!.row.state, photos[0]!.said!.message]).toEqual(['refused', broken.broken]);
});
