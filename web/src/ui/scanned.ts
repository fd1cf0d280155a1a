/** What a scanner types: it may begin with the sign of its symbology, end with Tab, Enter or both, and be in any case. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { narrow } from './typed';

const SYMBOLOGY = /^\][A-Za-z][0-9A-Za-z]/; // AIM identifiers (ISO/IEC 15424): ]C1, ]Q3, ]d2
const AROUND = /^[^0-9A-Za-z\u4e00-\u9fff]+|[^0-9A-Za-z\u4e00-\u9fff)]+$/g;
const CODE = /[1-9F][0-9A-Z]{3}(?:[0-9A-Z]{5}|\d{6})(?:19|20)\d{2}[0-9A-Z]{4}/;

/** The number in what was scanned or typed: of an address its `code`, of a text with letters around it the device code. */
export function scannedCode(text: string): string {
  const plain = narrow(text).trim().replace(SYMBOLOGY, '');
  const address = /https?:\/\/\S+/i.exec(plain)?.[0];
  if (address) {
    const code = new URL(address).searchParams.get('code');
    if (code) return code.trim().toUpperCase();
  }
  const code = plain.replace(AROUND, '').toUpperCase();
  return code.length > 20 ? (CODE.exec(code)?.[0] ?? code) : code;
}

/**
 * A box for a scanner: what is scanned while the one before is looked up waits its turn, in order; the box stays open and
 * keeps the focus. `take` says whether the code was taken; one that was not stands in the box again, to be mended or
 * scanned over. While `held`, somebody must choose first.
 */
export function useScans(take: (code: string) => Promise<boolean>, held = false) {
  const [text, setText] = useState('');
  const [waiting, setWaiting] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const box = useRef<HTMLInputElement | null>(null);
  const latest = useRef(take);
  latest.current = take; // sees what the code before it changed
  const back = useRef(false);

  useEffect(() => {
    const next = waiting[0];
    if (busy || held || next === undefined) return;
    setBusy(true);
    void latest
      .current(next)
      .catch(() => false)
      .then((taken) => {
        setWaiting((old) => old.slice(1));
        setBusy(false);
        if (taken) return;
        setText((old) => {
          back.current = old === '';
          return old || next;
        });
      });
  }, [waiting, busy, held]);
  useEffect(() => {
    if (!back.current || !text) return;
    back.current = false;
    if (document.activeElement === box.current) box.current?.select();
  }, [text]);

  const send = (value: string = text) => {
    const code = scannedCode(value);
    setText('');
    if (code) setWaiting((old) => [...old, code]);
  };
  return {
    busy: busy || waiting.length > 0,
    send,
    /** What the box of antd takes. */
    input: {
      ref: (found: { input: HTMLInputElement | null } | null) => {
        box.current = found?.input ?? null;
      },
      value: text,
      onChange: (event: { target: { value: string } }) => setText(event.target.value),
      onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
        if (event.nativeEvent.isComposing || event.shiftKey) return;
        if (event.key !== 'Enter' && !(event.key === 'Tab' && event.currentTarget.value.trim())) return;
        event.preventDefault();
        // The box itself says what stands in it: keys of a scanner come faster than a page is drawn.
        send(event.currentTarget.value);
      },
    },
  };
}
