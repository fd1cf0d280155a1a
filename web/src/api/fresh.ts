/** What a page reads anew each time it opens. */
import { type QueryKey, queryOptions } from '@tanstack/react-query';
import { type Params, read, type Told } from './client';

export const fresh = <P extends Told>(queryKey: QueryKey, path: P, form: Params, enabled = true) =>
  queryOptions({ queryKey, queryFn: () => read(path, form), staleTime: 0, enabled });
