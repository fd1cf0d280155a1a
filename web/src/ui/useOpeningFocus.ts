/** A page that was opened takes the focus from where it was opened, so that the keys work there at once. */
import { type RefObject, useEffect } from 'react';

const OPENED_FROM = '.side, .tabs, .top';

/** Focuses the box, or the first thing inside that `of` names; nothing is taken from a field where somebody types. */
export function useOpeningFocus(box: RefObject<HTMLElement | null>, ready: boolean, of?: string): void {
  useEffect(() => {
    const at = document.activeElement;
    if (!ready || (at && at !== document.body && !at.closest(OPENED_FROM))) return;
    const target = of ? box.current?.querySelector<HTMLElement>(of) : box.current;
    target?.focus({ preventScroll: true });
  }, [box, ready, of]);
}
