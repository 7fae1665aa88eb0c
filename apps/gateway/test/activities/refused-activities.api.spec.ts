import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { expiredToken, PublishedActivities, tokens } from '../booted-gateway.js';
import { gateway, anActivity, type Sending, send } from './activities-fixture.js';

type Refusal = [string, Sending, number, string, string];
const aChoice = (properties: string) =>
  `{"$type":"TOUCH","$user_agent_id":"a","$events":[{"$event_name":"$set_user_choice","$properties":{"$choice_acceptance_value":true,${properties}}}]}`;

describe('refusing', () => {
  const json = (value: unknown) => JSON.stringify(value);
  it.each<Refusal>([
    ['no token', { headers: { authorization: undefined } }, 401, 'AUTHENTICATION_ERROR', 'Authorization'],
    [
      'no token for a datamart that is not a number',
      { headers: { authorization: undefined }, path: '/v1/datamarts/x/user_activities' },
      401,
      'AUTHENTICATION_ERROR',
      'Authorization',
    ],
    ['an empty token', { headers: { authorization: '' } }, 401, 'AUTHENTICATION_ERROR', 'Authorization'],
    ['an unknown token', { headers: { authorization: 'x'.repeat(40) } }, 401, 'TOKEN_ERROR', 'token'],
    ['an expired token', { headers: { authorization: expiredToken } }, 401, 'TOKEN_ERROR', 'expired'],
    ['a reader that writes', { headers: { authorization: tokens.READER } }, 403, 'AUTHORIZATION_ERROR', 'authorized'],
    ['a foreign datamart', { path: '/v1/datamarts/2/user_activities' }, 403, 'AUTHORIZATION_ERROR', 'authorized'],
    [
      'a datamart that does not exist',
      { path: '/v1/datamarts/99/user_activities' },
      403,
      'AUTHORIZATION_ERROR',
      'authorized',
    ],
    [
      'a datamart that is not a number',
      { path: '/v1/datamarts/abc/user_activities' },
      400,
      'BAD_REQUEST_DATA',
      'datamart_id',
    ],
    ['an unknown route', { path: '/v1/nothing' }, 404, 'RESOURCE_NOT_FOUND', 'Resource Not Found'],
    ['a wrong method', { method: 'PUT' }, 404, 'RESOURCE_NOT_FOUND', 'Resource Not Found'],
    [
      'an unknown route with an invalid body',
      { path: '/v1/nothing', headers: { authorization: undefined }, body: '{' },
      404,
      'RESOURCE_NOT_FOUND',
      'Resource Not Found',
    ],
    [
      'a wrong method with an invalid body',
      { method: 'DELETE', body: '{' },
      404,
      'RESOURCE_NOT_FOUND',
      'Resource Not Found',
    ],
    ['bad percent-encoding', { path: '/v1/datamarts/%E0%A4/user_activities' }, 400, 'BAD_REQUEST_FORMAT', ''],
    ['a body that is not JSON', { body: '{"$type":' }, 400, 'BAD_REQUEST_FORMAT', 'JSON'],
    ['an empty body', { body: '' }, 400, 'BAD_REQUEST_FORMAT', 'body'],
    ['no body', { body: null }, 400, 'BAD_REQUEST_FORMAT', 'body'],
    ['a body that is not UTF-8', { body: new Uint8Array([0x22, 0xe9, 0x22]) }, 400, 'BAD_REQUEST_FORMAT', 'UTF-8'],
    ['another content type', { headers: { 'content-type': 'text/plain' } }, 400, 'BAD_REQUEST_FORMAT', ''],
    [
      'no content type',
      { headers: { 'content-type': undefined }, body: new Uint8Array(Buffer.from(json(anActivity()))) },
      400,
      'BAD_REQUEST_FORMAT',
      '',
    ],
    ['an array', { body: '[]' }, 400, 'BAD_REQUEST_DATA', 'body'],
    [
      'a wrong type of an event',
      { body: json(anActivity({ $events: [{ $event_name: 7 }] })) },
      400,
      'BAD_REQUEST_DATA',
      '$events[0].$event_name',
    ],
    ['a missing type', { body: json(anActivity({ $type: undefined })) }, 400, 'BAD_REQUEST_DATA', '$type'],
    ['no identifiers', { body: json({ $type: 'TOUCH' }) }, 400, 'BAD_REQUEST_DATA', '$user_identifiers'],
    [
      'one malformed identifier among valid ones',
      { body: json(anActivity({ $user_account_id: 1.5 })) },
      400,
      'BAD_REQUEST_DATA',
      '$user_account_id',
    ],
    ...['12.0', '12e0', '1.5', '1e400'].map((id): Refusal => [
      `an account of ${id}`,
      { body: `{"$type":"TOUCH","$user_account_id":${id}}` },
      400,
      'BAD_REQUEST_DATA',
      '$user_account_id',
    ]),
    ...['5.5', '5.0'].map((id): Refusal => [
      `a choice of the processing ${id}`,
      { body: aChoice(`"$processing_id":${id}`) },
      400,
      'BAD_REQUEST_DATA',
      '$events[0].$properties.$processing_id',
    ]),
    [
      'a zip code that is a fraction',
      { body: '{"$type":"TOUCH","$user_agent_id":"a","$location":{"$zip_code":750.11}}' },
      400,
      'BAD_REQUEST_DATA',
      '$location.$zip_code',
    ],
    ...['"12x"', '"-1"', '"1e3"', '"0"', '""'].flatMap((time): Refusal[] => [
      [
        `the time ${time}`,
        { body: `{"$type":"TOUCH","$user_agent_id":"a","$ts":${time}}` },
        400,
        'BAD_REQUEST_DATA',
        '$ts',
      ],
      [
        `a choice at ${time}`,
        { body: aChoice(`"$processing_id":5,"$choice_ts":${time}`) },
        400,
        'BAD_REQUEST_DATA',
        '$events[0].$properties.$choice_ts',
      ],
    ]),
    [
      'an address that is a number',
      { body: json(anActivity({ $email_hash: { $email: 7 } })) },
      400,
      'BAD_REQUEST_DATA',
      '$email_hash.$email',
    ],
    [
      'a hash with a space',
      { body: json(anActivity({ $email_hash: { $hash: 'a b' } })) },
      400,
      'BAD_REQUEST_DATA',
      '$email_hash.$hash',
    ],
    [
      'junk identifiers alone',
      { body: json({ $type: 'TOUCH', $user_agent_id: 'mob:ios:raw:00000000-0000-0000-0000-000000000000' }) },
      400,
      'BAD_REQUEST_DATA',
      '$user_agent_id: is empty or a placeholder',
    ],
    ['U+0000', { body: json(anActivity({ custom: 'a\0' })) }, 400, 'BAD_REQUEST_DATA', 'custom'],
  ])('%s', async (_case, sending, status, error_code, message) => {
    const answer = await send(sending);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({
      status: 'error',
      error_code,
      error_id: answer.headers.get('x-request-id'),
      error: expect.stringContaining(message),
    });
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(PublishedActivities.received).toEqual([]);
  });

  it('a head over 32 KiB, with the envelope', async () => {
    const { status, body } = await send({ headers: { 'x-long': 'x'.repeat(33 * 1024) } });
    expect(status).toBe(400);
    expect(body).toMatchObject({ status: 'error', error_code: 'BAD_REQUEST_FORMAT' });
  });
});

/** Sends raw bytes and returns the answer, until the server closes the connection. */
async function talk(text: string): Promise<string> {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  socket.write(text);
  let answer = '';
  for await (const data of socket) answer += String(data);
  return answer;
}
const plain = (body: string, headers = '') =>
  `POST /v1/datamarts/1/user_activities HTTP/1.1\r\nHost: x\r\nAuthorization: ${tokens.EDITOR}\r\n` +
  `Content-Type: application/json\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;

const chunked = (body: string) =>
  `POST /v1/datamarts/1/user_activities HTTP/1.1\r\nHost: x\r\nAuthorization: ${tokens.EDITOR}\r\n` +
  `Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${body}`;

describe('malformed HTTP', () => {
  it.each([
    ['garbage', 'GARBAGE\r\n\r\n', 400],
    ['an unknown expectation', plain('{}', 'Expect: foo\r\n'), 400],
    ['CONNECT', 'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n', 404],
    ['QUERY on an unknown route', 'QUERY /v1/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
    ['no Host', 'GET /v1/x HTTP/1.1\r\nConnection: close\r\n\r\n', 404],
    ['a chunk without its size', chunked('zz\r\n\r\n'), 400],
    ['a chunk that is longer than its size', chunked('2\r\n{}XX\r\n0\r\n\r\n'), 400],
    ['a chunk of an impossible size', chunked('fffffffffffffffffff\r\n'), 400],
  ])('answers %s with the envelope', async (_case, text, status) => {
    const answer = await talk(text);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(/\r\nx-request-id: /i);
    expect(answer).toMatch(/\r\n\r\n\{"status":"error","error_code":"[A-Z_]+","error_id":"[^"]+","error":"[^"]+"\}$/);
  });

  it.each([
    ['two tokens, the valid one first', tokens.EDITOR, 'x'.repeat(40)],
    ['two tokens, the valid one last', 'x'.repeat(40), tokens.EDITOR],
    ['the same token twice', tokens.EDITOR, tokens.EDITOR],
  ])('refuses %s', async (_case, first, second) => {
    const answer = await talk(
      `GET /v1/connected_user HTTP/1.1\r\nHost: x\r\nAuthorization: ${first}\r\n` +
        `authorization: ${second}\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 401 /);
    expect(answer).toContain('TOKEN_ERROR');
  });

  it.each([
    ['an answer', plain(JSON.stringify(anActivity()), 'Connection: close\r\n')],
    ['an error', 'GET /v1/nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['garbage', 'GARBAGE\r\n\r\n'],
  ])(
    'sends %s with headers against caching and content sniffing, and without the name of the server',
    async (_c, text) => {
      const head = (await talk(text)).split('\r\n\r\n')[0] ?? '';
      expect(head).toMatch(/\r\nx-content-type-options: nosniff/i);
      expect(head).toMatch(/\r\ncache-control: no-store/i);
      expect(head).not.toMatch(/\r\n(server|x-powered-by):/i);
    },
  );

  it('answers a malformed HEAD without a body', async () => {
    const answer = await talk(`HEAD /v1/\u00e9 HTTP/1.1\r\nHost: x\r\nA b\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 400 [^]*\r\n\r\n$/);
  });

  it('answers a valid request before the garbage that follows it', async () => {
    const answer = await talk(`${plain(JSON.stringify(anActivity()))}GARBAGE\r\n\r\n`);
    expect(answer.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  });

  it('answers a valid request before the malformed one that follows it', async () => {
    const answer = await talk(`${plain(JSON.stringify(anActivity()))}${chunked('zz\r\n\r\n')}`);
    expect(answer.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
    expect(answer).toContain('"error":"the body is malformed');
  });

  it('reads a header after 2,500 others', async () => {
    const headers = 'a: b\r\n'.repeat(2_500);
    expect(await talk(plain(JSON.stringify(anActivity()), `${headers}Connection: close\r\n`))).toMatch(
      /^HTTP\/1.1 200 /,
    );
  });
});
