import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isRefusal, Refusal, Unreachable } from './problem.ts';
import { SESSION_ENDED } from './session.ts';

const RETRIES = 2;
const LOOK_AGAIN_MS = 3_000;

/** What another try may change: no answer, too busy, broken; not what was understood and refused. */
const mayPass = (error: unknown): boolean => !(error instanceof Refusal) || error.status >= 500 || error.status === 429;

export function createQueries(): QueryClient {
  const noticeEnd = (error: unknown, key?: readonly unknown[]): void => {
    if (isRefusal(error, 401) && key?.[0] !== 'sign-in') client.setQueryData(SESSION_ENDED, true);
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => noticeEnd(error, query.queryKey) }),
    mutationCache: new MutationCache({
      onError: (error, _given, _result, mutation) => noticeEnd(error, mutation.options.mutationKey),
    }),
    defaultOptions: {
      // The last answer stays on screen while a newer one is fetched.
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => failures < RETRIES && mayPass(error),
        // A service that was restarted is noticed without a click.
        refetchInterval: ({ state }) => (state.error instanceof Unreachable ? LOOK_AGAIN_MS : false),
      },
      mutations: { retry: false },
    },
  });
  return client;
}
