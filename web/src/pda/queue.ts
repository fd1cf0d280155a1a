/** What waits to be sent, and what the server said to it. Nothing leaves it by itself. */
import type { OpAnswer } from './contract';
import { type Core, countsOf, type OpBody, type PhotoBody, type Said } from './core';
import type { DraftRow, OpRow, OpState, PhotoRow } from './database';
import { type Sealed, seal, unseal, unsealBytes } from './vault';
import type { Change } from './writing';

type Write = (record: string, changes: Change[], typing: boolean) => Promise<void>;

const stateOf = (answer: OpAnswer['state']): OpState =>
  answer === 'taken' || answer === 'same' || answer === 'merged' ? 'done' : answer;

/** What the server did not store, because something before it has not arrived. */
const isBehindGap = (one: OpAnswer, last: number) => one.state === 'refused' && one.seq > last;

export function queueOf(core: Core, write: Write) {
  const { base, key, inTurn } = core;
  const opBody = (row: OpRow) => unseal<OpBody>(key, row.body);
  const photoBody = (row: PhotoRow) => unseal<PhotoBody>(key, row.body);
  const said = (row: OpRow | PhotoRow) => (row.said ? unseal<Said>(key, row.said) : undefined);
  const recount = async () => core.show(await countsOf(base));

  const setPhoto = async (id: string, next: OpState, words?: Sealed) => {
    await base.photos.update(id, words ? { state: next, said: words } : { state: next });
    const photos = core.state().photos.map((one) => (one.id === id ? { ...one, state: next } : one));
    core.show({ photos, ...(await countsOf(base)) });
  };

  async function answer(answers: OpAnswer[], last: number): Promise<void> {
    const drafts = new Map(core.state().drafts);
    const versions = new Map<string, number>();
    const told: { seq: number; state: OpState; said: Sealed }[] = [];
    const laid: DraftRow[] = [];
    for (const one of answers.filter((each) => !isBehindGap(each, last))) {
      const row = await base.ops.get(one.seq);
      if (row?.id !== one.id) continue;
      const { path } = await opBody(row);
      const next = stateOf(one.state);
      told.push({
        seq: one.seq,
        state: next,
        said: await seal(key, { message: one.message, value: one.value }),
      });
      if (one.version) versions.set(row.record, Math.max(one.version, versions.get(row.record) ?? 0));
      const values = new Map(drafts.get(row.record));
      const draft = values.get(path);
      if (draft?.seq !== one.seq) continue; // it was touched again since
      const value = one.state === 'merged' || one.state === 'conflict' ? one.value : draft.value;
      values.set(path, { value, state: next, seq: one.seq, message: one.message });
      drafts.set(row.record, values);
      const body = await seal(key, { value, message: one.message });
      laid.push({ record: row.record, path, seq: one.seq, state: next, body });
    }
    const jobs = core.state().jobs.map((kept) => {
      const version = versions.get(kept.job.record) ?? 0;
      return version > kept.version ? { ...kept, version } : kept;
    });
    await base.transaction('rw', base.ops, base.drafts, base.jobs, async () => {
      for (const { seq, ...rest } of told) {
        const row = await base.ops.get(seq);
        // What the person gave up is not opened again by a repeat.
        if (row && row.state !== 'dropped') await base.ops.put({ ...row, ...rest });
      }
      await base.drafts.bulkPut(laid);
      for (const { job, version } of jobs) await base.jobs.update(job.id, { version });
    });
    core.show({ drafts, jobs, ...(await countsOf(base)) });
  }

  return {
    /** Everything, the newest first, with what was said to it. */
    async queue() {
      const [ops, photos] = await Promise.all([base.ops.reverse().toArray(), base.photos.toArray()]);
      return {
        ops: await Promise.all(
          ops.map(async (row) => ({ row, body: await opBody(row), said: await said(row) })),
        ),
        photos: await Promise.all(
          photos.map(async (row) => ({ row, body: await photoBody(row), said: await said(row) })),
        ),
      };
    },

    /** What goes out next in its order, marked as gone out before it goes; `from` sends again what was answered too. */
    takeWaiting: (most: number, from?: number) =>
      inTurn(async () => {
        const rows = await base.transaction('rw', base.ops, async () => {
          const found =
            from === undefined
              ? (await base.ops.where('state').equals('waiting').sortBy('seq')).slice(0, most)
              : await base.ops.where('seq').aboveOrEqual(from).limit(most).toArray();
          await base.ops.bulkPut(found.map((row) => ({ ...row, sent: row.sent + 1 })));
          return found;
        });
        return Promise.all(rows.map(async (row) => ({ row, body: await opBody(row) })));
      }),

    answer: (answers: OpAnswer[], last: number) => inTurn(() => answer(answers, last)),

    async waitingPhotos() {
      const rows = await base.photos.where('state').equals('waiting').toArray();
      const photos = await Promise.all(
        rows.map(async (row) => ({
          id: row.id,
          record: row.record,
          body: await photoBody(row),
          bytes: await unsealBytes(key, row.bytes),
        })),
      );
      // A copy with marks is taken when its photo is there.
      return photos.sort((a, b) => Number(Boolean(a.body.original)) - Number(Boolean(b.body.original)));
    },

    photoTold: (id: string, next: OpState, message: string) =>
      inTurn(async () => setPhoto(id, next, await seal(key, { message, value: null }))),

    photoAgain: (id: string) => inTurn(() => setPhoto(id, 'waiting')),

    /** Sends what was not taken once more: a new operation, since the old one stays as it was answered. */
    again: (seq: number) =>
      inTurn(async () => {
        const row = await base.ops.get(seq);
        if (!row || !['refused', 'held'].includes(row.state)) return;
        const { path, value } = await opBody(row);
        await write(row.record, [{ path, value }], false);
        await base.ops.update(seq, { state: 'dropped' });
        await recount();
      }),

    /** Gives up what the server did not take. What was never sent cannot be given up: the order has no gaps. */
    giveUp: (seq: number) =>
      inTurn(async () => {
        const row = await base.ops.get(seq);
        if (!row || !['refused', 'held'].includes(row.state)) return;
        const { path } = await opBody(row);
        await base.transaction('rw', base.ops, base.drafts, async () => {
          await base.ops.put({ ...row, state: 'dropped' });
          if ((await base.drafts.get([row.record, path]))?.seq === seq)
            await base.drafts.delete([row.record, path]);
        });
        const values = new Map(core.state().drafts.get(row.record));
        if (values.get(path)?.seq === seq) values.delete(path);
        core.show({
          drafts: new Map(core.state().drafts).set(row.record, values),
          ...(await countsOf(base)),
        });
      }),

    giveUpPhoto: (id: string) =>
      inTurn(async () => {
        const row = await base.photos.get(id);
        if (!row || !['waiting', 'refused'].includes(row.state)) return; // what the server has is taken off there
        await base.photos.delete(id);
        core.show({ photos: core.state().photos.filter((one) => one.id !== id) });
        await recount();
      }),

    /** Takes what is confirmed off the list, when the person says so. */
    clearDone: () =>
      inTurn(async () => {
        await base.ops.where('state').anyOf(['done', 'dropped']).delete();
        await recount();
      }),

    /** Everything that was not confirmed, in clear, for a file that the person keeps himself. */
    async exported(): Promise<string> {
      const rows = await base.ops.where('state').noneOf(['done', 'dropped']).toArray();
      const pictures = await base.photos.where('state').noneOf(['done', 'dropped']).toArray();
      const ops = await Promise.all(
        rows.map(async (row) => {
          const { seq, id, record, state } = row;
          return { seq, id, record, state, ...(await opBody(row)), said: await said(row) };
        }),
      );
      const photos = await Promise.all(
        pictures.map(async (row) => {
          const { id, record, state } = row;
          const jpeg = base64(await unsealBytes(key, row.bytes));
          return { id, record, state, ...(await photoBody(row)), said: await said(row), jpeg };
        }),
      );
      return JSON.stringify({ device: core.device, at: new Date().toISOString(), ops, photos }, null, 1);
    },
  };
}

const CHUNK = 0x8000; // arguments of one call

function base64(bytes: ArrayBuffer): string {
  let text = '';
  const all = new Uint8Array(bytes);
  for (let at = 0; at < all.length; at += CHUNK) text += String.fromCharCode(...all.subarray(at, at + CHUNK));
  return btoa(text);
}
