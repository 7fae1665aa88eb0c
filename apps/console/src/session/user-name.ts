import type { User } from '@tributary/client/generated/types.gen';

/** The name of a person or service account. */
export function nameOfUser({ id, first_name, last_name, display_name, email }: Omit<User, 'type'>): string {
  const name = display_name ?? [first_name, last_name].filter(Boolean).join(' ');
  return name || email || `User ${id}`;
}
