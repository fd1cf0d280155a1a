/** Names and values of a request: dotted keys, lists, dropped empties and the end-date rule. */
import dayjs from 'dayjs';

export type Params = Record<string, unknown>;
type Pair = [name: string, value: string];

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2})?$/;

/** The server's upper bounds are exclusive, so the last day (or second) that was meant is moved on by one. */
function shiftEndDate(name: string, value: string): string {
  const last = name.slice(name.lastIndexOf('.') + 1);
  if (last === 'ladderAgeEnd') return value;
  if (!last.includes('End') && !last.includes('timee') && !last.includes('datee')) return value;
  if (DATE.test(value)) return dayjs(value).add(1, 'day').format('YYYY-MM-DD');
  if (DATE_TIME.test(value)) return dayjs(value).add(1, 'second').format('YYYY-MM-DD HH:mm:ss');
  return value;
}

function textOf(value: unknown): string {
  if (value instanceof Date) return dayjs(value).format('YYYY-MM-DD HH:mm:ss');
  if (dayjs.isDayjs(value)) return value.format('YYYY-MM-DD');
  if (value === true) return '1';
  if (value === false) return '0';
  return String(value);
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';
const isNested = (value: unknown): value is Params =>
  typeof value === 'object' && value !== null && !(value instanceof Date) && !dayjs.isDayjs(value);

/** Flattens: lists of plain values repeat the name, lists of objects become `rows.0.x`, objects become `a.b`. */
function toPairs(params: Params): Pair[] {
  const pairs: Pair[] = [];
  const visit = (name: string, value: unknown) => {
    if (isEmpty(value)) return;
    if (Array.isArray(value)) {
      value.forEach((item, index) => {
        visit(isNested(item) ? `${name}.${index}` : name, item);
      });
    } else if (isNested(value)) {
      for (const [key, inner] of Object.entries(value)) visit(`${name}.${key}`, inner);
    } else {
      pairs.push([name, textOf(value)]);
    }
  };
  for (const [name, value] of Object.entries(params)) visit(name, value);
  return pairs;
}

export function queryString(params: Params): string {
  const pairs = toPairs(params).map(([name, value]): Pair => [name, shiftEndDate(name, value)]);
  return new URLSearchParams(pairs).toString();
}

/** Bodies keep their dates: what is saved is what was typed. */
export function formBody(params: Params): URLSearchParams {
  return new URLSearchParams(toPairs(params));
}
