import { describe, expect, it } from '@jest/globals';
import { welcome } from '../src/welcome.js';

const shown = { url: 'http://127.0.0.1:8080', dataDir: '/data' };

describe('what a start prints', () => {
  it('names the API, its documentation, the token, and a request to try', () => {
    const text = welcome({ ...shown, token: 'tby_secret' });
    expect(text).toMatch(/^ +API +http:\/\/127\.0\.0\.1:8080\/v1$/m);
    expect(text).toMatch(/^ +docs +http:\/\/127\.0\.0\.1:8080\/docs$/m);
    expect(text).toMatch(/^ +OpenAPI +http:\/\/127\.0\.0\.1:8080\/openapi\.json$/m);
    expect(text).toMatch(/^ +token +tby_secret$/m);
    expect(text).toContain('curl -s http://127.0.0.1:8080/v1/datamarts/1/user_activities');
    expect(text).toContain("'Authorization: tby_secret'");
    expect(text).toContain('not shown again');
  });

  it('does not show the token on a later start', () => {
    const text = welcome({ ...shown, token: undefined });
    expect(text).toContain('"Authorization: $TRIBUTARY_TOKEN"');
    expect(text).not.toContain('not shown again');
  });
});
