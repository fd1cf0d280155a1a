/** Keys of step screens: single letters count only while no field has the focus and no dialog is open. */
import { useEffect, useRef } from 'react';

const FIELDS = 'input, textarea, select, [contenteditable=true], [role=combobox], [role=spinbutton]';

export function inField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const field = target.closest<HTMLElement>(FIELDS);
  if (!field) return false;
  const type = field.getAttribute('type');
  return type !== 'checkbox' && type !== 'radio' && type !== 'button' && type !== 'file';
}

const dialogOpen = () =>
  [...document.querySelectorAll<HTMLElement>('.ant-modal-wrap')].some(
    (wrap) => wrap.style.display !== 'none',
  );

export const isPlain = (event: KeyboardEvent) => !event.ctrlKey && !event.altKey && !event.metaKey;

/** Listens while the page is in sight; the handler returns true when it has used the key. A dialog above it is `above`. */
export function usePageKeys(handle: (event: KeyboardEvent) => boolean, above = false): void {
  const latest = useRef(handle);
  latest.current = handle;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || (!above && dialogOpen())) return;
      if (latest.current(event)) event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [above]);
}

/** Alt S saves or submits, as printed on the button; `above`: of a form in a dialog. */
export function useSaveKey(save: () => void, active = true, above = false): void {
  usePageKeys((event) => {
    if (!active || !event.altKey || event.code !== 'KeyS') return false;
    save();
    return true;
  }, above);
}
