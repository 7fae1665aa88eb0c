import type { Throttling } from '@tributary/client/generated/types.gen';

export type Scope = Throttling['scope'];

export const scopes: Record<Scope, string> = {
  GLOBAL: 'All calls of the version together.',
  CONTAINER: 'The calls to each address of a worker. A version has one address, so it counts like GLOBAL.',
  DATAMART: 'The calls for one datamart, or for each datamart by itself.',
  ORGANISATION: 'The calls for one organisation, or for each organisation by itself.',
};

/** With other scopes a key has no effect. */
export const takesKey = (scope: Scope): scope is 'DATAMART' | 'ORGANISATION' =>
  scope === 'DATAMART' || scope === 'ORGANISATION';

/** Names the calls that a throttling limits. */
export function wordsOfScope({ scope, throttling_key }: Pick<Throttling, 'scope' | 'throttling_key'>): string {
  if (!takesKey(scope)) return 'all calls';
  const tenant = scope.toLowerCase();
  return throttling_key === undefined ? `each ${tenant} by itself` : `${tenant} ${throttling_key}`;
}
