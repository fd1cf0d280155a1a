/** The picked rows of a list. */
import { useMemo, useState } from 'react';
import { useSteady } from './useSteady';

/** `keys` are the rows of the page. The functions stay the same from one drawing to the next. */
export function usePicks(keys: string[]) {
  const [all, setPicked] = useState<string[]>([]);
  const picked = useMemo(() => all.filter((key) => keys.includes(key)), [all, keys]);
  const [last, setLast] = useState<string>();

  /** With Shift every row between the last one and this gets what this one gets. */
  const onToggle = useSteady((key: string, range = false) => {
    const from = range && last ? keys.indexOf(last) : -1;
    const to = keys.indexOf(key);
    const touched = from < 0 ? [key] : keys.slice(Math.min(from, to), Math.max(from, to) + 1);
    const others = picked.filter((one) => !touched.includes(one));
    setPicked(picked.includes(key) ? others : [...others, ...touched]);
    setLast(key);
  });
  const onPickAll = useSteady((yes: boolean) => setPicked(yes ? keys : []));
  const clear = useSteady(() => setPicked([]));
  return { picked, onToggle, onPickAll, clear };
}
