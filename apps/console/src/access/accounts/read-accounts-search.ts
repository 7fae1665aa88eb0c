import { dayMs } from '@tributary/contracts/rules/time-units';
import { readPageSearch } from '../../components/paging.js';

/** The filters of the page. Absent: service accounts only, used or not. */
export interface AccountsSearch {
  page?: number;
  people?: true;
  unused?: true;
}

export const readAccountsSearch = (search: Record<string, unknown>): AccountsSearch => ({
  ...readPageSearch(search),
  ...(search['people'] === true && { people: true }),
  ...(search['unused'] === true && { unused: true }),
});

/** A token that no program has used for so long is probably forgotten. */
export const unusedDays = 90;

/** The filter of the API. The time is that of the hour, so that the list is not read again with each look at it. */
export const filterOf = ({ people, unused }: AccountsSearch, now: number) => ({
  ...(!people && { user_type: 'SERVICE' as const }),
  ...(unused && { unused_since: Math.floor(now / 3_600_000) * 3_600_000 - unusedDays * dayMs }),
});

/** Whose tokens or keys a page lists. Absent: those of the user of the session. The router has parsed `user=7` to a number. */
export function readUserSearch({ user }: Record<string, unknown>): { user?: string } {
  const text = typeof user === 'string' || typeof user === 'number' ? String(user) : '';
  return /^\d{1,18}$/.test(text) ? { user: text } : {};
}
