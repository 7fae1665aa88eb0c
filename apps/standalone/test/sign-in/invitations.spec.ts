import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newInvitationSecret } from '@tributary/contracts/admin/token-value';
import type { InvitationAnswer } from '@tributary/contracts/admin/session';
import type { Invitation } from '@tributary/contracts/invitations/invitation';
import { bootStandalone, type BootedStandalone } from '../booted-standalone.js';
import { startSignIn, type SignInFixture } from './sign-in-fixture.js';

const call = async <T>(origin: string, token: string, method: string, path: string, body?: object) => {
  const response = await fetch(`${origin}/v1${path}`, {
    method,
    headers: { authorization: token, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, data: ((await response.json()) as { data: T }).data };
};

const openAt = async (origin: string, secret: string) => {
  const response = await fetch(`${origin}/auth/invitation`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secret }),
  });
  const body = (await response.json()) as { data?: InvitationAnswer; error_code?: string; error?: string };
  return { ...body, status: response.status, headers: response.headers };
};

const inviteAt = async (origin: string, token: string, email: string) => {
  const { data } = await call<Invitation>(origin, token, 'POST', '/organisations/1/invitations', {
    email,
    role: 'READER',
  });
  return data.link?.split('#')[1] ?? '';
};

describe('the link of an invitation, without a provider of sign-ins', () => {
  let product: BootedStandalone;
  beforeAll(async () => (product = await bootStandalone()));
  afterAll(() => product.stop());

  it('makes a token that works at once, and only one', async () => {
    const secret = await inviteAt(product.url, product.token, 'ada@example.org');
    const { status, headers, data } = await openAt(product.url, secret);
    expect([status, headers.get('cache-control'), data?.email]).toEqual([200, 'no-store', 'ada@example.org']);
    const me = await call(product.url, data?.api_token?.value ?? '', 'GET', '/connected_user');
    expect(me).toMatchObject({ status: 200, data: { email: 'ada@example.org', roles: [{ role: 'READER' }] } });
    expect(await openAt(product.url, secret)).toMatchObject({ status: 404, error_code: 'RESOURCE_NOT_FOUND' });
  });

  it('is not used by a GET', async () => {
    const secret = await inviteAt(product.url, product.token, 'grace@example.org');
    expect((await fetch(`${product.url}/auth/invitation?secret=${secret}`)).status).toBe(404);
    expect((await openAt(product.url, secret)).status).toBe(200);
  });

  it('has one answer for all that is wrong, and after ten of them another one for a while', async () => {
    const wrong = [newInvitationSecret(), 'x', '', newInvitationSecret().replace(/.$/, 'z')];
    const answers = [];
    for (const secret of wrong) answers.push(await openAt(product.url, secret));
    expect(new Set(answers.map(({ error }) => error)).size).toBe(1);
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404]);
    for (let time = 0; time < 10; time++) answers.push(await openAt(product.url, newInvitationSecret()));
    const last = answers.at(-1);
    expect([last?.status, last?.headers.get('retry-after')]).toEqual([503, '60']);
  });
});

describe('the link of an invitation, where people sign in with a provider', () => {
  let fixture: SignInFixture;
  beforeAll(async () => (fixture = await startSignIn()));
  afterAll(() => fixture.stop());

  it('gives no token: who has the e-mail signs in, which uses it', async () => {
    const { origin, product, provider, signIn } = fixture;
    const secret = await inviteAt(origin, product.token, 'lin@example.org');
    expect(await openAt(origin, secret)).toMatchObject({ status: 200, data: { email: 'lin@example.org' } });
    const { data } = await openAt(origin, secret);
    expect(data).not.toHaveProperty('api_token');
    provider.accounts.set('lin', { email: 'lin@example.org', email_verified: true });
    const browser = await signIn('lin');
    const me = await browser.send(`${origin}/v1/connected_user`);
    expect(await me.json()).toMatchObject({ data: { email: 'lin@example.org' } });
    expect((await openAt(origin, secret)).status).toBe(404);
  });
});
