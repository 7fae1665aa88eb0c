import { RequestFailure } from '@tributary/client/request-failure';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { repeatReads } from './repeat-reads.js';
import { connectedUserOptions } from './session/connected-user.js';
import { endsSession, interruptSession, signOut } from './session/session.js';

const attempts = 3;

const onError = (failure: unknown) => {
  if (!endsSession(failure)) return;
  const { queryKey } = connectedUserOptions();
  // Without the user there is no page yet, and nothing to lose.
  if (queryClient.getQueryData(queryKey) === undefined) signOut(failure.message);
  else interruptSession(failure.message);
};

/** Only a request that got no answer, or a 503, may succeed when it is sent again. */
const mayRetry = (failures: number, failure: unknown): boolean =>
  failures < attempts && failure instanceof RequestFailure && (failure.status === undefined || failure.status === 503);

/** Every read and write of the console goes through it. A token that is no longer valid ends the session. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({
    onError,
    onSettled: (_data, failure, _variables, _result, { meta }) => failure ?? repeatReads(queryClient, meta?.changes),
  }),
  defaultOptions: {
    queries: { retry: mayRetry, staleTime: 5_000, refetchOnWindowFocus: false },
    // Without a network a write fails at once: waiting for the network, it would look like one that is slow.
    mutations: { retry: false, networkMode: 'always' },
  },
});
