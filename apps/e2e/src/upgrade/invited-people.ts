import { expect } from '@jest/globals';
import type { LoadTarget } from '@tributary/testing/load/load';
import { Client } from '../client/client.js';

/** Expects that a person is invited and comes in, and that a user of the old version, who has a token, is not invited. */
export async function expectInvitations({ url, token }: LoadTarget): Promise<void> {
  const client = new Client(url, token);
  const invitations = '/organisations/1/invitations';
  const { email } = await client.get<{ id: string; email: string }>('/users/1');
  const again = { email, role: 'COMMUNITY_ADMIN' };
  await client.expectError(400, 'EMAIL_ALREADY_EXISTS', 'POST', invitations, again);
  const invited = { email: 'after-upgrade@example.org', role: 'READER' };
  const { link } = await client.post<{ id: string; link: string }>(invitations, invited);
  const response = await fetch(`${url}/auth/invitation`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secret: link.split('#')[1] }),
  });
  const { data } = (await response.json()) as { data: { api_token: { value: string } } };
  const person = new Client(url, data.api_token.value);
  expect(await person.get('/connected_user')).toMatchObject({ email: invited.email });
}
