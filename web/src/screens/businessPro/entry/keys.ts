/** What a key means while a record is entered. */

import type { Result } from '@/screens/businessPro/api';
import { results } from '@/ui/answers';
import { inField, isPlain } from '@/ui/pageKeys';

type EntryAct =
  | { kind: 'result'; result: Result }
  | { kind: 'enter' }
  | { kind: 'move'; by: 1 | -1 }
  | { kind: 'unfilled' }
  | { kind: 'phrases' }
  | { kind: 'photo' }
  | { kind: 'leave' }
  | { kind: 'save' };

/** A field that uses ↑ ↓ or Enter itself: a picker, or a text of several lines. */
const keepsKeys = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  Boolean(target.closest('textarea, [role=combobox], .ant-picker, .ant-select, .ant-picker-dropdown'));

export function entryAct(event: KeyboardEvent): EntryAct | null {
  if (event.altKey && event.code === 'KeyS') return { kind: 'save' };
  if (event.key === 'F2') return { kind: 'phrases' };
  if (event.ctrlKey && event.key === 'ArrowDown') return { kind: 'unfilled' };
  if (!isPlain(event)) return null;
  const typing = inField(event.target);
  if (event.key === 'Escape' && typing) return { kind: 'leave' };
  if (keepsKeys(event.target)) return null;
  if (event.key === 'ArrowDown') return { kind: 'move', by: 1 };
  if (event.key === 'ArrowUp') return { kind: 'move', by: -1 };
  if (event.key === 'Enter') {
    // A button that has the focus is pressed by Enter; that is not the way to the next item.
    const onButton = event.target instanceof HTMLElement && event.target.closest('button, a[href]');
    return onButton ? null : { kind: 'enter' };
  }
  if (typing) return null;
  if (event.key === 'p' || event.key === 'P') return { kind: 'photo' };
  const at = ['1', '2', '3', '4'].indexOf(event.key);
  return at >= 0 ? { kind: 'result', result: results[at]! } : null;
}
