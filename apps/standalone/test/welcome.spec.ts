import { describe, expect, it } from '@jest/globals';
import { welcome } from '../src/welcome.js';

const shown = { url: 'http://127.0.0.1:8080', dataDir: '/data', console: true };

describe('what a start prints', () => {
  it('names the API, its documentation, the token, and a request to try', () => {
    const text = welcome({ ...shown, token: 'tby_secret' });
    expect(text).toMatch(/^ +API +http:\/\/127\.0\.0\.1:8080\/v1$/m);
    expect(text).toMatch(/^ +guide +http:\/\/127\.0\.0\.1:8080\/guide\/$/m);
    expect(text).toMatch(/^ +docs +http:\/\/127\.0\.0\.1:8080\/docs$/m);
    expect(text).toMatch(/^ +OpenAPI +http:\/\/127\.0\.0\.1:8080\/openapi\.json$/m);
    expect(text).toMatch(/^ +token +tby_secret$/m);
    expect(text).toContain('curl -s http://127.0.0.1:8080/v1/datamarts/1/user_activities');
    expect(text).toContain("'Authorization: tby_secret'");
    expect(text).toContain('not shown again');
  });

  it('begins with a link to the console that signs in', () => {
    const links = welcome({ ...shown, token: 'tby_a+b/c%' }).match(/https?:\S+/g) ?? [];
    const { pathname, search, hash } = new URL(links[0] ?? '');
    expect([pathname, search]).toEqual(['/', '']);
    expect(new URLSearchParams(hash.slice(1)).get('token')).toBe('tby_a+b/c%');
  });

  it('says on a later start which token signs in to the console', () => {
    const text = welcome({ ...shown, token: undefined });
    expect(text.match(/https?:\S+/g)?.[0]).toBe('http://127.0.0.1:8080/');
    expect(text).toContain('sign in with the token of the first start');
    expect(text).toMatch(/^ +token +that of the first start: it was shown, or given in BOOTSTRAP_API_TOKEN$/m);
    expect(text).toContain('"Authorization: $TOKEN"');
    expect(text).not.toMatch(/#token=|not shown again/);
  });

  it.each(['tby_secret', undefined])('has no link to a console that is off (token: %s)', (token) => {
    const text = welcome({ ...shown, token, console: false });
    expect(text).not.toMatch(/console|#token=/);
    expect(text).toContain(`API           ${shown.url}/v1`);
  });
});
