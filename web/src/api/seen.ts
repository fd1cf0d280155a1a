/** Nothing is overwritten unseen: a change says which version of every record it has read. */
import type { Params } from './params';

interface Read {
  id?: unknown;
  version?: unknown;
}

/** Keys and, in their order, the versions that were read. */
export const seen = (rows: readonly Read[]): Params => ({
  ids: rows.map((row) => row.id),
  version: rows.map((row) => row.version),
});
