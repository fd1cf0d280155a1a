/** Touches and pictures: on the disk first, on the screen then. */
import {
  type Core,
  closedBy,
  countsOf,
  currentOf,
  isRowGone,
  jobOf,
  type OpBody,
  PhoneError,
  type PhotoBody,
  wordsOfFault,
} from './core';
import type { PhotoRow } from './database';
import type { Mark } from './marks';
import { wordsOf } from './paths';
import { digestOf, newId, type Sealed, seal, sealBytes, unseal, unsealBytes } from './vault';

export interface Change {
  path: string;
  value: unknown;
}

type From = Pick<OpBody, 'base' | 'baseVersion'>;

const isEvent = (path: string) => /^(presence|guide)\./.test(path);

export function writing(core: Core) {
  const { base, key, inTurn } = core;
  /** The newest operation of a field that has not gone out: while somebody types it grows with the text. */
  const growing = new Map<string, From & { seq: number }>();
  const nameOf = (record: string, path: string) => `${record} ${path}`;

  const refuseClosed = (record: string) => {
    const refusal = closedBy(core.state(), record, core.now());
    if (refusal) throw new PhoneError(refusal);
    return jobOf(core.state(), record)!;
  };

  const bodyOf = (record: string, { path, value }: Change, from?: From): OpBody => {
    const { job, version } = jobOf(core.state(), record)!;
    const was = isEvent(path) ? null : currentOf(core.state(), record, path);
    return {
      path,
      base: from ? from.base : was,
      baseVersion: from ? from.baseVersion : version,
      value,
      at: new Date().toISOString(),
      offset: core.state().offset,
      title: `${job.reportcode || job.equcode} ${job.equname}`,
      words: wordsOf(job.entry, path),
    };
  };

  /** Cells of a row that is gone must not bring it back. */
  async function dropCells(record: string, path: string): Promise<void> {
    const keys = await base.drafts.where('record').equals(record).primaryKeys();
    await base.drafts.bulkDelete(keys.filter(([, one]) => one.startsWith(`${path}.`)));
  }

  async function write(record: string, changes: Change[], typing: boolean): Promise<void> {
    refuseClosed(record);
    const made = await Promise.all(
      changes.map(async (change) => {
        const grows = typing ? growing.get(nameOf(record, change.path)) : undefined;
        const body = bodyOf(record, change, grows);
        const draft: Sealed = await seal(key, { value: change.value, message: '' });
        return { ...change, grows, body, draft, sealed: await seal(key, body), id: newId(), seq: 0 };
      }),
    );
    const whole = await base
      .transaction('rw', base.ops, base.drafts, base.settings, async () => {
        let last = ((await base.settings.get('seq'))?.value as number | undefined) ?? 0;
        for (const one of made) {
          const row = one.grows && (await base.ops.get(one.grows.seq));
          if (one.grows && (row?.state !== 'waiting' || row.sent > 0)) return false; // it has just gone out
          one.seq = row ? row.seq : ++last;
          const fresh = { seq: one.seq, id: one.id, record, state: 'waiting' as const, sent: 0 };
          await base.ops.put({ ...(row ?? fresh), body: one.sealed });
          if (isRowGone(one.path, one.value)) await dropCells(record, one.path);
          const { path, seq, draft } = one;
          await base.drafts.put({ record, path, seq, state: 'waiting', body: draft });
        }
        await base.settings.put({ name: 'seq', value: last });
        return true;
      })
      .catch((fault: unknown) => {
        throw wordsOfFault(fault);
      });
    if (!whole) {
      for (const { path } of made) growing.delete(nameOf(record, path));
      return write(record, changes, false);
    }
    const values = new Map(core.state().drafts.get(record));
    for (const { path, value, seq, body } of made) {
      growing.set(nameOf(record, path), { seq, base: body.base, baseVersion: body.baseVersion });
      if (isRowGone(path, value))
        for (const other of [...values.keys()]) if (other.startsWith(`${path}.`)) values.delete(other);
      values.set(path, { value, state: 'waiting', seq, message: '' });
    }
    // Counted here, not asked of the disk: between two taps there is no time for a dozen questions.
    const added = made.filter((one) => !one.grows).length;
    const { counts, unsent, drafts } = core.state();
    core.show({
      drafts: new Map(drafts).set(record, values),
      counts: { ...counts, waiting: counts.waiting + added },
      unsent: unsent + added,
    });
  }

  async function addPhoto(
    record: string,
    item: string,
    picture: Blob,
    drawn?: Pick<PhotoBody, 'original' | 'marks'>,
  ): Promise<string> {
    const { job } = refuseClosed(record);
    const bytes = await picture.arrayBuffer();
    const digest = await digestOf(bytes);
    for (const row of await base.photos.where('record').equals(record).toArray()) {
      const other = await unseal<PhotoBody>(key, row.body);
      if (other.digest === digest && other.item === item) return row.id; // the same picture is one
    }
    const body: PhotoBody = {
      item,
      digest,
      at: new Date().toISOString(),
      size: bytes.byteLength,
      title: `${job.reportcode || job.equcode} ${job.equname}`,
      words: `${item ? `第${item}项照片` : '照片'}${drawn ? '（标注）' : ''}`,
      ...drawn,
    };
    const row: PhotoRow = {
      id: newId(),
      record,
      state: 'waiting',
      sent: 0,
      body: await seal(key, body),
      bytes: await sealBytes(key, bytes),
    };
    await base.photos.add(row).catch((fault: unknown) => {
      throw wordsOfFault(fault);
    });
    const photos = [
      ...core.state().photos,
      { id: row.id, record, item, state: row.state, marked: Boolean(drawn) },
    ];
    core.show({ photos, ...(await countsOf(base)) });
    return row.id;
  }

  return {
    write,

    /** Writes fields of a record; resolved when it is on the disk. While somebody types, one operation grows. */
    touch: (record: string, changes: Change[], typing = false) =>
      inTurn(() => write(record, changes, typing)),

    addPhoto: (record: string, item: string, picture: Blob) => inTurn(() => addPhoto(record, item, picture)),

    /** A copy with marks on it, beside the photo as it was taken. */
    markPhoto: (id: string, picture: Blob, marks: Mark[]) =>
      inTurn(async () => {
        const row = await base.photos.get(id);
        if (!row) throw new PhoneError('本机没有这张照片');
        const { item, digest } = await unseal<PhotoBody>(key, row.body);
        return addPhoto(row.record, item, picture, { original: digest, marks });
      }),

    async pictureOf(id: string): Promise<Blob | null> {
      const row = await base.photos.get(id);
      return row ? new Blob([await unsealBytes(key, row.bytes)], { type: 'image/jpeg' }) : null;
    },
  };
}
