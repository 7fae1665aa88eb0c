import type { ConnectedUser } from '@tributary/client/generated/types.gen';

type Named = Pick<ConnectedUser, 'id' | 'first_name' | 'last_name' | 'email' | 'display_name'>;

/** `Ada Lovelace (ada@example.com)`, or the name of a service account. */
export function nameOfUser({ id, first_name, last_name, email, display_name }: Named): string {
  const name = display_name ?? [first_name, last_name].filter(Boolean).join(' ');
  return [name || `user ${id}`, email && `(${email})`].filter(Boolean).join(' ');
}
