/** The original record while it is being filled: plain functions, no screen. */
import type { Params } from '@/api/client';
import type { EntryItem, EntryTable, Finding, ItemScreen, RecordHead, Stated } from '@/api/shapes';
import { type Answer, answerOf, progressOf } from '@/ui/answers';
import { unanswered } from './Findings';

const headFields = [
  'inspdate',
  'begunat',
  'endedat',
  'conclusion',
  'nextdate',
  'rectifydue',
  'problems',
  'remark',
  'conditions',
  'facts',
  'instruments',
] as const;
export type HeadField = (typeof headFields)[number] | 'nextdates' | 'reasons' | 'corrections' | 'refresh';
/** `nextdates` are those of the other dates that were picked and not stored yet, by field; `reasons` are those that were written and not stored yet, by the key of their finding; `refresh` takes the archive
 * as it is now. */
export type Head = Pick<RecordHead, (typeof headFields)[number]> & {
  nextdates: Record<string, string | null>;
  reasons: Record<string, string>;
  corrections: Record<string, Stated>;
  refresh: '' | '1';
};

/** A table as it is filled: what holds for all of it, and its rows, cell by cell. */
export type TableFill = Pick<EntryTable, 'params' | 'rows'>;

export interface Sheet {
  answers: Record<number, Answer>;
  head: Head;
  tables: Record<string, TableFill>;
}

/** What was changed here and not yet stored there. */
export interface Changes {
  items: ReadonlySet<number>;
  head: ReadonlySet<HeadField>;
  tables: ReadonlySet<string>;
}
export const nothing: Changes = { items: new Set(), head: new Set(), tables: new Set() };
export const isNothing = (changes: Changes) =>
  changes.items.size === 0 && changes.head.size === 0 && changes.tables.size === 0;
export const together = (a: Changes, b: Changes): Changes => ({
  items: new Set([...a.items, ...b.items]),
  head: new Set([...a.head, ...b.head]),
  tables: new Set([...a.tables, ...b.tables]),
});

export function sheetOf(screen: Pick<ItemScreen, 'items' | 'record' | 'tables' | 'corrections'>): Sheet {
  const record = screen.record;
  return {
    answers: Object.fromEntries((screen.items ?? []).map((item) => [item.seq, answerOf(item)])),
    tables: Object.fromEntries(
      (screen.tables ?? []).map(({ code, params, rows }) => [code, { params, rows }]),
    ),
    head: {
      inspdate: record?.inspdate ?? null,
      begunat: record?.begunat ?? '',
      endedat: record?.endedat ?? '',
      conclusion: record?.conclusion ?? '',
      nextdate: record?.nextdate ?? null,
      rectifydue: record?.rectifydue ?? null,
      problems: record?.problems ?? '',
      remark: record?.remark ?? '',
      conditions: record?.conditions ?? {},
      facts: record?.facts ?? {},
      instruments: record?.instruments ?? [],
      nextdates: {},
      reasons: {},
      corrections: screen.corrections ?? {},
      refresh: '',
    },
  };
}

/** The latest sheet of the server with what was typed here laid over it. */
export function keepMine(latest: Sheet, mine: Sheet, changes: Changes): Sheet {
  const answers = { ...latest.answers };
  for (const seq of changes.items) if (mine.answers[seq]) answers[seq] = mine.answers[seq];
  const head = { ...latest.head };
  for (const field of changes.head) Object.assign(head, { [field]: mine.head[field] });
  const tables = { ...latest.tables };
  for (const code of changes.tables) if (mine.tables[code]) tables[code] = mine.tables[code];
  return { answers, head, tables };
}

// An empty value is left out of a form, so a cleared field is sent as one space; the server trims it.
const CLEARED = ' ';

const cleared = (values: Record<string, string | null>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value || CLEARED]));

// A table goes whole; rows that say nothing stay here.
function sent({ params, rows }: TableFill) {
  const filled = rows.filter((row) => Object.values(row).some((cell) => cell.trim()));
  return filled.length > 0 ? { params: cleared(params), rows: filled } : { empty: '1' };
}

/** The body of an autosave: only what changed, with the version it was made on. */
export function payloadOf(id: string, version: number, sheet: Sheet, changes: Changes): Params {
  const form: Params = { id, version };
  if (changes.items.size > 0) {
    form.results = [...changes.items]
      .sort((a, b) => a - b)
      .map((seq) => {
        const answer = sheet.answers[seq]!;
        return { seq, r: answer.r, v: answer.v, n: answer.n, m: answer.m ? '1' : '', l: answer.l };
      });
  }
  for (const field of changes.head) form[field] = sheet.head[field] || CLEARED;
  if (changes.head.has('facts')) form.facts = cleared(sheet.head.facts);
  if (changes.head.has('nextdates')) form.nextdates = cleared(sheet.head.nextdates);
  if (changes.head.has('corrections')) {
    const entries = Object.entries(sheet.head.corrections);
    form.corrections = Object.fromEntries(
      entries.map(([name, { value, reason }]) => [name, { value: String(value) || CLEARED, reason }]),
    );
  }
  if (changes.head.has('reasons')) form.reasons = sheet.head.reasons;
  if (changes.head.has('instruments')) {
    const named = sheet.head.instruments;
    form.instruments = named.map((one) => one.id);
    form.instrumentstates = Object.fromEntries(named.map((one) => [one.id, one.state || CLEARED]));
  }
  if (changes.head.has('conditions')) form.conditions = cleared(sheet.head.conditions);
  if (changes.tables.size > 0) {
    form.tables = Object.fromEntries([...changes.tables].map((code) => [code, sent(sheet.tables[code]!)]));
  }
  return form;
}

/** Why the report cannot be handed on yet; empty when it can. */
export function refusal(items: EntryItem[], sheet: Sheet, findings: Finding[]): string {
  const { filled, total } = progressOf(items, sheet);
  if (filled < total) return `还有 ${total - filled} 项未填`;
  if (!sheet.head.inspdate) return '检验日期未填';
  if (!sheet.head.conclusion) return '检验结论未填';
  const errors = findings.filter((finding) => finding.level === 'error');
  if (errors.length > 0) return `还有 ${errors.length} 处要改：${errors[0]!.text}`;
  const open = unanswered(findings);
  return open.length > 0 ? `还有 ${open.length} 处要说明：${open[0]!.text}` : '';
}
