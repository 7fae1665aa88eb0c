import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ForgingProvider, type Claims } from './forging-provider.js';
import { startSignIn, type SignInFixture } from './sign-in-fixture.js';
import { TestBrowser } from '@tributary/testing/openid/test-browser';

let fixture: SignInFixture;
const provider = new ForgingProvider();
beforeAll(async () => {
  await provider.start();
  fixture = await startSignIn({ OIDC_ISSUER: provider.issuer });
  await fixture.addPerson('forged');
});
afterAll(async () => {
  await fixture.stop();
  await provider.stop();
});
afterEach(() => {
  provider.forge = (claims) => claims;
  provider.hasForeignKey = false;
  provider.takes = 'basic';
});

/** Begins a sign-in and brings the answer of the provider. @returns its status and whether there is a session */
async function signIn(change: (query: URLSearchParams) => void = () => {}): Promise<[number, boolean]> {
  const browser = new TestBrowser();
  const begun = await browser.send(`${fixture.origin}/auth/login`);
  const asked = new URL(begun.headers.get('location') ?? '').searchParams;
  expect(asked.get('code_challenge_method')).toBe('S256');
  provider.nonce = asked.get('nonce') ?? '';
  const query = new URLSearchParams({ code: 'any', state: asked.get('state') ?? '' });
  change(query);
  const { status } = await browser.send(`${fixture.origin}/auth/callback?${query.toString()}`);
  return [status, browser.cookies.has('tributary_session')];
}

const shifted = (seconds: number) => (claims: Claims) => ({
  ...claims,
  iat: Number(claims['iat']) + seconds,
  exp: Number(claims['exp']) + seconds,
});

describe('the answer of a provider', () => {
  it('signs in if nothing is wrong with it (control)', async () => {
    expect(await signIn()).toEqual([303, true]);
  });

  it('may come from a clock that differs by less than a minute', async () => {
    provider.forge = shifted(50);
    expect(await signIn()).toEqual([303, true]);
    provider.forge = shifted(-340);
    expect(await signIn()).toEqual([303, true]);
  });

  it.each<[string, (claims: Claims) => Claims]>([
    ['another nonce', (claims) => ({ ...claims, nonce: 'another' })],
    ['no nonce', ({ nonce: _, ...claims }) => claims],
    ['another audience', (claims) => ({ ...claims, aud: 'another client' })],
    ['another issuer', (claims) => ({ ...claims, iss: 'https://issuer.example' })],
    ['an end in the past', shifted(-400)],
    ['no subject', ({ sub: _, ...claims }) => claims],
  ])('does not sign in with %s', async (_case, forge) => {
    provider.forge = forge;
    expect(await signIn()).toEqual([400, false]);
  });

  it('does not sign in with the signature of another key', async () => {
    provider.hasForeignKey = true;
    expect(await signIn()).toEqual([400, false]);
  });

  it.each([
    ['another state', { state: 'x'.repeat(43) }],
    ['the error of the provider', { error: 'access_denied' }],
    ['another issuer in the answer', { iss: 'https://issuer.example' }],
  ])('does not sign in with %s', async (_case, fields) => {
    expect(await signIn((query) => Object.entries(fields).forEach(([name, value]) => query.set(name, value)))).toEqual([
      400,
      false,
    ]);
  });

  it('is fetched with the client authentication that the provider takes', async () => {
    provider.takes = 'post';
    expect(await signIn()).toEqual([303, true]);
  });
});
