/** How many rows of a list fill the window; follows its height once that has come to rest. */
import { useSyncExternalStore } from 'react';
import { fitting } from './listPlace';

const RESTS_AFTER_MS = 300;

function subscribe(told: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(told, RESTS_AFTER_MS);
  };
  addEventListener('resize', later);
  return () => {
    clearTimeout(timer);
    removeEventListener('resize', later);
  };
}

export const useFitting = () => useSyncExternalStore(subscribe, () => fitting(innerHeight));
