import type { ListedPerson } from '@tributary/client/generated/types.gen';

/** How a list calls a person: by its profiles, else by an account, else by its id. */
export const nameInList = ({ name, email, accounts, user_point_id }: ListedPerson): string =>
  name ?? email ?? accounts[0]?.user_account_id ?? user_point_id;

/** Its accounts on one line. */
export const accountsInList = ({ accounts }: Pick<ListedPerson, 'accounts'>): string =>
  accounts.map(({ user_account_id }) => user_account_id).join(', ') || '–';
