/** The tables on the phone: one database a person, its bodies sealed; and one of the phone itself. */
import Dexie, { type EntityTable, type Table } from 'dexie';
import { type Lock, newId, type Sealed } from './vault';

export type OpState = 'waiting' | 'done' | 'conflict' | 'held' | 'refused' | 'dropped';

export interface JobRow {
  id: string;
  digest: string;
  /** Why it is nobody's job here any more; it stays while something of it was not sent. */
  gone: string;
  /** Of the record, as the server told it last. */
  version: number;
  body: Sealed;
}

/** How a field stands here, beside what the pack says. */
export interface DraftRow {
  record: string;
  path: string;
  state: OpState;
  /** The operation that wrote it last; 0 for what stays on the phone. */
  seq: number;
  body: Sealed;
}

export interface OpRow {
  seq: number;
  id: string;
  record: string;
  state: OpState;
  /** How often it went out: once it did, it is never changed again. */
  sent: number;
  body: Sealed;
  /** What the server said. */
  said?: Sealed;
}

export interface PhotoRow {
  id: string;
  record: string;
  state: OpState;
  sent: number;
  body: Sealed;
  bytes: Sealed;
  said?: Sealed;
}

interface SettingRow {
  name: string;
  value: unknown;
}

export type PersonBase = Dexie & {
  jobs: EntityTable<JobRow, 'id'>;
  drafts: Table<DraftRow, [string, string]>;
  ops: EntityTable<OpRow, 'seq'>;
  photos: EntityTable<PhotoRow, 'id'>;
  settings: EntityTable<SettingRow, 'name'>;
};

const PREFIX = 'pda:';

// A commit counts when it is on the disk, not when the system has promised to write it.
const durable = { chromeTransactionDurability: 'strict' } as const;

export function personBase(account: string): PersonBase {
  const base = new Dexie(`${PREFIX}${account}`, durable) as PersonBase;
  base.version(1).stores({
    jobs: 'id',
    drafts: '[record+path], record',
    ops: 'seq, state, record',
    photos: 'id, state, record',
    settings: 'name',
  });
  return base;
}

type PhoneBase = Dexie & { settings: EntityTable<SettingRow, 'name'> };

/** What belongs to the phone, whoever uses it. */
async function onPhone<T>(run: (base: PhoneBase) => Promise<T>): Promise<T> {
  const base = new Dexie('pda-phone', durable) as PhoneBase;
  base.version(1).stores({ settings: 'name' });
  try {
    return await run(base);
  } finally {
    base.close();
  }
}

export async function setting<T>(base: PersonBase | PhoneBase, name: string): Promise<T | undefined> {
  return (await base.settings.get(name))?.value as T | undefined;
}

export interface Person {
  account: string;
  name: string;
}

/** Who used it last: without a net there is nobody else to ask. */
export const lastPerson = () => onPhone((base) => setting<Person>(base, 'last'));
export const rememberPerson = (person: Person) =>
  onPhone((base) => base.settings.put({ name: 'last', value: person }));

/** The name of the phone for the server, made when it is first asked for. */
export const deviceName = () =>
  onPhone((base) =>
    base.transaction('rw', base.settings, async () => {
      const known = await setting<string>(base, 'device');
      const name = known ?? newId();
      if (!known) await base.settings.put({ name: 'device', value: name });
      return name;
    }),
  );

/** The lock of a person's data; none before the first use. */
export async function lockOf(account: string): Promise<Lock | undefined> {
  const base = personBase(account);
  try {
    return await setting<Lock>(base, 'lock');
  } finally {
    base.close();
  }
}

/** Takes everything of a person off the phone, what was not sent with it. */
export const forget = (account: string) => Dexie.delete(`${PREFIX}${account}`);

/** How much of a person's work is only on this phone. Asked without his PIN. */
export async function unsentOf(account: string): Promise<number> {
  const base = personBase(account);
  try {
    return await countUnsent(base);
  } finally {
    base.close();
  }
}

export async function countUnsent(base: PersonBase): Promise<number> {
  const [ops, photos] = await Promise.all([
    base.ops.where('state').equals('waiting').count(),
    base.photos.where('state').anyOf('waiting', 'refused').count(),
  ]);
  return ops + photos;
}
