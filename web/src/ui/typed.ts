/** What is typed, as it is meant: days in any usual form, digits of the Chinese keyboard. What is not understood is
 * handed on as it stands, to be refused aloud; nothing is changed silently. */

/** What phone books and WPS paste along and nobody sees. */
const UNSEEN = /[\u00ad\u200b-\u200f\u2028-\u202f\u2060\ufeff]/g;

/** Letters, digits and signs of the Chinese keyboard as their narrow ones. */
export const narrow = (text: string) =>
  text
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(UNSEEN, '')
    .normalize('NFKC')
    .replace(/。/g, '.');

const SHORT_AREA = /^0(10|2\d)/;
const EXTENSION = /^(.*?\d)(?:转|分机|#|\*|ext\.?|x)[.:]?-?(\d{1,6})$/i;

/** A phone number as the server keeps it (kit/ground/typed.py): brackets, blanks, +86 and words of extensions are read. */
export function phoneOf(text: string): string {
  let plain = narrow(text).replace(/\s/g, '').replace(/\(/g, '').replace(/\)/g, '-').replace(/-+$/, '');
  const home = plain.replace(/^(\+|00)86-?|^86(?=1[2-9]\d{9}$)/, '');
  plain = home !== plain && !/^(0|400|1[2-9]\d{9}$)/.test(home) ? `0${home}` : home;
  plain = plain.replace(EXTENSION, '$1-$2');
  if (/^1[2-9][\d-]+$/.test(plain)) return plain.replace(/-/g, '');
  if (/^400-?\d{3,4}-?\d{3,4}(-\d{1,6})?$/.test(plain)) {
    const digits = plain.replace(/-/g, '');
    return digits.length > 10 ? `${digits.slice(0, 10)}-${digits.slice(10)}` : digits;
  }
  if (!/^0\d{9,11}(-|$)/.test(plain)) return plain;
  const area = SHORT_AREA.test(plain) ? 3 : 4;
  return `${plain.slice(0, area)}-${plain.slice(area)}`;
}

const PHONES = new Set(['mobile', 'mobileOrLandline', 'mobileKept', 'telKept', 'fax']);

/** A text as a rule of the validator table reads it. */
export function meant(rule: string, text: string): string {
  if (PHONES.has(rule)) return phoneOf(text);
  return rule === 'idCard18' ? narrow(text).replace(/\s/g, '') : narrow(text).trim();
}

const DAY = /^(\d{4})(?:(\d\d)(\d\d)|([-./])(\d{1,2})\4(\d{1,2})|年(\d{1,2})月(\d{1,2})日?)$/;
const TIME = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/;
const two = (number: string | number) => String(number).padStart(2, '0');

/** A day as yyyy-MM-dd, '' for nothing, null for what is none. */
export function dayOf(text: string): string | null {
  const plain = narrow(text).replace(/\s/g, '');
  if (plain === '') return '';
  const found = DAY.exec(plain);
  if (!found) return null;
  const [year, month, day] = [
    found[1],
    found[2] ?? found[5] ?? found[7],
    found[3] ?? found[6] ?? found[8],
  ].map(Number);
  const real = new Date(Date.UTC(year!, month! - 1, day));
  const exists = real.getUTCMonth() === month! - 1 && real.getUTCDate() === day;
  return exists && year! >= 1900 ? `${year}-${two(month!)}-${two(day!)}` : null;
}

/** A moment as yyyy-MM-dd HH:mm:ss; a day alone is its beginning. */
export function momentOf(text: string): string | null {
  const plain = narrow(text).replace('T', ' ').trim();
  if (plain === '') return '';
  const at = /\s(?=\d{1,2}:)/.exec(plain);
  const day = dayOf(at ? plain.slice(0, at.index) : plain);
  if (!at || !day) return day ? `${day} 00:00:00` : day;
  const time = TIME.exec(plain.slice(at.index + 1).trim());
  return time ? `${day} ${two(time[1]!)}:${time[2]}:${time[3] ?? '00'}` : null;
}

/** Why a text is no day, as a sentence; '' when it is one or nothing. */
export const dayFault = (text: unknown, withTime = false) =>
  text === undefined || text === null || (withTime ? momentOf : dayOf)(String(text)) !== null
    ? ''
    : `“${text}”不是${withTime ? '时间，请写作 2026-11-28 09:30' : '日期，请写作 2026-11-28'}`;

/** A number as it is typed, without the commas of thousands and in narrow digits. */
export function numberOf(text: string): string {
  const plain = narrow(text).trim();
  return /^[-+]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(plain) ? plain.replaceAll(',', '') : plain;
}

/** Why a text is no number, as a sentence; '' when it is one or nothing. Ten thousands and signs are not guessed. */
export function numberFault(text: unknown, whole = false): string {
  const plain = text === undefined || text === null ? '' : numberOf(String(text));
  if (plain === '') return '';
  if (!/^[-+]?(\d+\.?\d*|\.\d+)$/.test(plain)) return `“${text}”不是数字，请只写数字`;
  return whole && !/^[-+]?\d+(\.0*)?$/.test(plain) ? `“${text}”不是整数` : '';
}
