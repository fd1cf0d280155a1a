import { type RefObject, useEffect, useState } from 'react';

/** Width and height of a box, followed while the window or the panels around it change. */
export function useBoxSize(box: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = box.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const watch = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      // A hidden tab measures nothing; keeping the last size means nothing jumps on return.
      if (width > 0) setSize({ width: Math.floor(width), height: Math.floor(height) });
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [box]);
  return size;
}
