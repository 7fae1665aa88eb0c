import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bootGateway, PublishedActivities, tokens, type BootedGateway } from './booted-gateway.js';
import { capture } from './captured-request.js';
import { faultOf, sendRaw, type RawAnswer } from './raw-answers.js';

const seed = 20_261_126;
const activities = '/v1/datamarts/1/user_activities';
const activity = '{"$type":"SITE_VISIT","$user_agent_id":"web:1:☕"}';
const token = `Authorization: ${tokens.EDITOR}`;

let gateway: BootedGateway;
beforeAll(async () => {
  gateway = await bootGateway();
});
afterAll(() => gateway.stop());
beforeEach(() => {
  PublishedActivities.received.length = 0;
});

const bytes = (line: string, headers: string[] = [], body: Buffer | string = '') =>
  Buffer.concat([
    Buffer.from(`${[`${line} HTTP/1.1`, 'Host: x', ...headers].join('\r\n')}\r\n\r\n`),
    Buffer.from(body),
  ]);
const get = (target: string, ...headers: string[]) => bytes(`GET ${target}`, [token, ...headers]);
const post = (body: Buffer | string, type = 'application/json') => {
  const content = [`Content-Length: ${Buffer.byteLength(body)}`, ...(type === '' ? [] : [`Content-Type: ${type}`])];
  return bytes(`POST ${activities}`, [token, ...content], body);
};
const collect = post(activity);

const codeOf = ({ status, body }: RawAnswer) =>
  status < 400 || body === '' ? `${status}` : `${status} ${(JSON.parse(body) as { error_code: string }).error_code}`;
/** The status and the code of each answer. */
async function outcome(...packets: Buffer[]): Promise<string[]> {
  const answers = await sendRaw(gateway.url, ...packets);
  expect(answers.flatMap((answer) => faultOf(answer) ?? [])).toEqual([]);
  return answers.map(codeOf);
}

const format = '400 BAD_REQUEST_FORMAT';
/** Also the answer to the last request of a connection. */
const unknown = '404 RESOURCE_NOT_FOUND';

describe('a body of another type', () => {
  it('is answered with the types that the operation takes', async () => {
    const error = 'Content-Type: must be application/json or application/x-ndjson';
    const [answer] = await sendRaw(gateway.url, post('<a/>', 'text/xml'));
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({ error_code: 'BAD_REQUEST_FORMAT', error });
  });
});

describe('a malformed request gets an answer with a documented error', () => {
  it.each<[string, Buffer, string]>([
    ['bytes that are no HTTP', Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc]), format],
    ['the preface of HTTP/2', Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), format],
    ['an unknown method', bytes('FETCH /v1/users', [token]), format],
    ...['PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'].map((method): [string, Buffer, string] => [
      `${method} on a path that has other methods`,
      bytes(`${method} ${activities}`, [token]),
      unknown,
    ]),
    ['a control character in a header', get('/v1/connected_user', 'X-Odd: \u0000'), format],
    ['a header of 40,000 bytes', get('/v1/connected_user', `X-Long: ${'x'.repeat(40_000)}`), format],
    ['a target of 40,000 bytes', get(`/v1/${'x'.repeat(40_000)}`), format],
    ['two lengths', bytes(`POST ${activities}`, [token, 'Content-Length: 2', 'Content-Length: 3'], '{}'), format],
    ['chunks without a length', bytes(`POST ${activities}`, [token, 'Transfer-Encoding: chunked'], 'x\r\n'), format],
    ['an expectation other than 100-continue', get('/v1/connected_user', 'Expect: a miracle'), format],
    ['a broken percent-encoding', get('/v1/datamarts/%zz/user_activities'), format],
    ['half a character in the path', get('/v1/datamarts/%E0%A4/user_activities'), format],
    ...['*', '//', '/v1', '/v1/', '/V1/users', '/v2/users', '/v1//users', '/v1/../metrics', '/internal/access'].map(
      (target): [string, Buffer, string] => [`the target ${target}`, get(target), unknown],
    ),
    ['a body of no known type', post(activity, '/'), format],
    ['a body without a type', post(activity, ''), format],
    ['a form without a boundary', post(activity, 'multipart/form-data'), format],
    ['an empty body', post(''), format],
    ['two byte order marks', post('\ufeff\ufeff{}'), format],
    ['a compression that is not gzip', post(activity, 'application/json\r\nContent-Encoding: br'), format],
    ['a body behind the JSON', post('{"a":1}x'), format],
    ['bytes that are no text', post(Buffer.from([0, 0xff, 0x80, 0xc3, 0x28])), format],
    ['300,000 brackets', post('['.repeat(300_000)), format],
    ['a token in Latin-1', bytes(`POST ${activities}`, ['Authorization: \u00e9']), '401 TOKEN_ERROR'],
    ['half a signature', bytes(`POST ${activities}`, ['X-Svc-Mac: x']), '401 MAC_ERROR'],
  ])('%s', async (_name, request, expected) => {
    expect((await outcome(request))[0]).toBe(expected);
  });

  it.each([
    'Range: bytes=0-',
    'TE: trailers',
    'Accept-Version: 2.0.0',
    'X-HTTP-Method-Override: DELETE',
    'X-Tributary-Caller: e30.x',
    'X-Request-Id: forged',
    'Content-Encoding: identity',
  ])('but the header %s changes nothing', async (header) => {
    const answers = await outcome(post(activity, `application/json\r\n${header}`));
    expect(answers).toEqual(['200', unknown]);
    expect(PublishedActivities.received.map(({ value }) => value.body)).toEqual([activity]);
  });
});

describe('a request', () => {
  it('is the same in single bytes: a character may be split', async () => {
    expect(await outcome(...Array.from(collect, (byte) => Buffer.from([byte])))).toEqual(['200', unknown]);
    expect(PublishedActivities.received.map(({ value }) => value.body)).toEqual([activity]);
  });

  it('is answered, also if one that is pipelined behind it is malformed: the connection ends with that one', async () => {
    for (const malformed of [post('{'), Buffer.from('no HTTP\r\n\r\n')])
      expect(await outcome(Buffer.concat([collect, malformed, collect]))).toEqual(['200', format]);
    expect(await outcome(Buffer.concat([collect, collect]))).toEqual(['200', '200', unknown]);
  });
});

/** Changes of some bytes, and where the rest of the request begins in another packet. */
const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  removed: fc.integer({ min: 0, max: 12 }),
  inserted: fc.oneof(
    fc.uint8Array({ maxLength: 6 }),
    fc
      .constantFrom('\r\n', '\r\n\r\n', '\n', ':', ' ', '\0', '%', '{', '"', '0', '99999999999', 'HTTP/1.1')
      .map((text) => Buffer.from(text)),
  ),
});
const seeds = [collect, get('/v1/connected_user'), post(`${activity}\n${activity}`, 'application/x-ndjson'), signed()];
function signed(): Buffer {
  const { method, target, headers, body } = capture('POST', activities, activity);
  return bytes(
    `${method} ${target}`,
    headers.map(([name, value]) => `${name}: ${value}`),
    body,
  );
}
const mutated = fc
  .record({
    request: fc.constantFrom(...seeds),
    changes: fc.array(change, { minLength: 1, maxLength: 3 }),
    split: change,
  })
  .map(({ request, changes, split }) => {
    const raw = changes.reduce((before, { at, removed, inserted }) => {
      const index = Math.floor(at * before.length);
      return Buffer.concat([before.subarray(0, index), inserted, before.subarray(index + removed)]);
    }, request);
    const index = Math.floor(split.at * raw.length);
    return [raw.subarray(0, index), raw.subarray(index)];
  });

describe('requests with changed bytes', () => {
  let brief: BootedGateway;
  beforeAll(async () => {
    // It waits a second for the rest of a request that lacks its end.
    brief = await bootGateway({ limits: { headMs: 1_000, bodyMs: 1_000 } });
  });
  afterAll(() => brief.stop());

  it('get documented answers or none, and the gateway goes on', async () => {
    const sample = fc.sample(mutated, { seed, numRuns: 1_500 });
    const faults: string[] = [];
    const tally = new Map<number, number>();
    const queue = sample.values();
    const worker = async () => {
      for (const packets of queue) {
        const answers = await sendRaw(brief.url, ...packets);
        for (const answer of answers) {
          tally.set(answer.status, (tally.get(answer.status) ?? 0) + 1);
          const fault = faultOf(answer);
          if (fault) faults.push(`${fault}: ${JSON.stringify(Buffer.concat(packets).toString())} -> ${answer.body}`);
        }
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    expect(faults.slice(0, 20)).toEqual([]);
    // The sample must reach every kind of answer, otherwise it proves nothing.
    for (const status of [200, 400, 401, 404]) expect([status, tally.get(status) ?? 0]).not.toEqual([status, 0]);
    expect(await outcome(collect)).toEqual(['200', unknown]);
  });

  it('(control) faults are detected', () => {
    const envelope = { status: 'error', error_code: 'BAD_REQUEST_DATA', error_id: 'a', error: 'x' };
    const fields = { 'content-type': 'application/json', 'x-request-id': 'a' };
    const answer = (status: number, headers: object = fields, body: object | string = envelope): RawAnswer => ({
      status,
      headers: new Map(Object.entries(headers) as [string, string][]),
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    expect(faultOf(answer(400))).toBeUndefined();
    expect(faultOf(answer(500))).toBe('status 500');
    expect(faultOf(answer(405))).toBe('status 405');
    expect(faultOf(answer(-1))).toBe('status -1');
    expect(faultOf(answer(404))).toBe('the pair 404 BAD_REQUEST_DATA');
    expect(faultOf(answer(400, { ...fields, 'x-request-id': 'b' }))).toContain('error_id');
    expect(faultOf(answer(400, fields, { ...envelope, stack: 'x' }))).toBe('envelope');
    expect(faultOf(answer(400, fields, 'x'))).toBe('invalid JSON');
  });
});
