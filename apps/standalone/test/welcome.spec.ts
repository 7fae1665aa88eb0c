import { describe, expect, it } from '@jest/globals';
import { welcome } from '../src/welcome.js';

const shown = { url: 'http://127.0.0.1:8080', dataDir: '/data' };

describe('what a start prints', () => {
  it('is where the API is, what to use it with, and a request to try', () => {
    const text = welcome({ ...shown, token: 'tby_secret' });
    expect(text).toContain('http://127.0.0.1:8080/v1');
    expect(text).toContain('curl -s http://127.0.0.1:8080/v1/datamarts/1/user_activities');
    expect(text).toContain("'Authorization: tby_secret'");
    expect(text).toContain('not shown again');
  });

  it('leaves the token out on a later start', () => {
    const text = welcome({ ...shown, token: undefined });
    expect(text).toContain('"Authorization: $TRIBUTARY_TOKEN"');
    expect(text).not.toContain('not shown again');
  });
});
