/** Of a long page only the rows around those in sight are in the document; room is kept for the others. */
import { type RefObject, startTransition, useEffect, useMemo, useState } from 'react';

/** Up to this many rows all are drawn: so many a browser scrolls without help, and its Ctrl F finds them. */
export const DRAWN_AT_MOST = 100;
const ROW_HEIGHT = 33; // before the first row has been measured
const STEP = 12; // the drawn rows move on in steps
const AROUND = 18;

interface RowWindow {
  start: number;
  end: number;
  /** Heights of the rows left out. */
  above: number;
  below: number;
}

const heightOfRow = (box: HTMLElement) =>
  box.querySelector('tr[data-row-key]')?.getBoundingClientRect().height || ROW_HEIGHT;

/** The rows to draw of `count` in a box that scrolls and is `room` high. */
export function useRowWindow(box: RefObject<HTMLElement | null>, count: number, room: number): RowWindow {
  const [start, setStart] = useState(0);
  const [rowHeight, setRowHeight] = useState(ROW_HEIGHT);
  const active = count > DRAWN_AT_MOST;

  useEffect(() => {
    const element = box.current;
    if (!active || !element) return;
    const measured = heightOfRow(element);
    setRowHeight(measured);
    const follow = () => {
      const first = Math.floor(element.scrollTop / measured / STEP) * STEP;
      // Turning the wheel on is never kept waiting by the drawing of rows that have passed already.
      startTransition(() => setStart(Math.max(0, first - AROUND)));
    };
    follow();
    element.addEventListener('scroll', follow, { passive: true });
    return () => element.removeEventListener('scroll', follow);
  }, [box, active]);

  return useMemo(() => {
    if (!active) return { start: 0, end: count, above: 0, below: 0 };
    const end = Math.min(count, start + Math.ceil(room / rowHeight) + 2 * AROUND + STEP);
    const from = Math.min(start, Math.max(0, end - STEP));
    return { start: from, end, above: from * rowHeight, below: (count - end) * rowHeight };
  }, [active, count, room, start, rowHeight]);
}

/** Scrolls so far that a row is in sight which may not be drawn. */
export function revealRow(box: HTMLElement, index: number): void {
  const rowHeight = heightOfRow(box);
  const head = box.querySelector('thead')?.getBoundingClientRect().height ?? 0;
  const top = index * rowHeight;
  const seen = box.clientHeight - head;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + rowHeight > box.scrollTop + seen) box.scrollTop = top + rowHeight - seen;
}
