/** Loads a page's chunk; one that does not come is asked about, not shown as a blank page. */
import { type ComponentType, lazy } from 'react';

const CHUNK_TIMEOUT_MS = 120_000;
export const CHUNK_FAILED = 'page-chunk-failed';

type Loader = () => Promise<{ default: ComponentType }>;

function withTimeout(load: Loader, ms = CHUNK_TIMEOUT_MS): Promise<{ default: ComponentType }> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => {
      window.dispatchEvent(new Event(CHUNK_FAILED));
      reject(cause);
    };
    const timer = setTimeout(() => fail(new Error('页面载入超时')), ms);
    load()
      .then(resolve, fail)
      .finally(() => clearTimeout(timer));
  });
}

export const lazyPage = (load: Loader) => lazy(() => withTimeout(load));
