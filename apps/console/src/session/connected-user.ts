import { getConnectedUserOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { ConnectedUser, User } from '@tributary/client/generated/types.gen';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';

export type Datamart = ConnectedUser['datamarts'][number];
export type Role = ConnectedUser['roles'][number]['role'];

export const readAgainAfterMs = 60_000;

/** The caller, its roles and its datamarts. Read again each minute, so that a new role shows. */
export const connectedUserOptions = () =>
  queryOptions({
    ...getConnectedUserOptions(),
    select: ({ data }) => data,
    staleTime: readAgainAfterMs,
    refetchInterval: readAgainAfterMs,
  });

/** Only for pages of a session: the router has read it before. */
export const useConnectedUser = (): ConnectedUser => useSuspenseQuery(connectedUserOptions()).data;

/** The name of a person or service account. */
export function nameOfUser({ id, first_name, last_name, display_name, email }: Omit<User, 'type'>): string {
  const name = display_name ?? [first_name, last_name].filter(Boolean).join(' ');
  return name || email || `User ${id}`;
}
