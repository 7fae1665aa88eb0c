import { describe, expect, it } from '@jest/globals';
import { bootGateway, PublishedActivities, tokens } from '../booted-gateway.js';
import { gateway, anActivity, send } from './activities-fixture.js';

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

  it('is published with a hash of its values if its id may come again', async () => {
    const keyed = anActivity({ $unique_key: '9f2b1a84-0000-4000-8000-00000000000b' });
    await send();
    await send({ headers: { 'idempotency-key': 'order-18' } });
    await send({ body: JSON.stringify(keyed) });
    const hashes = PublishedActivities.received.map(({ value }) => value.trace?.hash);
    expect(hashes).toEqual([undefined, expect.stringMatching(/^[0-9a-f]{12}$/), hashes[1]]);
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

  it('counts activities with a time before the year 2000, and those of each junk word', async () => {
    const early = () => metric('tributary_gateway_early_times_total');
    const before = await early();
    const line = (difference: object) => JSON.stringify(anActivity(difference));
    const guest = { $user_account_id: 'guest' };
    const lines = [
      ...Array.from({ length: 93 }, () => line({})),
      line({ $ts: 1_795_646_671 }),
      line({ $ts: Date.UTC(2000) }),
      ...Array.from({ length: 5 }, () => line({ ...guest, $email_hash: { $hash: 'guest' } })),
    ];
    const headers = { 'content-type': 'application/x-ndjson' };
    expect((await send({ headers, body: lines.join('\n') })).body).toMatchObject({ data: { accepted: 100 } });
    expect((await early()) - before).toBe(1);
    expect(await metric('tributary_gateway_junk_ratio', 'datamart="1",word="guest"')).toBeGreaterThan(0);
  });

  const junkIdentifiers = () => metric('tributary_gateway_junk_identifiers_total');
  async function metric(name: string, labels = ''): Promise<number> {
    const text = await gateway.platform.metrics.registry.metrics();
    const line = text.split('\n').find((one) => one.startsWith(name) && one.includes(labels));
    return Number(line?.split(' ').at(-1));
  }
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
