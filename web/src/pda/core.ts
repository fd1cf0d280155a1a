/** What the parts of the store share: the state, its order, its words for faults. */
import type { Conflict, Job } from './contract';
import type { OpRow, OpState, PersonBase, PhotoRow } from './database';
import type { Mark } from './marks';
import { valueIn } from './paths';

export const OFFLINE_HOURS = 72;
const HOUR = 3_600_000;

export interface Draft {
  value: unknown;
  state: OpState;
  /** The operation that wrote it last; 0 for what stays on the phone. */
  seq: number;
  message: string;
}

/** What an operation holds, sealed. */
export interface OpBody {
  path: string;
  base: unknown;
  baseVersion: number;
  value: unknown;
  at: string;
  offset: number;
  /** Which job and field, for who reads the queue. */
  title: string;
  words: string;
}

/** What the server said to it, sealed. */
export interface Said {
  message: string;
  value: unknown;
}

export interface PhotoBody {
  item: string;
  digest: string;
  at: string;
  size: number;
  /** Of a copy with marks: the digest of the photo that it was drawn on. */
  original?: string;
  marks?: Mark[];
  title: string;
  words: string;
}

export interface KeptJob {
  job: Job;
  digest: string;
  gone: string;
  version: number;
}

export interface KeptPhoto {
  id: string;
  record: string;
  item: string;
  state: OpState;
  /** A copy with marks on it. */
  marked: boolean;
}

export type Counts = Record<OpState, number>;

export interface State {
  jobs: readonly KeptJob[];
  drafts: ReadonlyMap<string, ReadonlyMap<string, Draft>>;
  photos: readonly KeptPhoto[];
  conflicts: readonly Conflict[];
  counts: Counts;
  /** Operations and photos that only this phone has. */
  unsent: number;
  /** When the last pack came, by the clock of the server; 0 before the first. */
  packAt: number;
  /** How much the clock of the phone is behind that of the server, in milliseconds. */
  offset: number;
  /** When the server was last heard, by its clock. */
  heardAt: number;
}

/** Why something cannot be done here, in a sentence for the person. */
export class PhoneError extends Error {}

export interface Core {
  base: PersonBase;
  key: CryptoKey;
  device: string;
  state: () => State;
  show: (change: Partial<State>) => void;
  /** One after the other: sealing takes its time, and the order of touches is the order of operations. */
  inTurn: <T>(run: () => Promise<T>) => Promise<T>;
  now: () => number;
}

/** A time of the server in milliseconds, NaN for what is none: with a space, which not every browser reads. */
export function timeOf(text: string): number {
  const whole = text.trim().replace(' ', 'T');
  return Date.parse(/(Z|[+-]\d{2}:\d{2})$/.test(whole) ? whole : `${whole}+08:00`);
}

export const noCounts: Counts = { waiting: 0, done: 0, conflict: 0, held: 0, refused: 0, dropped: 0 };

export async function countsOf(base: PersonBase): Promise<Pick<State, 'counts' | 'unsent'>> {
  const counts = { ...noCounts };
  let unsent = 0;
  for (const name of Object.keys(counts) as OpState[]) {
    const ops = await base.ops.where('state').equals(name).count();
    const photos = await base.photos.where('state').equals(name).count();
    counts[name] = ops + photos;
    if (name === 'waiting') unsent += ops + photos;
    if (name === 'refused') unsent += photos; // a photo that was not taken is nowhere else
  }
  return { counts, unsent };
}

export const jobOf = (state: State, record: string) => state.jobs.find((one) => one.job.record === record);

/** Why nothing may be written to a record here; empty when it may. */
export function closedBy(state: State, record: string, now: number): string {
  if (!record) return '还没有原始记录';
  const kept = jobOf(state, record);
  if (!kept) return '本机没有这个任务';
  if (kept.gone) return `任务已不在本人名下：${kept.gone}`;
  if (now - state.packAt > OFFLINE_HOURS * HOUR)
    return `任务包已超过 ${OFFLINE_HOURS} 小时，只能上传；联网同步后可继续填写`;
  return '';
}

/** What stands in a field now: what was done here, else what the pack says. */
export function currentOf(state: State, record: string, path: string): unknown {
  const draft = state.drafts.get(record)?.get(path);
  if (draft) return draft.value;
  const kept = jobOf(state, record);
  return kept ? valueIn(kept.job, path) : null;
}

/** A path of a table row that is taken off. */
export const isRowGone = (path: string, value: unknown) =>
  path.startsWith('tables.') && path.split('.').length === 3 && value === null;

export function wordsOfFault(fault: unknown): Error {
  if (fault instanceof PhoneError) return fault;
  const names = [fault, (fault as { inner?: unknown } | null)?.inner].map(
    (one) => (one as Error | null)?.name,
  );
  return new PhoneError(
    names.includes('QuotaExceededError')
      ? '手机存储空间不足，这一步没有保存，请清理空间后重填'
      : '没有写入手机，这一步没有保存，请重试',
  );
}

export const isOpen = (row: OpRow | PhotoRow) => row.state !== 'done' && row.state !== 'dropped';
