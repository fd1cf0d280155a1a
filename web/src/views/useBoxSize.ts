import { type RefObject, useLayoutEffect, useState } from 'react';

interface Size {
  width: number;
  height: number;
}

/** Width and height of a box, followed while the window or the panels around it change; null before it is measured. */
export function useBoxSize(box: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const { offsetWidth: width, offsetHeight: height } = element;
      setSize((old) => {
        // A hidden tab measures nothing; keeping the last size means nothing is drawn anew on return.
        const same = old && ((old.width === width && old.height === height) || width === 0);
        return same ? old : { width, height };
      });
    };
    // The observer tells a page that comes into sight again once its layout is known: asking here would do it twice.
    setSize((old) => old ?? { width: element.offsetWidth, height: element.offsetHeight });
    if (typeof ResizeObserver === 'undefined') return;
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, [box]);
  return size;
}
