import { queryOptions } from '@tanstack/react-query';
import { requestFailure } from '@tributary/client/request-failure';
import { basePath } from '../base-path.js';
import { readHealth, type Health } from './read-health.js';

const readAgainAfterMs = 10_000;

/** The parts of the process that answers. It is outside of the API, at the root of the server. */
export const healthOptions = () =>
  queryOptions({
    queryKey: ['health'],
    queryFn: async ({ signal }): Promise<Health> => {
      const response = await fetch(`${basePath}health/ready`, { signal }).catch((error: unknown) => {
        throw signal.aborted ? error : requestFailure(error, undefined);
      });
      const health = readHealth(await response.json().catch(() => undefined));
      if (!health) throw requestFailure(undefined, response);
      return health;
    },
    refetchInterval: readAgainAfterMs,
  });
