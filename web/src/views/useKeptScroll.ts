import { type RefObject, useLayoutEffect } from 'react';
import { useTab } from '@/ui/tab';

const QUIET_MS = 100; // written down once the wheel rests: each writing goes to the store of the browser

/** A list scrolls in a box of its own, which forgets its place while the tab is hidden. */
export function useKeptScroll(box: RefObject<HTMLElement | null>, key: string, ready: boolean): void {
  const { memory } = useTab();
  useLayoutEffect(() => {
    const element = box.current;
    if (!ready || !element) return;
    const kept = Number(memory.get(key) ?? 0);
    if (kept > 0) element.scrollTop = kept; // asking a box at its top to go there would lay the page out once more
    let top = kept;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => memory.set(key, top);
    const note = () => {
      top = element.scrollTop;
      clearTimeout(timer);
      timer = setTimeout(keep, QUIET_MS);
    };
    element.addEventListener('scroll', note, { passive: true });
    return () => {
      element.removeEventListener('scroll', note);
      clearTimeout(timer);
      if (top !== kept) keep();
    };
  }, [box, memory, key, ready]);
}
