import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './errors';

const WORKING_DAY = 12 * 3_600_000;

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        // A hidden tab asks for nothing; what it works on is still there when somebody comes back to it.
        gcTime: WORKING_DAY,
        // A refusal stays a refusal; only a lost connection is worth a second try.
        retry: (count, error) => error instanceof ApiError && error.status === 0 && count < 1,
      },
    },
  });
}

export const queryClient = makeQueryClient();
