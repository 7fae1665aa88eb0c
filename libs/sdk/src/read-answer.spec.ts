import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
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
    [413, error('BAD_REQUEST_DATA'), { kind: 'refused', error_code: 'BAD_REQUEST_DATA', error: 'why' }],
    [401, error('TOKEN_ERROR'), { kind: 'failed', reason: 'unauthorized', error_code: 'TOKEN_ERROR', error: 'why' }],
    [403, error('AUTHORIZATION_ERROR'), { kind: 'failed', reason: 'unauthorized', error: 'why' }],
    [503, error('SERVICE_UNAVAILABLE'), { kind: 'failed', reason: 'unavailable', status: 503, error: 'why' }],
    [404, error('RESOURCE_NOT_FOUND'), { kind: 'failed', reason: 'unavailable', status: 404, error: 'why' }],
    ...[201, 204, 404, 408, 429, 500, 502, 504].map((status): [number, string, object] => [
      status,
      ok([stored('a'), stored('b')]),
      { kind: 'failed', reason: 'unavailable', status },
    ]),
  ])('of status %i', (status, body, expected) => expect(readAnswer(status, body, ids)).toMatchObject(expected));
});

describe('an answer that is not the API’s', () => {
  const pages = [
    '',
    '<html><title>400 Request Header Or Cookie Too Large</title></html>',
    'null',
    '[]',
    '{"status":"error"}',
    '{"status":"error","error":"blocked"}',
    '{"error_code":"BAD_REQUEST_DATA"}',
    '{"status":400,"error_code":"BAD_REQUEST_DATA"}',
    '{"status":"error","error_code":4003}',
    error('BAD_REQUEST_DATA').slice(0, -2),
  ];
  const body = fc.oneof(fc.constantFrom(...pages), fc.string(), fc.json());

  it('refuses no activity and no credential with any status', () =>
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 599 }), body, (status, text) => {
        const { kind, reason } = readAnswer(status, text, ids) as { kind: string; reason?: string };
        expect([kind, reason]).toEqual(status === 413 ? ['too long', undefined] : ['failed', 'unavailable']);
      }),
      {
        examples: [400, 401, 403, 404, 413].flatMap((status) => pages.map((page): [number, string] => [status, page])),
      },
    ));

  it('(control) would, with the envelope of the API’s errors', () => {
    expect(readAnswer(400, error('BAD_REQUEST_DATA'), ids).kind).toBe('refused');
    expect(readAnswer(403, error('AUTHORIZATION_ERROR'), ids)).toMatchObject({ reason: 'unauthorized' });
  });
});
