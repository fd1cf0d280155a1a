/** The keys of a list: ↑ ↓ move, space picks, Enter opens; Alt with a letter runs a toolbar action. */
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';

interface Options {
  keys: string[];
  box: RefObject<HTMLElement | null>;
  onPick: (key: string) => void;
  /** Brings a row into sight that may not be drawn. */
  reveal: (key: string) => void;
  /** Esc: nothing is picked any more. */
  onClear: () => void;
}

/** Moves the mark through the rows while the table has the focus. */
export function useRowKeys({ keys, box, onPick, reveal, onClear }: Options) {
  const [current, setCurrent] = useState<string>();
  const rowOf = (key: string) => box.current?.querySelector(`tr[data-row-key="${CSS.escape(key)}"]`);
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (target.closest('input, textarea, [role=combobox], button') && target !== box.current) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    }
    const at = current ? keys.indexOf(current) : -1;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      const next = keys[Math.min(keys.length - 1, Math.max(0, at + step))];
      if (!next) return;
      setCurrent(next);
      reveal(next);
    } else if (event.key === ' ' && (current ?? keys[0])) {
      event.preventDefault();
      const first = current ?? keys[0]!;
      setCurrent(first);
      onPick(first);
    } else if (event.key === 'Escape') {
      onClear();
    } else if (event.key === 'Enter' && current) {
      reveal(current);
      rowOf(current)
        ?.querySelector<HTMLAnchorElement>('a[href], .row-actions button:not(:disabled)')
        ?.click();
    }
  };
  return { current, setCurrent, onKeyDown };
}

/** `Alt+N` as declared; works while the page is shown. */
export function useShortcuts<T extends { shortcut?: string }>(actions: T[], run: (action: T) => void): void {
  const latest = useRef({ actions, run });
  latest.current = { actions, run };
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (
        !event.altKey ||
        event.ctrlKey ||
        event.metaKey ||
        document.querySelector('.ant-modal-wrap:not([style*="none"])')
      )
        return;
      const pressed = `Alt+${event.code.replace(/^(Key|Digit)/, '')}`;
      const action = latest.current.actions.find((candidate) => candidate.shortcut === pressed);
      if (!action) return;
      event.preventDefault();
      latest.current.run(action);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
