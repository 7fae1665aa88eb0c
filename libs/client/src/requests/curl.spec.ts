import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { curlOf } from './curl.js';

const apiUrl = 'http://localhost:8080/v1';

describe('curlOf', () => {
  it('writes a read', () =>
    expect(curlOf({ method: 'GET', apiUrl, path: '/datamarts' })).toBe(
      `curl -s 'http://localhost:8080/v1/datamarts' \\\n  -H "Authorization: $TOKEN"`,
    ));

  it('names another variable with the token', () =>
    expect(curlOf({ method: 'GET', apiUrl, path: '/x', variable: 'OTHER' })).toContain('"Authorization: $OTHER"'));

  it('writes a body', () =>
    expect(curlOf({ method: 'POST', apiUrl, path: '/x', body: { a: "it's" } })).toBe(
      [
        `curl -s 'http://localhost:8080/v1/x' \\`,
        `  -H "Authorization: $TOKEN" \\`,
        `  -H 'Content-Type: application/json' \\`,
        `  -d '{"a":"it'\\''s"}'`,
      ].join('\n'),
    ));

  it('names other methods', () => expect(curlOf({ method: 'DELETE', apiUrl, path: '/x' })).toContain('-X DELETE'));

  it('quotes every body so that a shell passes it on unchanged', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const line = curlOf({ method: 'PUT', apiUrl, path: '/x', body: { text } });
        const shell = `curl() { for last; do :; done; printf %s "$last"; }; TOKEN=t; ${line}`;
        expect(JSON.parse(execFileSync('sh', ['-c', shell], { encoding: 'utf8' }))).toEqual({ text });
      }),
      { numRuns: 50 },
    ));
});
