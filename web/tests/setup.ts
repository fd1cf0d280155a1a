import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { answered } from './server';

configure({ asyncUtilTimeout: 20_000 });

// Testing Library says so where it is loaded, and that is the first file of a worker.
beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

afterEach(async () => {
  vi.useRealTimers();
  cleanup();
  await answered(); // no page of this test sends anything into the next one
  vi.unstubAllGlobals();
});
