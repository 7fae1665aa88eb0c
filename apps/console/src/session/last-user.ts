/**
 * The user who was signed in last in this browser. All tabs see it, also while no other is open. An id is no secret, and gives no
 * access.
 */
const key = 'tributary.last-user';

export const lastUser = (): string | undefined => localStorage.getItem(key) ?? undefined;

export const rememberUser = (id: string): void => localStorage.setItem(key, id);

/** Other tabs with a session remember their user again (`keepUserRemembered`). */
export const forgetUser = (): void => localStorage.removeItem(key);

/**
 * Remembers the user of this tab while it has a session, again when its window is used, and when another tab signs out.
 *
 * @returns ends it
 */
export function keepUserRemembered(
  id: string,
  tab: Pick<Window, 'addEventListener' | 'removeEventListener'>,
): () => void {
  const remember = () => rememberUser(id);
  const onStorage = (event: StorageEvent) => {
    if (event.newValue === null && (event.key === key || event.key === null)) remember();
  };
  remember();
  tab.addEventListener('focus', remember);
  tab.addEventListener('storage', onStorage);
  return () => {
    tab.removeEventListener('focus', remember);
    tab.removeEventListener('storage', onStorage);
  };
}
