import { requestFailure } from '@tributary/client/request-failure';
import { basePath } from '../base-path.js';

/** The token that the invitation has made; absent where people sign in with a provider. */
export interface OpenedInvitation {
  email: string;
  api_token?: { value: string };
}

/** Uses the secret of an invitation. @throws RequestFailure */
export async function openInvitation(secret: string): Promise<OpenedInvitation> {
  const response = await fetch(`${basePath}auth/invitation`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secret }),
  }).catch((error: unknown) => {
    throw requestFailure(error, undefined);
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw requestFailure(body, response);
  return (body as { data: OpenedInvitation }).data;
}
