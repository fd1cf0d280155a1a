// All files of a worker share what is loaded (React, antd): it takes longer to load than most tests take to run.
// The client's own modules hold what a test did, so each file begins with them anew. Before any of them is loaded.
import { vi } from 'vitest';

vi.resetModules();
