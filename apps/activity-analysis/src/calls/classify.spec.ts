import { describe, expect, it } from '@jest/globals';
import { ApiError, unavailable } from '@tributary/contracts/errors';
import { failureOfError, failureOfStatus } from './classify.js';

const now = Date.parse('Thu, 01 Jan 2026 00:00:00 GMT');
const of = (status: number, retryAfter?: string) => failureOfStatus(status, { 'retry-after': retryAfter }, now);

describe('a status', () => {
  it('of 200 is no failure', () => expect(of(200)).toBeUndefined());

  it.each<[number, string]>([
    [201, 'INVALID_ANSWER'],
    [204, 'INVALID_ANSWER'],
    [302, 'INVALID_ANSWER'],
    [400, 'INVALID_ANSWER'],
    [401, 'INVALID_ANSWER'],
    [404, 'INVALID_ANSWER'],
    [429, 'BUSY'],
    [500, 'PLUGIN_ERROR'],
    [503, 'PLUGIN_ERROR'],
    [599, 'PLUGIN_ERROR'],
    [600, 'INVALID_ANSWER'],
  ])('%i is %s', (status, failure) => expect(of(status)).toEqual({ kind: 'failed', failure, status }));
});

describe('Retry-After', () => {
  it.each<[string, number | undefined]>([
    ['0', 0],
    ['5', 5_000],
    [' 7 ', 7_000],
    ['60', 60_000],
    ['61', 60_000],
    ['9'.repeat(400), 60_000],
    ['Thu, 01 Jan 2026 00:00:09 GMT', 9_000],
    ['Thu, 01 Jan 2026 01:00:00 GMT', 60_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['Thu, 99 Jan 2026 00:00:09 GMT', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['', undefined],
  ])('"%s" is %s', (text, retryAfterMs) => {
    const expected = retryAfterMs === undefined ? {} : { retryAfterMs };
    expect(of(429, text)).toEqual({ kind: 'failed', failure: 'BUSY', status: 429, ...expected });
    expect(of(503, text)).toEqual({ kind: 'failed', failure: 'PLUGIN_ERROR', status: 503, ...expected });
  });

  it('counts on no other status', () => expect(of(404, '5')).not.toHaveProperty('retryAfterMs'));
});

describe('an error', () => {
  it.each<[string, unknown, string]>([
    ['a refused address', new ApiError('CONSTRAINT_VIOLATION_EXCEPTION', 'private'), 'NO_WORKER'],
    ['a name that cannot be resolved', unavailable('unknown host'), 'UNAVAILABLE'],
    ['a refused connection', Object.assign(new Error(), { code: 'ECONNREFUSED' }), 'UNAVAILABLE'],
    ['a certificate', Object.assign(new Error(), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }), 'UNAVAILABLE'],
    ['no HTTP', Object.assign(new Error(), { code: 'HPE_INVALID_CONSTANT' }), 'UNAVAILABLE'],
    ['headers that are too long', Object.assign(new Error(), { code: 'HPE_HEADER_OVERFLOW' }), 'INVALID_ANSWER'],
    ['anything else', undefined, 'UNAVAILABLE'],
  ])('of %s is a class', (_case, error, failure) => expect(failureOfError(error)).toEqual({ kind: 'failed', failure }));
});
