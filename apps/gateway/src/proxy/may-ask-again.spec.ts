import { describe, expect, it } from '@jest/globals';
import { mayAskAgain } from './may-ask-again.js';

const unanswered = (method: string, code: string, hasBody = false) => ({
  ...{ method, hasBody },
  error: Object.assign(new Error('broken'), { code }),
});

describe('a request that no owner has answered', () => {
  it.each([
    ['a read whose connection was closed', unanswered('GET', 'UND_ERR_SOCKET')],
    ['a read whose connection was reset', unanswered('HEAD', 'ECONNRESET')],
    ['a read that found nobody', unanswered('GET', 'ECONNREFUSED')],
    ['a deletion that found nobody', unanswered('DELETE', 'ECONNREFUSED')],
    ['a deletion that could not connect in time', unanswered('DELETE', 'UND_ERR_CONNECT_TIMEOUT')],
  ])('goes out once more when it is %s', (_case, request) => expect(mayAskAgain(request)).toBe(true));

  it.each([
    ['a deletion that may have been done', unanswered('DELETE', 'UND_ERR_SOCKET')],
    ['a write whose body is gone', unanswered('PUT', 'ECONNREFUSED', true)],
    ['a question whose body is gone', unanswered('POST', 'UND_ERR_SOCKET', true)],
    ['a read that was waited for long enough', unanswered('GET', 'UND_ERR_HEADERS_TIMEOUT')],
    ['a read whose client has gone', unanswered('GET', 'UND_ERR_ABORTED')],
    ['a read that failed here', { ...unanswered('GET', ''), error: new TypeError('a defect') }],
  ])('does not when it is %s', (_case, request) => expect(mayAskAgain(request)).toBe(false));
});
