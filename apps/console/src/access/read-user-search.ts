/** Whose tokens or keys a page lists. Absent: those of the user of the session. The router has parsed `user=7` to a number. */
export function readUserSearch({ user }: Record<string, unknown>): { user?: string } {
  const text = typeof user === 'string' || typeof user === 'number' ? String(user) : '';
  return /^\d{1,18}$/.test(text) ? { user: text } : {};
}
