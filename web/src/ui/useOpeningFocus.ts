/** A page that was opened takes the focus from where it was opened, so that the keys work there at once. */
import { type RefObject, useEffect } from 'react';

const OPENED_FROM = '.side, .tabs, .top';

/** What somebody types into. */
export const FIRST_FIELD =
  'input:not([readonly], [disabled], [type=hidden]), textarea:not([readonly], [disabled])';

/** Focuses the box, or the first thing inside that `of` names; nothing is taken from a field where somebody types. */
export function useOpeningFocus(box: RefObject<HTMLElement | null>, ready: boolean, of?: string): void {
  useEffect(() => {
    const at = document.activeElement;
    if (!ready || (at && at !== document.body && !at.closest(OPENED_FROM))) return;
    focusIn(box.current, of);
  }, [box, ready, of]);
}

/** The same for a dialog, which stands before everything else: only its own fields keep the focus. */
export function useDialogFocus(box: RefObject<HTMLElement | null>, ready: boolean): void {
  useEffect(() => {
    if (ready && !box.current?.contains(document.activeElement)) focusIn(box.current, FIRST_FIELD);
  }, [box, ready]);
}

function focusIn(box: HTMLElement | null, of?: string): void {
  const target = of ? box?.querySelector<HTMLElement>(of) : box;
  target?.focus({ preventScroll: true });
}
