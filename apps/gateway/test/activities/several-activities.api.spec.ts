import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { signatureHeaders } from '@tributary/testing/signed-request';
import {
  bootGateway,
  PublishedActivities,
  secretKey,
  signingKeys,
  tokens,
  type BootedGateway,
} from '../booted-gateway.js';

let gateway: BootedGateway;
let publishCalls = 0;
beforeEach(() => {
  PublishedActivities.received.length = publishCalls = 0;
});
beforeAll(async () => {
  gateway = await bootGateway();
  const { publisher } = gateway.platform.bus;
  const publish = publisher.publish.bind(publisher);
  publisher.publish = (topic, ...rest) => {
    if (topic.name.includes('activity-received')) publishCalls += 1;
    return publish(topic, ...rest);
  };
});
afterAll(() => gateway.stop());

const uri = '/v1/datamarts/1/user_activities';
const visit = (agent: string, difference: object = {}) =>
  JSON.stringify({ $type: 'SITE_VISIT', $user_agent_id: agent, ...difference });
const nothing = '{"$type":"TOUCH"}';
const uniqueKey = '9f2b1a84-0000-4000-8000-00000000000a';

type Result = { id: string; received_ts: number } | { error_code: string; error: string };
interface Answer {
  status: number;
  body: { error_code?: string; error?: string; data: { accepted: number; rejected: number; results: Result[] } };
}

async function post(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(gateway.url + uri, {
    method: 'POST',
    headers: { authorization: tokens.EDITOR, 'content-type': 'application/x-ndjson', ...headers },
    body,
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

function signed(body: string, ts = Date.now()): Record<string, string> {
  const key = { key_id: signingKeys.EDITOR, secret_key: secretKey };
  // An empty Authorization header counts as absent.
  return { authorization: '', ...signatureHeaders(key, uri, body, ts) };
}

const idsOf = ({ body }: Answer) => body.data.results.map((result) => ('id' in result ? result.id : undefined));
const publishedIds = () => PublishedActivities.received.map(({ value }) => value.activity_id);
const single = async (body: string, headers: Record<string, string>) => {
  const { body: answer } = await post(body, { 'content-type': 'application/json', ...headers });
  return (answer.data as unknown as { id: string }).id;
};

describe('several activities in one request', () => {
  it('are published in one call, and answered in the order of the lines', async () => {
    const lines = Array.from({ length: 100 }, (_, index) => visit(`a${index}`));
    const before = Date.now();
    const answer = await post(lines.join('\n'));
    expect(answer).toMatchObject({ status: 200, body: { status: 'ok', data: { accepted: 100, rejected: 0 } } });
    expect(publishCalls).toBe(1);
    // The test's consumer gets the messages by partition.
    const published = new Map(PublishedActivities.received.map(({ value }) => [value.activity_id, value]));
    const inOrder = idsOf(answer).map((id) => published.get(id ?? ''));
    expect(inOrder.map((value) => value?.body)).toEqual(lines);
    expect(answer.body.data.results).toEqual(
      inOrder.map((value) => ({ id: value?.activity_id, received_ts: value?.received_ts })),
    );
    expect(inOrder[0]?.received_ts).toBeGreaterThanOrEqual(before);
    expect(new Set(inOrder.map((value) => value?.received_ts)).size).toBe(1);
  });

  it('keep their order per person', async () => {
    const lines = Array.from({ length: 50 }, (_, index) => visit('one', { n: index }));
    await post(lines.join('\n'));
    expect(PublishedActivities.received.map(({ value }) => value.body)).toEqual(lines);
  });

  it.each(['application/x-ndjson; charset=utf-8', 'Application/X-NDJSON'])(
    'come with the content type %s',
    async (type) => {
      expect((await post(visit('a'), { 'content-type': type })).body.data.accepted).toBe(1);
    },
  );

  it('are accepted beside refused ones, which name their field', async () => {
    const answer = await post(
      [
        '',
        visit('a'),
        '{"$type":',
        '[]',
        nothing,
        ' \t',
        visit('b', { $events: [{ $event_name: 7 }] }),
        visit('c'),
      ].join('\r\n'),
    );
    expect(answer.body.data).toEqual({
      accepted: 2,
      rejected: 4,
      results: [
        { id: expect.any(String), received_ts: expect.any(Number) },
        { error_code: 'BAD_REQUEST_FORMAT', error: expect.stringContaining('not JSON') },
        { error_code: 'BAD_REQUEST_DATA', error: expect.stringContaining('body: ') },
        { error_code: 'BAD_REQUEST_DATA', error: expect.stringContaining('$user_identifiers: ') },
        { error_code: 'BAD_REQUEST_DATA', error: expect.stringContaining('$events[0].$event_name: ') },
        { id: expect.any(String), received_ts: expect.any(Number) },
      ],
    });
    expect(new Set(publishedIds())).toEqual(new Set([idsOf(answer)[0], idsOf(answer)[5]]));
  });

  it('may be a thousand, and a thousand blank lines between them', async () => {
    const answer = await post(Array.from({ length: 1_000 }, (_, index) => visit(`a${index}`)).join('\n\n'));
    expect(answer.body.data).toMatchObject({ accepted: 1_000, rejected: 0 });
    expect([publishCalls, new Set(publishedIds()).size]).toEqual([1, 1_000]);
  });

  it('have bounded error messages', async () => {
    const field = 'f'.repeat(5_000);
    const answer = await post(`${visit('a')}\n{"${field}":"\\u0000"}`);
    const [, refused] = answer.body.data.results as { error: string }[];
    expect(refused?.error).toHaveLength(1_000);
  });
});

describe('the ids of several activities', () => {
  const body = [visit('a'), nothing, visit('b', { $unique_key: uniqueKey.toUpperCase() }), visit('c')].join('\n');

  it('are new without a key', async () => {
    const ids = [...idsOf(await post(body)), ...idsOf(await post(body))].filter((id) => id !== undefined);
    expect([ids.length, new Set(ids).size]).toEqual([6, 5]);
    expect(ids.filter((id) => /^.{8}-.{4}-7/.test(id))).toHaveLength(4);
  });

  it('derive from the Idempotency-Key and the number of the line', async () => {
    const headers = { 'idempotency-key': 'a batch' };
    const [first, again] = [await post(body, headers), await post(`\n${body}\n`, headers)];
    expect(idsOf(again)).toEqual(idsOf(first));
    expect(idsOf(first)[2]).toBe(uniqueKey);
    expect(new Set(publishedIds()).size).toBe(3);
    // A refused line counts: line 4 keeps its id if line 2 is corrected.
    const corrected = await post(body.replace(nothing, visit('d')), headers);
    expect(idsOf(corrected)[3]).toBe(idsOf(first)[3]);
    expect(idsOf(corrected)[0]).toBe(await single(visit('a'), headers));
  });

  it('derive from the signature and the number of the line, with any Idempotency-Key', async () => {
    const headers = signed(body);
    const [first, again] = [await post(body, headers), await post(body, { ...headers, 'idempotency-key': 'k' })];
    expect(first.status).toBe(200);
    expect(idsOf(again)).toEqual(idsOf(first));
    expect(new Set(publishedIds()).size).toBe(3);
    expect(idsOf(await post(body, signed(body, Date.now() - 1)))[0]).not.toBe(idsOf(first)[0]);
  });

  it.each([
    ['a signature', () => signed(visit('a'))],
    ['an Idempotency-Key', () => ({ 'idempotency-key': 'one line' })],
  ])('with %s do not depend on the content type of one line', async (_case, make) => {
    const headers = make();
    expect(idsOf(await post(visit('a'), headers))).toEqual([await single(visit('a'), headers)]);
    expect(new Set(publishedIds()).size).toBe(1);
  });

  it('that are equal make one activity, which both lines are answered with', async () => {
    const [one, two] = [visit('a', { $unique_key: uniqueKey }), visit('b', { $unique_key: uniqueKey })];
    const answer = await post([one, visit('c'), two].join('\n'));
    expect(answer.body.data).toMatchObject({ accepted: 3, rejected: 0 });
    expect([idsOf(answer)[0], idsOf(answer)[2]]).toEqual([uniqueKey, uniqueKey]);
    const stored = PublishedActivities.received.filter(({ value }) => value.activity_id === uniqueKey);
    expect(stored.map(({ value }) => value.body)).toEqual([one]);
    expect(PublishedActivities.received).toHaveLength(2);
  });
});

describe('a request with several activities is refused', () => {
  const fill = (bytes: number) => `${visit('a')}\n${' '.repeat(bytes - visit('a').length - 1)}`;
  it.each<[string, string, string, string]>([
    ['empty', '', 'BAD_REQUEST_FORMAT', ''],
    ['of blank lines', '\r\n\n', 'BAD_REQUEST_FORMAT', 'no lines'],
    ['with 1,001 lines', `${visit('a')}\n`.repeat(1_001), 'BAD_REQUEST_DATA', '1000 lines'],
    ['of more than 1 MiB', fill(1024 * 1024 + 1), 'BAD_REQUEST_FORMAT', '1048576 bytes'],
    ['if no line is acceptable', `\n${nothing}\n{`, 'BAD_REQUEST_DATA', 'line 1: $user_identifiers: '],
    ['if no line is JSON', 'a\nb', 'BAD_REQUEST_DATA', 'line 1: the body is not JSON'],
    [
      'if its lines are one JSON text',
      JSON.stringify(JSON.parse(visit('a')), null, 1),
      'BAD_REQUEST_FORMAT',
      'one JSON text',
    ],
  ])('%s', async (_case, body, error_code, message) => {
    const answer = await post(body);
    expect([answer.status, answer.body]).toEqual([
      400,
      { status: 'error', error_code, error_id: expect.any(String), error: expect.stringContaining(message) },
    ]);
    expect(PublishedActivities.received).toEqual([]);
  });

  it('not at 1 MiB', async () => expect((await post(fill(1024 * 1024))).status).toBe(200));

  it('for the credential, before its lines are read', async () => {
    expect((await post('{', { authorization: tokens.READER })).status).toBe(403);
    expect((await post('{', { authorization: 'x'.repeat(40) })).status).toBe(401);
    expect((await post(`${visit('a')}\n`, signed(visit('a')))).body.error_code).toBe('MAC_ERROR');
  });
});

it('several activities are answered 503 if one cannot be published', async () => {
  PublishedActivities.isDown = true;
  const answer = await post([visit('a'), nothing, visit('b')].join('\n'));
  PublishedActivities.isDown = false;
  expect([answer.status, answer.body.error_code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
});
