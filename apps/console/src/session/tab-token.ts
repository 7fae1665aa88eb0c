/** The token that was created for this tab only, and is revoked when the user signs out. */
export interface TabToken {
  user_id: string;
  id: string;
  value: string;
}

const key = 'tributary.tab-token';

export const keepTabToken = (token: TabToken): void => sessionStorage.setItem(key, JSON.stringify(token));

export function currentTabToken(): TabToken | undefined {
  const text = sessionStorage.getItem(key);
  return text === null ? undefined : (JSON.parse(text) as TabToken);
}

export const forgetTabToken = (): void => sessionStorage.removeItem(key);

/** Revokes the token with its own rights. The request goes on when the tab is closed meanwhile. */
export async function revokeTabToken(apiUrl: string, { user_id, id, value }: TabToken): Promise<boolean> {
  const url = `${apiUrl}/users/${user_id}/api_tokens/${id}`;
  const request = fetch(url, { method: 'DELETE', headers: { authorization: value }, keepalive: true });
  // 401: it has ended already.
  return request.then(({ ok, status }) => ok || status === 401).catch(() => false);
}
