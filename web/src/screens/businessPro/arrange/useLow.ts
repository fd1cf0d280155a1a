/** Whether the window is as low as a laptop's: there the people of a station stand in one line each. */
import { useSyncExternalStore } from 'react';

const LOW = 800; // pixels

function subscribe(told: () => void): () => void {
  addEventListener('resize', told);
  return () => removeEventListener('resize', told);
}

export const useLow = () => useSyncExternalStore(subscribe, () => innerHeight <= LOW);
