/** How late or how near a limit is, in the words of the office. */
import dayjs from 'dayjs';

interface Limit {
  text: string;
  late: boolean;
}
interface LimitWords extends Limit {
  /** Due today or tomorrow. */
  soon: boolean;
}

export function limitWords(limit: string | null | undefined, now = dayjs()): LimitWords | null {
  if (!limit) return null;
  const at = dayjs(limit);
  if (!at.isValid()) return null;
  const days = at.startOf('day').diff(now.startOf('day'), 'day');
  if (days < 0) return { text: `超 ${-days} 日`, late: true, soon: false };
  if (days === 0 && limit.length <= 10) return { text: '今日', late: false, soon: true }; // a day ends with its evening
  if (days === 0 && at.isBefore(now)) return { text: `超期 ${at.format('HH:mm')}`, late: true, soon: false };
  if (days === 0) return { text: `今日 ${at.format('HH:mm')}`, late: false, soon: true };
  return { text: `${at.format('MM-DD')}，余 ${days} 日`, late: false, soon: days === 1 };
}

/** The same for a narrow cell: 超 2 日, 今日 17:00, 余 2 日, 11-23. */
export function shortLimit(limit: string | null, now = dayjs()): Limit {
  const at = dayjs(limit);
  if (!limit || !at.isValid()) return { text: limit ?? '', late: false };
  const days = at.startOf('day').diff(now.startOf('day'), 'day');
  const hasTime = limit.length > 10;
  if (days < 0) return { text: `超 ${-days} 日`, late: true };
  if (days === 0 && hasTime && at.isBefore(now)) return { text: '今日已超', late: true };
  if (days === 0) return { text: hasTime ? at.format('今日 HH:mm') : '今日', late: false };
  if (days <= 3) return { text: `余 ${days} 日`, late: false };
  return { text: at.format(at.isSame(now, 'year') ? 'MM-DD' : 'YYYY-MM-DD'), late: false };
}

/** Days that are left, as a list says them: 超 136 日, 今日, 余 6 日. */
export function leftWords(value: unknown): LimitWords | null {
  if (value === null || value === undefined || value === '') return null;
  const days = Number(value);
  if (days < 0) return { text: `超 ${-days} 日`, late: true, soon: false };
  return { text: days === 0 ? '今日' : `余 ${days} 日`, late: false, soon: days <= 7 };
}

/** A day counted from today: 超期 20 日, 今日到期, 余 6 日. */
export function dueWords(day: string | null | undefined, now = dayjs()): LimitWords | null {
  if (!day) return null;
  const days = dayjs(day).startOf('day').diff(now.startOf('day'), 'day');
  if (days < 0) return { text: `超期 ${-days} 日`, late: true, soon: false };
  return { text: days === 0 ? '今日到期' : `余 ${days} 日`, late: false, soon: days <= 7 };
}
