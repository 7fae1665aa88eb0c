import { describe, expect, it } from '@jest/globals';
import { readAnswer } from './read-answer.js';

const ids = ['a', 'b'];
const stored = (id: string) => ({ id, received_ts: 1 });
const refused = { error_code: 'BAD_REQUEST_DATA', error: '$type: must not be empty' };
const ok = (results: unknown) => JSON.stringify({ status: 'ok', data: { accepted: 1, rejected: 1, results } });
const error = (error_code: string) => JSON.stringify({ status: 'error', error_code, error: 'why', error_id: 'x' });

describe('an answer', () => {
  it.each([
    ['all stored', [stored('a'), stored('b')]],
    ['one refused', [refused, stored('b')]],
    ['all refused', [refused, refused]],
  ])('with a result for each activity counts: %s', (_what, results) =>
    expect(readAnswer(200, ok(results), ids)).toEqual({ kind: 'results', results }),
  );

  it.each([
    ['HTML', '<html>Sign in to the network</html>'],
    ['nothing', ''],
    ['half of it', ok([stored('a'), stored('b')]).slice(0, -9)],
    ['null', 'null'],
    ['text', '"ok"'],
    ['no results', JSON.stringify({ status: 'ok', data: stored('a') })],
    ['too few results', ok([stored('a')])],
    ['too many results', ok([stored('a'), stored('b'), stored('c')])],
    ['results of other activities', ok([stored('b'), stored('a')])],
    ['results that are null', ok([null, null])],
    ['results of another form', ok([{ status: 'ok' }, 'ok'])],
    ['an activity that is both', ok([{ ...refused, id: 'x' }, stored('b')])],
    ['an error with status 200', error('BAD_REQUEST_DATA')],
  ])('200 with %s is no answer of the API', (_what, body) =>
    expect(readAnswer(200, body, ids)).toMatchObject({ kind: 'failed', reason: 'unavailable', status: 200 }),
  );

  it.each([
    [400, error('BAD_REQUEST_DATA'), { kind: 'refused', error_code: 'BAD_REQUEST_DATA', error: 'why' }],
    [400, '<html>', { kind: 'refused', error_code: 'HTTP_400', error: 'status 400' }],
    [413, '<html>', { kind: 'refused', error_code: 'HTTP_413', error: 'status 413' }],
    [401, error('TOKEN_ERROR'), { kind: 'failed', reason: 'unauthorized', status: 401, error: 'why' }],
    [403, '', { kind: 'failed', reason: 'unauthorized', status: 403, error: 'status 403' }],
    [503, error('SERVICE_UNAVAILABLE'), { kind: 'failed', reason: 'unavailable', status: 503, error: 'why' }],
    ...[201, 204, 404, 408, 429, 500, 502, 504].map((status): [number, string, object] => [
      status,
      ok([stored('a'), stored('b')]),
      { kind: 'failed', reason: 'unavailable', status, error: `status ${status}` },
    ]),
  ])('of status %i', (status, body, expected) => expect(readAnswer(status, body, ids)).toEqual(expected));
});
