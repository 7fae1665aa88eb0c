import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { FeedClient } from '@tributary/testing/feed-client';
import { tokens } from '../booted-gateway.js';
import { capture } from '../captured-request.js';
import { gateway, open, collect, post, aDatamart } from './live-feed-fixture.js';

describe('refused bodies', () => {
  const refused = (feed: FeedClient) => feed.of('refused').map(({ data }) => data);

  it.each([
    ['an invalid field', '{"$type":"","$user_agent_id":"a"}', 'BAD_REQUEST_DATA', '$type: '],
    ['no identifier', '{"$type":"TOUCH"}', 'BAD_REQUEST_DATA', '$user_identifiers: '],
    ['no JSON', '{"$type":', 'BAD_REQUEST_FORMAT', 'the body is not JSON'],
  ])('with %s are shown with the reason of the answer', async (_case, body, error_code, error) => {
    const feed = await open();
    const answer = (await (await post(body)).json()) as { error: string; error_id: string };
    expect(answer.error).toContain(error);
    const shown = () => refused(feed).filter(({ error_id }) => error_id === answer.error_id);
    await eventually(() => expect(shown()).toHaveLength(1));
    expect(shown()[0]).toEqual({
      received_ts: expect.any(Number),
      error_code,
      error: answer.error,
      error_id: answer.error_id,
      head: body,
    });
  });

  it('are shown with their first KiB, although a filter names a type', async () => {
    const feed = await open('?type=NONE&event_name=none');
    const body = JSON.stringify({ filling: 'x'.repeat(5_000) });
    const { error_id } = (await (await post(body)).json()) as { error_id: string };
    await eventually(() => expect(refused(feed).at(-1)).toMatchObject({ error_id, head: body.slice(0, 1_024) }));
  });

  it('of several lines are shown one by one, once, also if no line is acceptable', async () => {
    const feed = await open('?sample=100');
    const type = { 'content-type': 'application/x-ndjson' };
    const good = '{"$type":"TOUCH","$user_agent_id":"a"}';
    const response = await post(`${good}\n{"$type":"one"}\nno JSON\n`, type);
    const error_id = response.headers.get('x-request-id');
    await eventually(() =>
      expect(refused(feed).filter((one) => one['error_id'] === error_id)).toMatchObject([
        { error_code: 'BAD_REQUEST_DATA', head: '{"$type":"one"}' },
        { error_code: 'BAD_REQUEST_FORMAT', head: 'no JSON' },
      ]),
    );
    const none = await post('{"$type":"two"}\n{"$type":"three"}', type);
    expect(none.status).toBe(400);
    const empty = await post('\n\n', type);
    const last = empty.headers.get('x-request-id');
    await eventually(() =>
      expect(refused(feed).at(-1)).toMatchObject({ error_id: last, error: 'the body has no lines' }),
    );
    const all = none.headers.get('x-request-id');
    expect(refused(feed).filter((one) => one['error_id'] === all)).toMatchObject([
      { head: '{"$type":"two"}' },
      { head: '{"$type":"three"}' },
    ]);
  });

  it('of signed requests are shown, those of callers without access are not', async () => {
    const feed = await open('?sample=100');
    const marker = randomUUID();
    const body = `{"$type":"${marker}"}`;
    expect((await post(body, { authorization: 'no token' })).status).toBe(401);
    expect((await post(body, { authorization: tokens.READER })).status).toBe(403);
    const headers = capture('POST', collect, body, {}).headers as [string, string][];
    const signed = await fetch(gateway.url + collect, { method: 'POST', body, headers });
    expect(signed.status).toBe(400);
    const error_id = signed.headers.get('x-request-id');
    await eventually(() => expect(refused(feed).at(-1)).toMatchObject({ error_id, head: body }));
    expect(refused(feed).filter(({ head }) => String(head).includes(marker))).toHaveLength(1);
  });

  it('of callers that are not known yet are not shown', async () => {
    const feed = await open();
    // Too large to be read, so its signature is not verified.
    const body = `{"$type":"unknown sender","filling":"${'x'.repeat(1_100_000)}"}`;
    const headers = capture('POST', collect, body, {}).headers as [string, string][];
    const tooLarge = await fetch(gateway.url + collect, { method: 'POST', body, headers });
    expect(tooLarge.status).toBe(400);
    // The control: with a token the caller is known.
    const known = await post(body);
    expect(known.status).toBe(400);
    const last = known.headers.get('x-request-id');
    await eventually(() => expect(refused(feed).at(-1)).toMatchObject({ error_id: last, head: '' }));
    const ids = refused(feed).map(({ error_id }) => error_id);
    expect(ids).not.toContain(tooLarge.headers.get('x-request-id'));
  });

  it('are there when the feed opens later, for their datamart only', async () => {
    const body = `{"$type":"${randomUUID()}"}`;
    await post(body);
    const feed = await open();
    await eventually(() => expect(refused(feed).at(-1)).toMatchObject({ head: body }));
    const other = await open('', { datamart: await aDatamart() });
    await eventually(() => expect(other.text).toContain(': open'));
    expect(refused(other)).toEqual([]);
  });

  it('with an identifier are those in which it stands', async () => {
    const feed = await open('?identifier=user_agent_id=web:1:broken');
    await post('{"$type":"","$user_agent_id":"web:1:other"}');
    const own = '{"$type":"","$user_agent_id":"web:1:broken"}';
    await post(own);
    await eventually(() => expect(refused(feed)).toMatchObject([{ head: own }]));
  });
});
