/** A small menu at its button or at the pointer: light enough for every row of a list and for the first load. */
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';

interface PopItem {
  key: string;
  label: string;
  disabled?: boolean;
  /** A line above. */
  apart?: boolean;
}

type Place = Pick<CSSProperties, 'left' | 'right' | 'top' | 'bottom'>;

interface Props {
  items: PopItem[];
  onChoose: (key: string) => void;
  /** What opens it: pressed with the left button, or with the right one when `context` is set. */
  children: ReactNode;
  context?: boolean;
  className?: string;
  label?: string;
}

export function PopMenu({ items, onChoose, children, context, className, label }: Props) {
  const [place, setPlace] = useState<Place | null>(null);
  const opener = useRef<HTMLSpanElement>(null);
  const close = () => setPlace(null);
  const openUnder = () => {
    const box = opener.current?.getBoundingClientRect();
    if (!box) return;
    const right = window.innerWidth - box.right;
    const low = box.bottom > window.innerHeight * 0.6; // there is more room above
    setPlace(low ? { right, bottom: window.innerHeight - box.top + 4 } : { right, top: box.bottom + 4 });
  };
  const openAt = (event: MouseEvent) => {
    event.preventDefault();
    setPlace({ left: event.clientX, top: event.clientY });
  };
  return (
    <span className={className} ref={opener} onContextMenu={context ? openAt : undefined}>
      {context ? (
        children
      ) : (
        <button
          type="button"
          className="pop-opener"
          aria-haspopup="menu"
          aria-expanded={place !== null}
          aria-label={label}
          onClick={openUnder}
        >
          {children}
        </button>
      )}
      {place &&
        createPortal(
          <Sheet items={items} place={place} onChoose={onChoose} onClose={close} />,
          document.body,
        )}
    </span>
  );
}

interface SheetProps {
  items: PopItem[];
  place: Place;
  onChoose: (key: string) => void;
  onClose: () => void;
}

function Sheet({ items, place, onChoose, onClose }: SheetProps) {
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    sheet.current?.querySelector<HTMLButtonElement>('button:not(:disabled)')?.focus();
    return () => before?.focus();
  }, []);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || event.key === 'Tab') onClose();
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const buttons = [...(sheet.current?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[(at + (event.key === 'ArrowDown' ? 1 : -1) + buttons.length) % buttons.length]?.focus();
  };
  return (
    <div className="pop-back" onMouseDown={onClose} onContextMenu={(event) => event.preventDefault()}>
      <div
        className="pop-menu"
        role="menu"
        ref={sheet}
        style={place}
        onMouseDown={(event) => event.stopPropagation()}
        onKeyDown={press}
      >
        {items.map((item) => (
          <button
            key={item.key}
            type="button"
            role="menuitem"
            className={item.apart ? 'apart' : undefined}
            disabled={item.disabled}
            onClick={() => {
              onClose();
              onChoose(item.key);
            }}
          >
            {item.label}
          </button>
        ))}
      </div>
    </div>
  );
}
