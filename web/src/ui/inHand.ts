/** What the page has in hand that its guide speaks of as well: the basis of the item that is being filled in. */
import { useEffect } from 'react';

let basis = '';

/** Says the basis of what is in hand while it is. */
export function useInHand(now: string): void {
  useEffect(() => {
    basis = now;
    return () => {
      if (basis === now) basis = '';
    };
  }, [now]);
}

export const basisInHand = () => basis;
