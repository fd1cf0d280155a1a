/** Data a page edits: read anew when the page is opened, kept while its tab is hidden, shared with nobody. */
import { useState } from 'react';

let opened = 0;

/** Spread into a query whose key ends with `key`. A hidden tab drops its subscriptions, but not its state. */
export function useOwnCopy() {
  const [key] = useState(() => {
    opened += 1;
    return `page ${opened}`;
  });
  return {
    key,
    options: { refetchOnMount: false, staleTime: Number.POSITIVE_INFINITY } as const,
  };
}
