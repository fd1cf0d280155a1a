import { IDBObjectStore } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import { closedBy, currentOf } from '@/pda/core';
import { lockOf, unsentOf } from '@/pda/database';
import { filledOf } from '@/pda/paths';
import { openStore, type Store, setPin } from '@/pda/store';
import { job, newPhone, onDisk, PIN, packOf, ROUNDS } from './phone';

let disk: ReturnType<typeof newPhone>;
let store: Store;

const reopened = async () => {
  store.close();
  store = (await openStore('u1', PIN))!;
  return store;
};
const valuesOf = (record = 'rec-1') =>
  Object.fromEntries([...(store.state().drafts.get(record) ?? [])].map(([path, one]) => [path, one.value]));
const answer = (seq: number, id: string, more: object = {}) => ({
  id,
  seq,
  state: 'taken' as const,
  message: '',
  value: null,
  version: 4,
  ...more,
});
const sent = async (most = 200) => store.takeWaiting(most);

beforeEach(async () => {
  disk = newPhone();
  await setPin('u1', PIN, 'phone-1', ROUNDS);
  store = (await openStore('u1', PIN))!;
  await store.takePack(packOf([job()]));
});

test('another PIN opens nothing, and the data of another person is not here', async () => {
  expect(await openStore('u1', '135790')).toBeNull();
  expect(await lockOf('u2')).toBeUndefined();
  expect(await openStore('u2', PIN)).toBeNull();
});

test('every touch that was acknowledged is there after reopening, in a sequence without gaps', async () => {
  const taps = ['√', '×', '—', '△'];
  for (let at = 0; at < 50; at += 1) {
    await store.touch('rec-1', [{ path: `results.${(at % 4) + 1}.r`, value: taps[(at * 7) % 4] }]);
    await reopened(); // the browser dies after each
    expect(currentOf(store.state(), 'rec-1', `results.${(at % 4) + 1}.r`)).toBe(taps[(at * 7) % 4]);
  }
  const { ops } = await store.queue();
  expect(ops.map(({ row }) => row.seq)).toEqual(Array.from({ length: 50 }, (_, at) => 50 - at));
  expect(store.state().unsent).toBe(50);
});

test('touches at once keep their order', async () => {
  await Promise.all(
    ['√', '×', '—', '△', '√'].map((value) => store.touch('rec-1', [{ path: 'results.1.r', value }])),
  );
  const { ops } = await store.queue();
  expect(ops.map(({ row, body }) => [row.seq, body.base, body.value])).toEqual([
    [5, '△', '√'],
    [4, '—', '△'],
    [3, '×', '—'],
    [2, '√', '×'],
    [1, '', '√'],
  ]);
});

test('typing is one operation that grows until it goes out', async () => {
  const path = 'results.2.v.speed';
  for (const value of ['2', '2.', '2.1', '2.18']) await store.touch('rec-1', [{ path, value }], true);
  expect((await store.queue()).ops.map(({ row, body }) => [row.seq, body.base, body.value])).toEqual([
    [1, '', '2.18'],
  ]);
  await sent();
  await store.touch('rec-1', [{ path, value: '2.19' }], true);
  expect((await store.queue()).ops.map(({ row, body }) => [row.seq, body.base, body.value])).toEqual([
    [2, '2.18', '2.19'],
    [1, '', '2.18'],
  ]);
});

test('nothing of it stands on the disk in clear', async () => {
  await store.touch('rec-1', [{ path: 'results.1.n', value: '门锁啮合不足七毫米' }]);
  await store.addPhoto('rec-1', '1', new Blob(['a picture of the lock']));
  await store.takeConflicts([{ words: '机械动作速度' } as never]);
  const { ops } = await store.queue();
  await store.answer([answer(1, ops[0]!.row.id, { state: 'refused', message: '说明里写得不对' })], 1);
  const text = await onDisk(disk);
  expect(text).toContain('results.1.n');
  for (const clear of [
    '门锁',
    '甬江',
    '客梯',
    'NBTD',
    '王**',
    '要求',
    'picture',
    '机械动作',
    '写得不对',
    PIN,
  ])
    expect(text, clear).not.toContain(clear);
});

test('each answer of the server has its state, and the draft follows', async () => {
  const touches = [
    ['results.1.r', '√'],
    ['results.1.n', '甲'],
    ['results.2.r', '√'],
    ['results.3.r', '×'],
    ['remark', '乙'],
    ['results.4.r', '√'],
  ] as const;
  for (const [path, value] of touches) await store.touch('rec-1', [{ path, value }]);
  const rows = await sent();
  const said = [
    {},
    { state: 'merged', value: '甲；丙' },
    { state: 'conflict', value: '×', message: '林志远填的是×' },
    { state: 'same' },
    { state: 'held', message: '记录已提交' },
    { state: 'refused', message: '不能填符合' },
  ];
  await store.answer(
    rows.map(({ row }, at) => answer(row.seq, row.id, said[at])),
    6,
  );
  expect(store.state().counts).toEqual({ waiting: 0, done: 3, conflict: 1, held: 1, refused: 1, dropped: 0 });
  expect(store.state().unsent).toBe(0);
  expect(store.state().jobs[0]!.version).toBe(4);
  await reopened();
  expect(valuesOf()).toEqual({
    'results.1.r': '√',
    'results.1.n': '甲；丙',
    'results.2.r': '×',
    'results.3.r': '×',
    remark: '乙',
    'results.4.r': '√',
  });
  const { ops } = await store.queue();
  expect(ops.find(({ row }) => row.state === 'refused')?.said?.message).toBe('不能填符合');
});

test('an answer does not undo what was touched since', async () => {
  await store.touch('rec-1', [{ path: 'results.2.r', value: '√' }]);
  const [first] = await sent();
  await store.touch('rec-1', [{ path: 'results.2.r', value: '—' }]);
  await store.answer([answer(1, first!.row.id, { state: 'conflict', value: '×' })], 1);
  expect(currentOf(store.state(), 'rec-1', 'results.2.r')).toBe('—');
});

test('behind a gap nothing is marked, and everything from there goes out again', async () => {
  for (const value of ['√', '×', '—']) await store.touch('rec-1', [{ path: 'results.1.r', value }]);
  const rows = await sent();
  const gap = { state: 'refused', message: '前面还有未收到的操作' };
  await store.answer(
    [answer(1, rows[0]!.row.id), ...rows.slice(1).map(({ row }) => answer(row.seq, row.id, gap))],
    1,
  );
  expect(store.state().counts.waiting).toBe(2);
  expect((await store.takeWaiting(200, 1)).map(({ row }) => row.seq)).toEqual([1, 2, 3]);
});

test('a refused operation is sent again as a new one, or given up; one that waits cannot be', async () => {
  await store.touch('rec-1', [{ path: 'results.1.r', value: '√' }]);
  await store.giveUp(1);
  expect(store.state().counts).toMatchObject({ waiting: 1, dropped: 0 });
  const [one] = await sent();
  await store.answer([answer(1, one!.row.id, { state: 'refused', message: '不行' })], 1);
  await store.again(1);
  expect((await store.queue()).ops.map(({ row, body }) => [row.seq, row.state, body.value])).toEqual([
    [2, 'waiting', '√'],
    [1, 'dropped', '√'],
  ]);
  const [two] = await sent();
  await store.answer([answer(2, two!.row.id, { state: 'refused', message: '不行' })], 2);
  await store.giveUp(2);
  expect(valuesOf()).toEqual({});
  expect(currentOf(store.state(), 'rec-1', 'results.1.r')).toBe('');
});

test('a new pack holds what is confirmed; what was not sent stays laid over it', async () => {
  await store.touch('rec-1', [{ path: 'results.1.r', value: '√' }]);
  const [one] = await sent();
  await store.answer([answer(1, one!.row.id)], 1);
  await store.touch('rec-1', [{ path: 'results.3.r', value: '×' }]);
  const next = job({ version: 4 });
  next.entry.items![0]!.result = '√';
  await store.takePack(packOf([next]));
  await reopened();
  expect(valuesOf()).toEqual({ 'results.3.r': '×' });
  const filled = filledOf(store.state().jobs[0]!.job, new Map(Object.entries(valuesOf())));
  expect([1, 2, 3].map((seq) => filled.answers[seq]!.r)).toEqual(['√', '', '×']);
});

test('a job that was taken back stays while something of it was not sent, and is closed', async () => {
  await store.touch('rec-1', [{ path: 'results.1.r', value: '√' }]);
  await store.takePack(packOf([], [{ id: 'job-1', why: '已改派林志远' }]));
  expect(store.state().jobs.map((one) => one.gone)).toEqual(['已改派林志远']);
  await expect(store.touch('rec-1', [{ path: 'results.1.r', value: '×' }])).rejects.toThrow(
    '任务已不在本人名下：已改派林志远',
  );
  await reopened();
  expect(store.state().jobs.map((one) => one.gone)).toEqual(['已改派林志远']);
  const [one] = await sent();
  await store.answer([answer(1, one!.row.id)], 1);
  await store.takePack(packOf([], [{ id: 'job-1', why: '已改派林志远' }]));
  await reopened();
  expect(store.state().jobs).toEqual([]);
});

test('a job that comes back as it was is open again', async () => {
  await store.touch('rec-1', [{ path: 'results.1.r', value: '√' }]);
  await store.takePack(packOf([], [{ id: 'job-1', why: '已改派林志远' }]));
  const same = { id: 'job-1', digest: 'digest of job-1 3', same: true, job: null };
  await store.takePack({ ...packOf([]), jobs: [same] });
  await reopened();
  expect(closedBy(store.state(), 'rec-1', Date.now())).toBe('');
  expect(store.state().jobs[0]!.job.equname).toBe('甬江花园5幢1单元客梯');
});

test('72 hours after the last pack nothing is written, but everything can be handed in', async () => {
  await store.touch('rec-1', [{ path: 'results.1.r', value: '√' }]);
  const old = new Date(Date.now() - 72 * 3_600_000 - 1000).toISOString();
  await store.takePack(packOf([job()], [], old));
  await expect(store.touch('rec-1', [{ path: 'results.1.r', value: '×' }])).rejects.toThrow(
    '任务包已超过 72 小时',
  );
  expect(closedBy(store.state(), 'rec-1', Date.parse(old) + 71 * 3_600_000)).toBe('');
  expect((await sent()).map(({ body }) => body.value)).toEqual(['√']);
});

test('the clock of the server decides, however wrong that of the phone is', async () => {
  await store.heard(7_200_000, Date.now() + 7_200_000);
  await store.touch('rec-1', [{ path: 'results.1.r', value: '√' }]);
  expect((await store.queue()).ops[0]!.body.offset).toBe(7_200_000);
});

test('a row that is taken off takes its cells along, and comes back with a new one', async () => {
  await store.touch('rec-1', [{ path: 'tables.rope.r2.d', value: '13.0' }]);
  await store.touch('rec-1', [{ path: 'tables.rope.r2', value: null }]);
  await store.touch('rec-1', [{ path: 'tables.rope.row-1', value: null }]);
  await reopened();
  const kept = store.state().jobs[0]!.job;
  expect(filledOf(kept, new Map(Object.entries(valuesOf()))).tables.rope).toEqual([]);
  await store.touch('rec-1', [{ path: 'tables.rope.r3.d', value: '12.8' }]);
  expect(filledOf(kept, new Map(Object.entries(valuesOf()))).tables.rope).toEqual([
    { id: 'r3', cells: { d: '12.8' } },
  ]);
});

test('a photo is one however often it is taken over, and counts as unsent until it is taken', async () => {
  const picture = new Blob(['the same picture']);
  const id = await store.addPhoto('rec-1', '2', picture);
  expect(await store.addPhoto('rec-1', '2', picture)).toBe(id);
  expect(await unsentOf('u1')).toBe(1);
  await store.photoTold(id, 'refused', '不是图片');
  expect(await unsentOf('u1')).toBe(1);
  await store.photoAgain(id);
  const [photo] = await store.waitingPhotos();
  expect([photo!.body.item, photo!.body.digest]).toEqual([
    '2',
    'afe1ed8d54cd80e6888fce90e432a12abae1e310f34015d2f741860737f7875f',
  ]);
  await store.photoTold(id, 'done', '');
  expect(await unsentOf('u1')).toBe(0);
});

test('a full disk refuses the touch, and the screen keeps what is stored', async () => {
  await store.touch('rec-1', [{ path: 'results.1.r', value: '√' }]);
  const before = store.state();
  const put = IDBObjectStore.prototype.put;
  const full = Object.assign(new Error('full'), { name: 'QuotaExceededError' });
  IDBObjectStore.prototype.put = () => {
    throw full;
  };
  try {
    await expect(store.touch('rec-1', [{ path: 'results.1.r', value: '×' }])).rejects.toThrow(
      '手机存储空间不足',
    );
  } finally {
    IDBObjectStore.prototype.put = put;
  }
  expect(store.state()).toBe(before);
  await reopened();
  expect(valuesOf()).toEqual({ 'results.1.r': '√' });
});

test('the export says everything that was not confirmed', async () => {
  await store.touch('rec-1', [{ path: 'results.1.n', value: '门锁啮合不足' }]);
  await store.addPhoto('rec-1', '1', new Blob(['abc']));
  const said = JSON.parse(await store.exported());
  expect(said.device).toBe('phone-1');
  expect(said.ops).toMatchObject([{ seq: 1, path: 'results.1.n', value: '门锁啮合不足', state: 'waiting' }]);
  expect(said.photos).toMatchObject([{ item: '1', jpeg: 'YWJj' }]);
});

test('a lost phone keeps nothing, and the PIN opens nothing', async () => {
  await store.touch('rec-1', [{ path: 'results.1.r', value: '√' }]);
  await store.wipe();
  store.close();
  expect(await onDisk(disk)).not.toContain('rec-1');
  expect(await openStore('u1', PIN)).toBeNull();
});
