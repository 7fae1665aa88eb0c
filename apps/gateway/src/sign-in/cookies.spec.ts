import { describe, expect, it } from '@jest/globals';
import { GatewaySettings } from '../config.js';
import { readCookie } from './cookies.js';
import { SessionCookie } from './session-cookie.js';

const cookieAt = (PUBLIC_URL: string) =>
  new SessionCookie(
    GatewaySettings.parse({
      SECRETS_KEY: Buffer.alloc(32).toString('base64'),
      OIDC_ISSUER: 'https://issuer.example',
      OIDC_CLIENT_ID: 'id',
      OIDC_CLIENT_SECRET: 'secret',
      PUBLIC_URL,
    }),
  );

describe('the cookie of a session', () => {
  it.each([
    [
      'https://cdp.example.org',
      /^__Host-tributary_session=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax; Secure$/,
    ],
    ['http://localhost:8080', /^tributary_session=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/],
  ])('at %s is bound to the host', (url, form) => {
    const cookie = cookieAt(url);
    const { sha256, header } = cookie.create();
    expect(header).toMatch(form);
    expect(cookie.read({ cookie: `a=b; ${header.split(';')[0]}` })).toBe(sha256);
    expect(header).not.toContain(sha256);
    expect(cookie.removal()).toContain('Max-Age=0');
  });

  it('is not read under a name that a neighbouring host may set', () => {
    const { header } = cookieAt('https://cdp.example.org').create();
    const bare = header.replace('__Host-', '').split(';')[0];
    expect(cookieAt('https://cdp.example.org').read({ cookie: bare })).toBeUndefined();
  });

  it.each(['', 'x', '=', 'tributary_session', 'tributary_session=short', 'other=a=b'])('is none in "%s"', (cookie) =>
    expect(cookieAt('http://localhost').read({ cookie })).toBeUndefined(),
  );

  it('keeps equal signs of a value', () => expect(readCookie({ cookie: 'a=b=c' }, 'a')).toBe('b=c'));
});
