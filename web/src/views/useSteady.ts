import { useCallback, useRef } from 'react';

/** A function that stays the same one and always does what the newest one does: for parts that are drawn rarely. */
export function useSteady<A extends unknown[], R>(fn: (...args: A) => R): (...args: A) => R {
  const latest = useRef(fn);
  latest.current = fn;
  return useCallback((...args: A) => latest.current(...args), []);
}
