import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './errors';

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        // A refusal stays a refusal; only a lost connection is worth a second try.
        retry: (count, error) => error instanceof ApiError && error.status === 0 && count < 1,
      },
    },
  });
}

export const queryClient = makeQueryClient();
