/** The pack on the phone: taken over, read again at the start, erased when the phone is lost. */
import type { Conflict, Job, Pack } from './contract';
import {
  type Core,
  countsOf,
  type Draft,
  isOpen,
  type KeptJob,
  noCounts,
  type PhotoBody,
  type State,
  timeOf,
} from './core';
import { type PersonBase, setting } from './database';
import { type Sealed, seal, unseal } from './vault';

const sorted = (jobs: readonly KeptJob[]): KeptJob[] =>
  [...jobs].sort(
    ({ job: a }, { job: b }) =>
      (a.plandate ?? '').localeCompare(b.plandate ?? '') || a.unit.localeCompare(b.unit),
  );

export async function load(base: PersonBase, key: CryptoKey): Promise<State> {
  const [jobs, drafts, photos, conflicts] = await Promise.all([
    base.jobs.toArray(),
    base.drafts.toArray(),
    base.photos.toArray(),
    setting<Sealed>(base, 'conflicts'),
  ]);
  const byRecord = new Map<string, Map<string, Draft>>();
  for (const { record, path, body, seq, state } of drafts) {
    const values = byRecord.get(record) ?? new Map<string, Draft>();
    values.set(path, { ...(await unseal<Pick<Draft, 'value' | 'message'>>(key, body)), seq, state });
    byRecord.set(record, values);
  }
  const kept = jobs.map(async ({ body, digest, gone, version }) => ({
    job: await unseal<Job>(key, body),
    digest,
    gone,
    version,
  }));
  const pictures = photos.map(async ({ id, record, state, body }) => {
    const { item, original } = await unseal<PhotoBody>(key, body);
    return { id, record, state, item, marked: Boolean(original) };
  });
  return {
    jobs: sorted(await Promise.all(kept)),
    drafts: byRecord,
    photos: await Promise.all(pictures),
    conflicts: conflicts ? await unseal<Conflict[]>(key, conflicts) : [],
    ...(await countsOf(base)),
    packAt: (await setting<number>(base, 'packAt')) ?? 0,
    offset: (await setting<number>(base, 'offset')) ?? 0,
    heardAt: (await setting<number>(base, 'heardAt')) ?? 0,
  };
}

export function keeping(core: Core) {
  const { base, key, inTurn } = core;

  async function takePack(pack: Pack): Promise<void> {
    const jobs = new Map(core.state().jobs.map((one) => [one.job.id, one]));
    const fresh: KeptJob[] = [];
    for (const { id, digest, job } of pack.jobs) {
      const old = jobs.get(id);
      if (job) fresh.push({ job, digest, gone: '', version: job.version });
      else if (old?.gone) jobs.set(id, { ...old, gone: '' }); // it came back as it was
    }
    for (const one of fresh) jobs.set(one.job.id, one);

    // What is confirmed stands in the new pack; what was not sent, or not taken, stays laid over it.
    const drafts = new Map(core.state().drafts);
    const stale: [string, string][] = [];
    for (const { job } of fresh) {
      const values = new Map(drafts.get(job.record));
      for (const [path, { seq, state }] of values) {
        const isTold = seq > 0 && (state === 'done' || state === 'conflict');
        if (!isTold || path.startsWith('presence.')) continue;
        values.delete(path);
        stale.push([job.record, path]);
      }
      drafts.set(job.record, values);
    }

    const removed: string[] = [];
    for (const { id, why } of pack.gone) {
      const kept = jobs.get(id);
      if (!kept) continue;
      const ops = await base.ops.where('record').equals(kept.job.record).toArray();
      const photos = await base.photos.where('record').equals(kept.job.record).toArray();
      if ([...ops, ...photos].some(isOpen)) jobs.set(id, { ...kept, gone: why || '任务已收回' });
      else {
        jobs.delete(id);
        drafts.delete(kept.job.record);
        drafts.delete(id);
        removed.push(kept.job.record, id);
      }
    }

    const all = sorted([...jobs.values()]);
    // A pack is asked for every minute: what is as it was is not sealed anew.
    const rows = await Promise.all(
      fresh.map(async ({ job, ...rest }) => ({ id: job.id, ...rest, body: await seal(key, job) })),
    );
    const before = new Map(core.state().jobs.map((one) => [one.job.id, one]));
    const left = [...before.keys()].filter((id) => !jobs.has(id));
    const marked = all.filter(({ job, gone }) => before.has(job.id) && before.get(job.id)!.gone !== gone);
    const packAt = timeOf(pack.serverTime) || core.now();
    await base.transaction('rw', base.jobs, base.drafts, base.photos, base.settings, async () => {
      await base.jobs.bulkDelete(left);
      await base.jobs.bulkPut(rows);
      for (const { job, gone } of marked) await base.jobs.update(job.id, { gone });
      await base.drafts.bulkDelete(stale);
      for (const record of removed) {
        await base.drafts.where('record').equals(record).delete();
        await base.photos.where('record').equals(record).delete();
      }
      await base.settings.put({ name: 'packAt', value: packAt });
    });
    const photos = core.state().photos.filter((one) => !removed.includes(one.record));
    core.show({ jobs: all, drafts, photos, packAt, ...(await countsOf(base)) });
  }

  return {
    /** What the phone has, for the server to send differences only. */
    have: () => Object.fromEntries(core.state().jobs.map((one) => [one.job.id, one.digest])),

    takePack: (pack: Pack) => inTurn(() => takePack(pack)),

    takeConflicts: (conflicts: Conflict[]) =>
      inTurn(async () => {
        await base.settings.put({ name: 'conflicts', value: await seal(key, conflicts) });
        core.show({ conflicts });
      }),

    /** The server was heard: how far the clocks are apart. */
    heard: (offset: number, heardAt: number) =>
      inTurn(async () => {
        await base.settings.bulkPut([
          { name: 'offset', value: offset },
          { name: 'heardAt', value: heardAt },
        ]);
        core.show({ offset, heardAt });
      }),

    /** A phone that begins anew goes on behind what the server has of it. */
    startFrom: (last: number) =>
      inTurn(async () => {
        if (last > 0 && (await setting<number>(base, 'seq')) === undefined)
          await base.settings.put({ name: 'seq', value: last });
      }),

    /** A lost phone: everything goes, the key with it; without that nothing that a disk may keep can be read. */
    wipe: () =>
      inTurn(async () => {
        await base.transaction('rw', base.tables, async () => {
          for (const table of base.tables) await table.clear();
        });
        core.show({ jobs: [], drafts: new Map(), photos: [], conflicts: [], counts: noCounts, unsent: 0 });
      }),
  };
}
