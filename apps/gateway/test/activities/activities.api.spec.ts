import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { standInOwners } from '../stand-in-owners.js';
import { bootGateway, expiredToken, PublishedActivities, tokens, type BootedGateway } from '../booted-gateway.js';

let gateway: BootedGateway;
beforeAll(async () => {
  gateway = await bootGateway({ extend: standInOwners });
});
afterAll(() => gateway.stop());
beforeEach(() => {
  PublishedActivities.received.length = 0;
});

const anActivity = (difference: object = {}) => ({
  $type: 'SITE_VISIT',
  $user_identifiers: [{ $type: 'USER_AGENT', $user_agent_id: 'web:1:abc' }],
  ...difference,
});

interface Sending {
  path?: string;
  method?: string;
  headers?: Record<string, string | undefined>;
  body?: string | Uint8Array<ArrayBuffer> | null;
}

async function send({ path = '/v1/datamarts/1/user_activities', method = 'POST', headers = {}, body }: Sending = {}) {
  const all = { authorization: tokens.EDITOR, 'content-type': 'application/json', ...headers };
  const given = Object.entries(all).filter((header): header is [string, string] => header[1] !== undefined);
  const response = await fetch(gateway.url + path, {
    method,
    headers: given,
    body: body === undefined ? JSON.stringify(anActivity()) : body,
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>),
  };
}

describe('collecting an activity', () => {
  it('answers with the id and the time of the published activity', async () => {
    const { status, headers, body } = await send();
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('x-request-id')).toBeTruthy();
    const [published] = PublishedActivities.received;
    expect(body).toEqual({
      status: 'ok',
      data: { id: published?.value.activity_id, received_ts: published?.value.received_ts },
    });
    expect(published?.key).toBe('1|USER_AGENT:web:1:abc');
  });

  it('publishes the body byte for byte', async () => {
    const text = `{ "$type":"TOUCH", "$user_agent_id":"web:1:abc", "n":12345678901234567890.10, "é":"\\u00e9" }`;
    await send({ body: text });
    expect(PublishedActivities.received[0]?.value.body).toBe(text);
  });

  it('derives the same id from a unique key or an Idempotency-Key on every resend', async () => {
    const $unique_key = '9f2b1a84-0000-4000-8000-00000000000a';
    const body = JSON.stringify(anActivity({ $unique_key }));
    expect((await send({ body })).body).toMatchObject({ data: { id: $unique_key } });
    const headers = { 'idempotency-key': 'order-17' };
    const [first, second] = [await send({ headers }), await send({ headers })];
    expect((first.body?.data as { id: string }).id).toBe((second.body?.data as { id: string }).id);
  });

  it('propagates a valid trace context', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await send({ headers: { traceparent } });
    await send({ headers: { traceparent: 'x'.repeat(1000) } });
    expect(PublishedActivities.received.map((message) => message.traceparent)).toEqual([traceparent, undefined]);
  });

  it('accepts the token with Bearer, too', async () => {
    expect((await send({ headers: { authorization: `Bearer ${tokens.EDITOR}` } })).status).toBe(200);
  });

  it('accepts parameters of the content type, and a body of 1 MiB', async () => {
    expect((await send({ headers: { 'content-type': 'application/json; charset=utf-8' } })).status).toBe(200);
    const empty = JSON.stringify(anActivity({ padding: '' }));
    const body = JSON.stringify(anActivity({ padding: 'x'.repeat(1024 * 1024 - empty.length) }));
    expect(Buffer.byteLength(body)).toBe(1024 * 1024);
    expect((await send({ body })).status).toBe(200);
    expect((await send({ body: `${body} ` })).body).toMatchObject({ error_code: 'BAD_REQUEST_FORMAT' });
  });
});

type Refusal = [string, Sending, number, string, string];
const aChoice = (properties: string) =>
  `{"$type":"TOUCH","$user_agent_id":"a","$events":[{"$event_name":"$set_user_choice","$properties":{"$choice_acceptance_value":true,${properties}}}]}`;

describe('the identifiers of an activity', () => {
  const publishedOf = async (body: string) => {
    const { status } = await send({ body });
    expect(status).toBe(200);
    return PublishedActivities.received.at(-1)?.value;
  };

  it('are the digits of integers as sent, and the body stays as sent', async () => {
    const body =
      '{"$type":"TOUCH", "$ts":"1700000000000", "$user_account_id":12345678901234567890, "$compartment_id":1606,' +
      '"$user_identifiers":[{"$type":"USER_AGENT","$user_agent_id":9007199254740993}],"$location":{"$zip_code":75011}}';
    expect(await publishedOf(body)).toMatchObject({
      body,
      identifiers: [
        { type: 'USER_ACCOUNT', compartment_id: '1606', value: '12345678901234567890' },
        { type: 'USER_AGENT', value: '9007199254740993' },
      ],
    });
  });

  it('are any hashes: in hexadecimal in lower case, others as sent', async () => {
    const of = async ($hash: string) =>
      (await publishedOf(JSON.stringify({ $type: 'TOUCH', $email_hash: { $hash } })))?.identifiers;
    expect(await of('ABc12')).toEqual([{ type: 'USER_EMAIL', value: 'abc12' }]);
    expect(await of('Ab+/Z==')).toEqual([{ type: 'USER_EMAIL', value: 'Ab+/Z==' }]);
  });

  it('are without junk, which is counted', async () => {
    const before = await junkIdentifiers();
    const $user_identifiers = [
      { $type: 'USER_AGENT', $user_agent_id: 'mob:ios:raw:00000000-0000-0000-0000-000000000000' },
      { $type: 'USER_ACCOUNT', $user_account_id: 'null' },
      { $type: 'USER_EMAIL', $hash: '' },
      { $type: 'USER_AGENT', $user_agent_id: 'web:1:abc' },
    ];
    const body = JSON.stringify({ $type: 'TOUCH', $user_identifiers });
    expect(await publishedOf(body)).toMatchObject({ body, identifiers: [{ type: 'USER_AGENT', value: 'web:1:abc' }] });
    expect((await junkIdentifiers()) - before).toBe(3);
    // Each line of several.
    const headers = { 'content-type': 'application/x-ndjson' };
    expect((await send({ headers, body: `${body}\n{}\n${body}` })).body).toMatchObject({ data: { accepted: 2 } });
    expect((await junkIdentifiers()) - before).toBe(9);
  });

  async function junkIdentifiers(): Promise<number> {
    const text = await gateway.platform.metrics.registry.metrics();
    return Number(/^tributary_gateway_junk_identifiers_total(?:\{.*\})? (\d+)$/m.exec(text)?.[1]);
  }
});

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
    ...['-12', '12.0', '12e0', '-0', '1e400'].map(
      (id): Refusal => [
        `an account of ${id}`,
        { body: `{"$type":"TOUCH","$user_account_id":${id}}` },
        400,
        'BAD_REQUEST_DATA',
        '$user_account_id',
      ],
    ),
    ...['-5', '5.0'].map(
      (id): Refusal => [
        `a choice of the processing ${id}`,
        { body: aChoice(`"$processing_id":${id}`) },
        400,
        'BAD_REQUEST_DATA',
        '$events[0].$properties.$processing_id',
      ],
    ),
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
      '$user_agent_id: is empty, "null", "undefined" or all zeros',
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

describe('a gateway that has not read all credentials', () => {
  it('answers 503 until it has caught up, and never again', async () => {
    let hasCaughtUp = false;
    const starting = await bootGateway({ hasCaughtUp: () => hasCaughtUp });
    const post = () =>
      fetch(`${starting.url}/v1/datamarts/1/user_activities`, {
        method: 'POST',
        headers: { authorization: 'x'.repeat(40) },
      });
    const early = await post();
    expect([early.status, early.headers.get('retry-after')]).toEqual([503, '1']);
    hasCaughtUp = true;
    expect((await post()).status).toBe(401);
    hasCaughtUp = false;
    expect((await post()).status).toBe(401);
    await starting.stop();
  });
});
