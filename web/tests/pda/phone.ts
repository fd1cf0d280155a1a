/** A phone in the test: a database of its own and a pack of one lift. */
import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { EntryItem, ItemScreen } from '@/api/shapes';
import type { Job, Pack } from '@/pda/contract';

export const PIN = '246810';
export const ROUNDS = 1000; // the real figure makes a test wait half a second each time

/** A phone that nobody has used. */
export function newPhone(): IDBFactory {
  const disk = new IDBFactory();
  Dexie.dependencies.indexedDB = disk;
  Dexie.dependencies.IDBKeyRange = IDBKeyRange;
  return disk;
}

/** Everything that stands on the disk, as text: sealed bytes as one character each. */
export async function onDisk(disk: IDBFactory): Promise<string> {
  const out: string[] = [];
  for (const { name } of await disk.databases()) {
    const base = await new Promise<IDBDatabase>((done) => {
      const asked = disk.open(name!);
      asked.onsuccess = () => done(asked.result);
    });
    for (const store of base.objectStoreNames) {
      const rows = await new Promise<unknown[]>((done) => {
        const asked = base.transaction(store).objectStore(store).getAll();
        asked.onsuccess = () => done(asked.result);
      });
      out.push(store, JSON.stringify(rows, bytesAsText));
    }
    base.close();
  }
  return out.join('\n');
}

function bytesAsText(_: string, value: unknown): unknown {
  const bytes =
    value instanceof ArrayBuffer ? new Uint8Array(value) : value instanceof Uint8Array ? value : undefined;
  return bytes ? new TextDecoder('utf-8').decode(bytes) : value;
}

const item = (seq: number, more: Partial<EntryItem> = {}): EntryItem => ({
  seq,
  item_no: `A1.${seq}`,
  section: '机房',
  content: `项目${seq}`,
  requirement: `第${seq}项的要求`,
  basis: '',
  number: `A1.${seq}`,
  key: false,
  type: 'look',
  measures: [],
  result: '',
  values: {},
  note: '',
  monitored: false,
  lines: [],
  prefill: '',
  taken: '',
  last: null,
  ...more,
});

const speed = {
  field: 'speed',
  label: '机械动作速度',
  unit: 'm/s',
  low: '2.01',
  high: '2.33',
  limit: '2.01–2.33',
  fed: false,
  least: null,
  most: null,
  whole: false,
};

const entry = {
  id: 'rec-1',
  version: 3,
  record: {
    inspdate: null,
    problems: '',
    remark: '',
    conditions: {},
    facts: {},
    instruments: [{ id: 'tool-1' }],
  },
  items: [
    item(1),
    item(2, { key: true, content: '轿厢限速器', measures: [speed], type: 'measure' }),
    item(3),
    item(4),
  ],
  impossible: { 4: { '√': '设备没有紧急操作装置，不能填符合' } },
  tables: [
    {
      code: 'rope',
      template: '',
      title: '钢丝绳测量',
      hint: '',
      most: 10,
      params: {},
      cells: [
        { column: 'place', role: 'key', label: '位置', unit: '', type: 'text', options: [] },
        { column: 'd', role: 'input', label: '直径', unit: 'mm', type: 'number', options: [] },
      ],
      rows: [{ place: '上段', d: '12.9' }],
    },
  ],
  sites: [
    { code: 'temp', label: '环境温度', unit: '℃', limit: '5～40', measured: true, low: '5', high: '40' },
  ],
  facts: [],
  toolbox: [],
  head: { mine: true },
} as unknown as ItemScreen;

export const job = (more: Partial<Job> = {}): Job => ({
  id: 'job-1',
  reportcode: 'NBTD202601842',
  record: 'rec-1',
  version: 3,
  step: 'BGLR',
  stepName: '报告录入',
  main: true,
  equcode: '3110XXXX',
  equname: '甬江花园5幢1单元客梯',
  unit: '甬江物业',
  address: '甬江路18号',
  sort: '定期检验',
  plandate: '2026-11-29',
  contact: '王**',
  entry: structuredClone(entry),
  template: null,
  last: [],
  notices: [],
  guide: [],
  device: {},
  rows: { rope: ['row-1'] },
  editable: [
    'results.*.r',
    'results.*.n',
    'results.*.m',
    'results.*.v.*',
    'conditions.*',
    'facts.*',
    'inspdate',
    'problems',
    'remark',
    'instruments',
    'tables.*.*',
    'tables.*.*.*',
    'presence.*',
  ],
  ...more,
});

export const packOf = (
  jobs: Job[],
  gone: Pack['gone'] = [],
  serverTime = new Date().toISOString(),
): Pack => ({
  serverTime,
  digest: 'all',
  jobs: jobs.map((one) => ({
    id: one.id,
    digest: `digest of ${one.id} ${one.version}`,
    same: false,
    job: one,
  })),
  gone,
});
