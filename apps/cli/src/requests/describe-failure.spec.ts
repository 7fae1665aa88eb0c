import { describe, expect, it } from '@jest/globals';
import { RequestFailure } from '@tributary/client/request-failure';
import { describeRequestFailure } from './describe-failure.js';

const url = 'https://cdp.example.com';
const refused = (error_code: string, status: number) =>
  new RequestFailure('no', { status, error_code, error_id: 'e-1' });
const silent = (cause: unknown) => new RequestFailure('the server does not answer', {}, { cause });
const failed = (cause: unknown) => new TypeError('fetch failed', { cause });
const withCode = (code: string) => Object.assign(new Error('no'), { code });

describe('describeRequestFailure', () => {
  it.each([
    ['a token that is no longer valid', refused('TOKEN_ERROR', 401), /^TOKEN_ERROR: no \(error_id e-1\)$/, /login/],
    ['a role too low', refused('AUTHORIZATION_ERROR', 403), /^AUTHORIZATION_ERROR/, /whoami/],
    ['a field', refused('BAD_REQUEST_DATA', 400), /^BAD_REQUEST_DATA: no/, undefined],
    ['no server', silent(failed(withCode('ECONNREFUSED'))), /does not answer \(ECONNREFUSED\)/, /Nothing listens/],
    [
      'no server at either address of a host',
      silent(failed(new AggregateError([withCode('ECONNREFUSED')]))),
      /\(ECONNREFUSED\)/,
      /Nothing listens/,
    ],
    ['no network', silent(failed(withCode('ENOTFOUND'))), /\(ENOTFOUND\)/, /no such host/],
    ['no reason', silent(undefined), /^https:\/\/cdp.example.com does not answer$/, undefined],
    ['another server', new RequestFailure('the server answers 502', { status: 502 }), /502/, /address of a Tributary/],
  ])('of %s', (_case, failure, message, hint) => {
    const described = describeRequestFailure(failure, url);
    expect(described.message).toMatch(message);
    expect(described.hint ?? '').toMatch(hint ?? /^$/);
  });
});
