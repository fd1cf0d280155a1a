/** Answers to the items of a record, wherever they are given: what values speak for, what may be filled, what is left. */
import type { EntryItem, Measure, TableResult, WorkedTable } from '@/api/shapes';

export type Result = '√' | '×' | '—' | '△';

export interface Answer {
  r: Result | '';
  v: Record<string, string>;
  n: string;
  m: boolean;
  /** The lines of a piping project that a fault is about; none = all of them. */
  l: string[];
}

export const results: Result[] = ['√', '×', '—', '△'];
export const resultNames: Record<Result, string> = {
  '√': '符合',
  '×': '不符合',
  '—': '无此项',
  '△': '整改后符合',
};

export function answerOf(item: EntryItem): Answer {
  return { r: item.result, v: item.values ?? {}, n: item.note ?? '', m: item.monitored, l: item.lines };
}

/** Answers by the number of their item. */
export interface Answered {
  answers: Record<number, Answer>;
}

export const isWrong = (result: Answer['r']) => result === '×' || result === '△';

/** What a new result leaves of an answer: words about a fault go with the fault. */
export function withResult(answer: Answer, change: Partial<Answer>): Answer {
  const gone = change.r !== undefined && isWrong(answer.r) && !isWrong(change.r);
  return { ...answer, ...(gone && { n: '', m: false, l: [] }), ...change };
}

/** Whether a value keeps its limit; null while there is nothing to judge. */
export function withinLimit(measure: Measure, value: string | undefined): boolean | null {
  const text = (value ?? '').trim();
  if (text === '') return null;
  const number = Number(text);
  if (!Number.isFinite(number)) return null;
  if (measure.low !== null && measure.low !== undefined && number < Number(measure.low)) return false;
  if (measure.high !== null && measure.high !== undefined && number > Number(measure.high)) return false;
  return true;
}

export const missingMeasure = (item: EntryItem, answer: Answer): Measure | undefined =>
  item.measures.find((measure) => !measure.fed && !(answer.v[measure.field] ?? '').trim());

/** The result of a table that is a measured value of an item; undefined where it is typed by hand. */
export const resultFor = (
  worked: WorkedTable[],
  item: EntryItem,
  measure: Measure,
): TableResult | undefined =>
  worked
    .flatMap((table) => table.results)
    .find((one) => one.item === item.item_no && one.field === measure.field);

/** What the measured values speak for: √ inside all limits, × outside one, nothing while values are missing. */
export function proposedResult(item: EntryItem, answer: Answer): Result | null {
  if (item.measures.length === 0 || missingMeasure(item, answer)) return null;
  const verdicts = item.measures.map((measure) => withinLimit(measure, answer.v[measure.field]));
  if (verdicts.some((verdict) => verdict === false)) return '×';
  return verdicts.every((verdict) => verdict === true) ? '√' : null;
}

const isFilled = (answer: Answer | undefined) => Boolean(answer?.r);

export interface Progress {
  filled: number;
  total: number;
  keyFilled: number;
  keyTotal: number;
  failed: number;
}

export function progressOf(items: EntryItem[], sheet: Answered): Progress {
  const keys = items.filter((item) => item.key);
  return {
    filled: items.filter((item) => isFilled(sheet.answers[item.seq])).length,
    total: items.length,
    keyFilled: keys.filter((item) => isFilled(sheet.answers[item.seq])).length,
    keyTotal: keys.length,
    failed: items.filter((item) => sheet.answers[item.seq]?.r === '×').length,
  };
}

/** The next item without a result after `from`, going round once; undefined when all are filled. */
export function nextUnfilled(items: EntryItem[], sheet: Answered, from: number): number | undefined {
  const at = items.findIndex((item) => item.seq === from);
  const order = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return order.find((item) => !isFilled(sheet.answers[item.seq]))?.seq;
}

/** Why a result cannot be true, by item and result. */
export type Impossible = Record<string, Record<string, string>>;

/** Items 全部符合 may fill: without a result, and neither measured nor key ones: these want to be looked at. */
export function conformable(items: EntryItem[], sheet: Answered, impossible: Impossible = {}): number[] {
  return items
    .filter((item) => {
      const answer = sheet.answers[item.seq];
      if (impossible[item.seq]?.['√']) return false;
      return answer && !answer.r && !item.key && item.type !== 'measure' && item.measures.length === 0;
    })
    .map((item) => item.seq);
}

/** Why the result of an item cannot be true; empty when it can. What conforms after repair is there as what conforms. */
export const untrue = (impossible: Impossible, seq: number, result: string) =>
  impossible[seq]?.[result === '△' ? '√' : result] ?? '';

/** What failed or was put right on the spot, an item each: with it problems and opinion begin. */
export const foundWords = (items: EntryItem[], sheet: Answered): string =>
  items
    .filter((item) => isWrong(sheet.answers[item.seq]?.r ?? ''))
    .map((item) => {
      const { n, l } = sheet.answers[item.seq]!;
      const lines = l.length > 0 ? `管线${l.join('、')}，` : '';
      return `第${item.seq}项${item.content}：${lines}${n || `不符合“${item.requirement}”`}`;
    })
    .join('；');
