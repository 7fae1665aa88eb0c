import { describe, expect, it } from '@jest/globals';
import { isRetryable } from './is-retryable.js';

const failed = (method: string, code: string, hasBody = false) => ({
  method,
  hasBody,
  error: Object.assign(new Error('broken'), { code }),
});

describe('isRetryable', () => {
  it.each([
    ['a read whose connection was closed', failed('GET', 'UND_ERR_SOCKET')],
    ['a read whose connection was reset', failed('HEAD', 'ECONNRESET')],
    ['a read whose connection was refused', failed('GET', 'ECONNREFUSED')],
    ['a deletion whose connection was refused', failed('DELETE', 'ECONNREFUSED')],
    ['a deletion that could not connect in time', failed('DELETE', 'UND_ERR_CONNECT_TIMEOUT')],
  ])('is true for %s', (_case, request) => expect(isRetryable(request)).toBe(true));

  it.each([
    ['a deletion that may have been applied', failed('DELETE', 'UND_ERR_SOCKET')],
    ['a write whose body has been streamed', failed('PUT', 'ECONNREFUSED', true)],
    ['a report whose body has been streamed', failed('POST', 'UND_ERR_SOCKET', true)],
    ['a read that timed out', failed('GET', 'UND_ERR_HEADERS_TIMEOUT')],
    ['a read whose client has aborted', failed('GET', 'UND_ERR_ABORTED')],
    ['a read that failed in the gateway', { ...failed('GET', ''), error: new TypeError('a defect') }],
  ])('is false for %s', (_case, request) => expect(isRetryable(request)).toBe(false));
});
