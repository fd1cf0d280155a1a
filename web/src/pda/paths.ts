/** Fields by their path: what the pack says of them, and the record with what was done here laid over it. */
import type { EntryItem, ItemScreen } from '@/api/shapes';
import { type Answer, answerOf, type Result } from '@/ui/answers';
import type { Job } from './contract';

/** A row of a table, by the name that it has on every device. */
export interface TableRow {
  id: string;
  cells: Record<string, string>;
}

export interface Filled {
  answers: Record<number, Answer>;
  conditions: Record<string, string>;
  facts: Record<string, string>;
  /** What the record says as a whole, by the name of the field. */
  fields: Record<string, string>;
  instruments: string[];
  tables: Record<string, TableRow[]>;
  /** What a table says once, for all of its rows. */
  params: Record<string, Record<string, string>>;
}

/** The row of a table that holds what is said once. */
export const PARAMS = 'params';

const FIELDS = [
  'inspdate',
  'begunat',
  'endedat',
  'conclusion',
  'nextdate',
  'rectifydue',
  'problems',
  'remark',
] as const;
type Field = (typeof FIELDS)[number];
const isField = (name: string): name is Field => (FIELDS as readonly string[]).includes(name);

export type Values = ReadonlyMap<string, unknown>;

const words = (value: unknown) => (value === null || value === undefined ? '' : String(value));

/** What of a job says where its fields are. */
type Placed = Pick<Job, 'entry' | 'rows'>;

const rowId = (job: Placed, table: string, at: number) => job.rows[table]?.[at] ?? String(at);

/** Whether the server takes a field from here: `*` is any one part, at the end all that follow. */
export function mayEdit(job: Pick<Job, 'editable'>, path: string): boolean {
  const parts = path.split('.');
  return job.editable.some((pattern) => {
    const asked = pattern.split('.');
    const reaches = asked.at(-1) === '*' ? parts.length >= asked.length : parts.length === asked.length;
    return reaches && asked.every((one, at) => one === '*' || one === parts[at]);
  });
}

/** What the pack says of a field. */
export function valueIn(job: Placed, path: string): unknown {
  const { entry } = job;
  const [kind, first = '', second = '', third = ''] = path.split('.');
  const record = entry.record;
  switch (kind) {
    case 'results': {
      const item = entry.items?.find((one) => String(one.seq) === first);
      if (second === 'r') return item?.result ?? '';
      if (second === 'n') return item?.note ?? '';
      if (second === 'm') return item?.monitored ?? false;
      return item?.values?.[third] ?? '';
    }
    case 'conditions':
      return record?.conditions?.[first] ?? '';
    case 'facts':
      return record?.facts?.[first] ?? '';
    case 'instruments':
      return (record?.instruments ?? []).map((one) => one.id);
    case 'tables': {
      const table = entry.tables?.find((one) => one.code === first);
      if (second === PARAMS) return table?.params[third] ?? '';
      const rows = table?.rows ?? [];
      const row = rows.find((_, at) => rowId(job, first, at) === second);
      if (!third) return row ?? null;
      return row?.[third] ?? '';
    }
    default:
      return kind && isField(kind) ? (record?.[kind] ?? '') : null;
  }
}

const clone = (answer: Answer): Answer => ({ ...answer, v: { ...answer.v } });

/** The record as it stands on this phone. */
export function filledOf(job: Placed, values: Values): Filled {
  const { entry } = job;
  const record = entry.record;
  const filled: Filled = {
    answers: Object.fromEntries(
      (entry.items ?? []).map((item: EntryItem) => [item.seq, clone(answerOf(item))]),
    ),
    conditions: { ...record?.conditions },
    facts: { ...record?.facts },
    fields: Object.fromEntries(FIELDS.map((name) => [name, record?.[name] ?? ''])),
    params: Object.fromEntries((entry.tables ?? []).map(({ code, params }) => [code, { ...params }])),
    instruments: (record?.instruments ?? []).map((one) => one.id),
    tables: Object.fromEntries(
      (entry.tables ?? []).map(({ code, rows }) => [
        code,
        rows.map((row, at) => ({ id: rowId(job, code, at), cells: { ...row } })),
      ]),
    ),
  };
  for (const [path, value] of values) lay(filled, path, value);
  return filled;
}

function lay(filled: Filled, path: string, value: unknown): void {
  const [kind, first = '', second = '', third = ''] = path.split('.');
  if (kind === 'results') {
    const answer = filled.answers[Number(first)];
    if (!answer) return;
    if (second === 'r') answer.r = words(value) as Result | '';
    else if (second === 'n') answer.n = words(value);
    else if (second === 'm') answer.m = value === true || value === '1';
    else if (second === 'v') answer.v[third] = words(value);
  } else if (kind === 'conditions' || kind === 'facts') filled[kind][first] = words(value);
  else if (kind && isField(kind)) filled.fields[kind] = words(value);
  else if (kind === 'instruments') filled.instruments = Array.isArray(value) ? value.map(String) : [];
  else if (kind === 'tables' && second === PARAMS) {
    filled.params[first] = { ...filled.params[first], [third]: words(value) };
  } else if (kind === 'tables') {
    filled.tables[first] ??= [];
    layRow(filled.tables[first], second, third, value);
  }
}

function layRow(rows: TableRow[], id: string, column: string, value: unknown): void {
  const at = rows.findIndex((row) => row.id === id);
  if (!column) {
    if (value === null && at >= 0) rows.splice(at, 1);
    return;
  }
  if (at < 0) rows.push({ id, cells: { [column]: words(value) } });
  else rows[at]!.cells[column] = words(value);
}

/** What somebody reads of a path: the item with its name, the label of a field. */
export function wordsOf(entry: ItemScreen, path: string): string {
  const [kind, first = '', second = '', third = ''] = path.split('.');
  if (kind === 'results') {
    const item = entry.items?.find((one) => String(one.seq) === first);
    const measure = item?.measures.find((one) => one.field === third);
    const what = { r: '结果', n: '说明', m: '监护使用' }[second] ?? measure?.label ?? third;
    return `第${first}项 ${item?.content ?? ''} ${what}`;
  }
  if (kind === 'conditions') return entry.sites?.find((one) => one.code === first)?.label ?? '检验条件';
  if (kind === 'facts') return entry.facts?.find((one) => one.name === first)?.label ?? '判定依据';
  if (kind === 'tables') {
    const table = entry.tables?.find((one) => one.code === first);
    const cell = table?.cells.find((one) => one.column === third);
    return `${table?.title ?? '附表'} ${cell?.label ?? '一行'}`;
  }
  const names: Record<string, string> = {
    inspdate: '检验日期',
    begunat: '开始时间',
    endedat: '结束时间',
    conclusion: '检验结论',
    nextdate: '下次检验日期',
    rectifydue: '整改反馈期限',
    problems: '问题与意见',
    remark: '备注',
    instruments: '检验仪器',
    presence: first === 'in' ? '到场' : '离场',
    guide: '任务指引',
  };
  return names[kind ?? ''] ?? path;
}
