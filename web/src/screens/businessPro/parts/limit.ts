/** How late or how near a limit is, in the words of the office. */
import dayjs from 'dayjs';

interface LimitWords {
  text: string;
  late: boolean;
  /** Due today or tomorrow. */
  soon: boolean;
}

export function limitWords(limit: string | null | undefined, now = dayjs()): LimitWords | null {
  if (!limit) return null;
  const at = dayjs(limit);
  if (!at.isValid()) return null;
  if (at.isBefore(now)) {
    const days = now.startOf('day').diff(at.startOf('day'), 'day');
    return { text: days > 0 ? `超 ${days} 日` : `超期 ${at.format('HH:mm')}`, late: true, soon: false };
  }
  const days = at.startOf('day').diff(now.startOf('day'), 'day');
  if (days === 0) return { text: `今日 ${at.format('HH:mm')}`, late: false, soon: true };
  return { text: `${at.format('MM-DD')}，余 ${days} 日`, late: false, soon: days === 1 };
}

/** A day counted from today: 超期 20 日, 今日到期, 余 6 日. */
export function dueWords(day: string | null | undefined, now = dayjs()): LimitWords | null {
  if (!day) return null;
  const days = dayjs(day).startOf('day').diff(now.startOf('day'), 'day');
  if (days < 0) return { text: `超期 ${-days} 日`, late: true, soon: false };
  return { text: days === 0 ? '今日到期' : `余 ${days} 日`, late: false, soon: days <= 7 };
}
