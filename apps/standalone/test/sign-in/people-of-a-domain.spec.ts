import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditEvent } from '@tributary/contracts/audit/audit-event';
import type { User } from '@tributary/contracts/admin/user';
import { startSignIn, type SignInFixture } from './sign-in-fixture.js';
import { TestBrowser } from '@tributary/testing/openid/test-browser';

let fixture: SignInFixture;
beforeAll(async () => {
  fixture = await startSignIn({
    OIDC_ALLOWED_DOMAINS: 'Example.net, bücher.example',
    OIDC_NEW_USER_ORGANISATION: '1',
    OIDC_NEW_USER_ROLE: 'EDITOR',
  });
});
afterAll(() => fixture.stop());

const users = () => fixture.admin<User[]>('GET', '/users?max_results=500');

/** Signs an account with these claims in. @returns the status of the last answer, and the user of the session */
async function signIn(
  account: string,
  claims: { email: string; email_verified?: boolean },
  browser = new TestBrowser(),
) {
  fixture.provider.accounts.set(account, claims);
  fixture.provider.person = account;
  await browser.open(`${fixture.origin}/auth/login`);
  const response = await browser.send(`${fixture.origin}/v1/connected_user`);
  const { data } = (await response.json()) as { data?: User & { roles: { role: string; organisation_id: string }[] } };
  return { status: response.status, user: data };
}

describe('a person with a verified address of an allowed domain', () => {
  it('becomes a user with the role at the first sign-in, and is the same at the next one', async () => {
    const { status, user } = await signIn('grace', { email: 'Grace.Hopper@Example.NET', email_verified: true });
    expect([status, user]).toMatchObject([
      200,
      {
        email: 'Grace.Hopper@Example.NET',
        first_name: 'Grace',
        last_name: 'Hopper',
        type: 'PERSON',
        roles: [{ organisation_id: '1', role: 'EDITOR' }],
      },
    ]);
    const again = await signIn('grace', { email: 'grace.hopper@example.net', email_verified: true });
    expect(again.user?.id).toBe(user?.id);
    const events = await fixture.admin<AuditEvent[]>('GET', `/organisations/1/audit_events?user_id=${user?.id}`);
    expect(events).toMatchObject([
      { action: 'SIGN_IN', resource: 'session' },
      { action: 'SIGN_IN', resource: 'session' },
      {
        action: 'CREATE',
        resource: 'user',
        resource_id: user?.id,
        credential_kind: 'SESSION',
        changes: { email: [null, 'Grace.Hopper@Example.NET'], role: [null, 'EDITOR'], organisation_id: [null, '1'] },
      },
    ]);
  });

  it('of two first sign-ins at once is one user', async () => {
    const email = 'twice@example.net';
    fixture.provider.accounts.set('twice', { email, email_verified: true });
    fixture.provider.person = 'twice';
    const browsers = [new TestBrowser(), new TestBrowser()];
    const callbacks: string[] = [];
    for (const browser of browsers) {
      const { visited } = await browser.open(`${fixture.origin}/auth/login`, /\/auth\/callback/);
      callbacks.push(visited.at(-1) ?? '');
    }
    const answers = await Promise.all(browsers.map((browser, index) => browser.send(callbacks[index] ?? '')));
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect((await users()).filter((user) => user.email === email)).toHaveLength(1);
  });

  it('may have an international one', async () => {
    const { user } = await signIn('buch', { email: 'ada@BÜCHER.example', email_verified: true });
    expect(user).toMatchObject({ email: 'ada@BÜCHER.example' });
  });

  it.each([
    ['no verified address', { email: 'silent@example.net' }],
    ['an unverified address', { email: 'unverified@example.net', email_verified: false }],
    ['an address of a subdomain', { email: 'sub@mail.example.net', email_verified: true }],
    ['an address of a domain that ends like it', { email: 'evil@notexample.net', email_verified: true }],
    ['an address with two hosts', { email: 'evil@evil.example@example.net', email_verified: true }],
    ['an address of another domain', { email: 'other@example.com', email_verified: true }],
  ])('is none with %s', async (_case, claims) => {
    const before = await users();
    expect(await signIn(claims.email, claims)).toMatchObject({ status: 401 });
    expect(await users()).toEqual(before);
  });

  it('gets no user of another: the address of a service account stays its own', async () => {
    const service = { type: 'SERVICE', display_name: 'Sync', email: 'sync@example.net', organisation_id: '1' };
    await fixture.admin('POST', '/users', service);
    expect(await signIn('sync', { email: 'sync@example.net', email_verified: true })).toMatchObject({ status: 401 });
  });

  it('keeps a role that was given before', async () => {
    const email = 'reader@example.net';
    await fixture.admin('POST', '/organisations/1/invitations', { email, role: 'READER' });
    const { user } = await signIn('reader', { email, email_verified: true });
    expect(user?.roles).toMatchObject([{ role: 'READER' }]);
  });
});
