/** Of a long page only the rows around those in sight are in the document; room is kept for the others. */
import {
  createContext,
  type HTMLAttributes,
  type RefObject,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';

/** Up to this many rows all are drawn: so many a browser scrolls without help, and its Ctrl F finds them. */
export const DRAWN_AT_MOST = 100;
const ROW_HEIGHT = 33; // before the first row has been measured
const STEP = 12; // the drawn rows move on in steps
const AROUND = 18;

interface Drawn {
  start: number;
  end: number;
  rowHeight: number;
}

export interface RowWindow {
  /** The rows to draw; null draws them all. */
  drawn: Drawn | null;
  /** Scrolls so far that a row is in sight. */
  reveal: (index: number) => void;
}

const boxOf = (panel: RefObject<HTMLElement | null>) =>
  panel.current?.querySelector<HTMLElement>('.ant-table-body') ?? null;

/** `panel` holds the table, `room` is the height in which its rows scroll. */
export function useRowWindow(panel: RefObject<HTMLElement | null>, count: number, room: number): RowWindow {
  const [start, setStart] = useState(0);
  const [rowHeight, setRowHeight] = useState(ROW_HEIGHT);
  const active = count > DRAWN_AT_MOST;
  const scrolls = active && room > 0; // before the box has been measured the table does not scroll

  useEffect(() => {
    const box = boxOf(panel);
    if (!scrolls || !box) return;
    const measured = box.querySelector('tr[data-row-key]')?.getBoundingClientRect().height;
    if (measured) setRowHeight(measured);
    const follow = () => {
      const first = Math.floor(box.scrollTop / (measured || ROW_HEIGHT) / STEP) * STEP;
      // Turning the wheel on is never kept waiting by the drawing of rows that have passed already.
      startTransition(() => setStart(Math.max(0, first - AROUND)));
    };
    follow();
    box.addEventListener('scroll', follow, { passive: true });
    return () => box.removeEventListener('scroll', follow);
  }, [panel, scrolls]);

  const reveal = (index: number) => {
    const box = boxOf(panel);
    if (!box) return;
    const top = index * rowHeight;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + rowHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = top + rowHeight - box.clientHeight;
  };

  const end = Math.min(count, start + Math.ceil(room / rowHeight) + 2 * AROUND + STEP);
  const drawn = useMemo(
    () => (active ? { start: Math.min(start, Math.max(0, end - STEP)), end, rowHeight } : null),
    [active, start, end, rowHeight],
  );
  return { drawn, reveal };
}

/** Heights of the rows left out above and below. */
export const LeftOut = createContext({ above: 0, below: 0 });

const room = (height: number) =>
  height > 0 && (
    <tbody aria-hidden="true">
      <tr style={{ height }} />
    </tbody>
  );

/** The body of a table whose rows are only partly drawn. */
export function WindowedBody(props: HTMLAttributes<HTMLTableSectionElement>) {
  const { above, below } = useContext(LeftOut);
  return (
    <>
      {room(above)}
      <tbody {...props} />
      {room(below)}
    </>
  );
}
