/** The field that the number pad types into. */
import { useEffect, useRef, useState } from 'react';
import { currentOf } from './core';
import { usePhone } from './phone';

export interface Target {
  path: string;
  label: string;
}

export function usePad(record: string) {
  const { store, touch } = usePhone();
  const [target, setTarget] = useState<Target | null>(null);
  // Two keys may come before the first is on the disk: the second goes on from what was typed, not from what is shown.
  const typed = useRef<{ path: string; text: string }>(null);
  // The pad takes its place from the page: the field must not be under it.
  const chosen = target?.path;
  useEffect(() => {
    if (chosen) document.querySelector(`[data-path="${chosen}"]`)?.scrollIntoView({ block: 'center' });
  }, [chosen]);
  const textOf = (path: string) =>
    typed.current?.path === path ? typed.current.text : String(currentOf(store.state(), record, path) ?? '');
  return {
    target,
    text: target ? textOf(target.path) : '',
    choose: (next: Target | null) => {
      typed.current = null;
      setTarget(next);
    },
    type: (change: (text: string) => string) => {
      if (!target) return;
      const { path } = target;
      const text = change(textOf(path));
      typed.current = { path, text };
      void touch(record, [{ path, value: text }], true).then((written) => {
        if (!written && typed.current?.path === path) typed.current = null;
      });
    },
  };
}
export type Pad = ReturnType<typeof usePad>;
