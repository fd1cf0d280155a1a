/** Values and states as people read them. */
import type { OpState } from './database';

export const stateWords: Record<OpState, string> = {
  waiting: '待传',
  done: '已确认',
  conflict: '冲突',
  held: '待处置',
  refused: '失败',
  dropped: '已放弃',
};

export function shownValue(value: unknown): string {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return '（空）';
  if (value === true) return '是';
  if (value === false) return '否';
  if (Array.isArray(value)) return `${value.length} 件`;
  if (typeof value === 'object' && 'read' in value) return '已阅读并确认';
  if (typeof value === 'object')
    return Object.values(value)
      .filter((one) => one !== null && one !== '')
      .join('　');
  return String(value);
}
