import { queryOptions } from '@tanstack/react-query';
import { requestFailure } from '@tributary/client/request-failure';
import { basePath } from '../base-path.js';

export interface Health {
  isUp: boolean;
  parts: { name: string; state: string }[];
}

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

/** A part that is down is in a 503 of the same shape. Undefined: something else has answered. */
export function readHealth(body: unknown): Health | undefined {
  if (typeof body !== 'object' || body === null || !('parts' in body)) return undefined;
  const { parts } = body;
  if (typeof parts !== 'object' || parts === null) return undefined;
  const isUp = 'status' in body && body.status === 'up';
  return { isUp, parts: Object.entries(parts).map(([name, state]) => ({ name, state: String(state) })) };
}
