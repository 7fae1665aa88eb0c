import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { activitiesRefused } from '@tributary/contracts/topics/topics';
import { eventually } from '@tributary/testing/eventually';
import { bootGateway, tokens, type BootedGateway } from '../booted-gateway.js';
import { consumedMessages } from '../consumed-messages.js';

/** In place of tracking-ingest. */
const published = consumedMessages(activitiesRefused, 'test.kept-refusals');

let gateway: BootedGateway;
beforeAll(async () => {
  gateway = await bootGateway({ controllers: [published.controller] });
});
afterAll(() => gateway.stop());
beforeEach(() => void (published.messages.length = 0));

const ndjson = 'application/x-ndjson';
const good = '{"$type":"TOUCH","$user_agent_id":"a"}';

async function post(
  body: string | Uint8Array<ArrayBuffer>,
  { type = 'application/json', query = '', token = tokens.EDITOR } = {},
) {
  const response = await fetch(`${gateway.url}/v1/datamarts/1/user_activities${query}`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': type },
    body,
  });
  return { ...((await response.json()) as { error: string; error_id: string }), status: response.status };
}
const refusals = () => published.messages.flatMap((message) => message.refusals);
const leftOut = () => published.messages.reduce((sum, { left_out }) => sum + left_out, 0);

describe('refusals', () => {
  it.each([
    ['an invalid field', '{"$type":""}', 'BAD_REQUEST_DATA', true],
    ['no JSON', '{"$type":', 'BAD_REQUEST_FORMAT', false],
    ['no UTF-8', Uint8Array.from([0x7b, 0xff]), 'BAD_REQUEST_FORMAT', false],
  ])('of a body with %s are published with the reason of the answer', async (_case, body, error_code, is_json) => {
    const { status, error, error_id } = await post(body);
    expect(status).toBe(400);
    await eventually(() =>
      expect(refusals()).toMatchObject([
        { error_code, error, error_id, is_json, credential: { kind: 'api_token' }, is_analyzed: true },
      ]),
    );
    expect(published.messages[0]).toMatchObject({ datamart_id: '1', left_out: 0 });
  });

  it('of lines are published line by line, whether other lines are accepted or not', async () => {
    expect(await post(`${good}\n{"$type":"one"}\nno JSON\n`, { type: ndjson })).toMatchObject({ status: 200 });
    await eventually(() => expect(refusals().map(({ body }) => body)).toEqual(['{"$type":"one"}', 'no JSON']));
    expect(await post('{"$type":"two"}\n{"$type":"three"}', { type: ndjson })).toMatchObject({ status: 400 });
    await eventually(() =>
      expect(
        refusals()
          .slice(2)
          .map(({ body }) => body),
      ).toEqual(['{"$type":"two"}', '{"$type":"three"}']),
    );
  });

  it('of a body of lines that is refused whole are those of its lines, all of them or counted', async () => {
    const lines = `${good}\n`.repeat(1_001);
    expect(await post(lines, { type: ndjson })).toMatchObject({ status: 400 });
    await eventually(() => expect(refusals()).toHaveLength(1_001));
    expect(refusals()[0]).toMatchObject({ body: good, error: expect.stringContaining('1000 lines') });
    published.messages.length = 0;
    expect(await post('x\n'.repeat(10_500), { type: ndjson })).toMatchObject({ status: 400 });
    await eventually(() => expect([refusals().length, leftOut()]).toEqual([10_000, 500]));
    published.messages.length = 0;
    expect(await post(`{\n"$type":"TOUCH"\n}`, { type: ndjson })).toMatchObject({ status: 400 });
    await eventually(() => expect(refusals()).toMatchObject([{ body: '{\n"$type":"TOUCH"\n}', is_json: true }]));
  });

  it('know that no analyzer may get the activity', async () => {
    await post('{}', { query: '?processing_pipeline=false' });
    await eventually(() => expect(refusals()).toMatchObject([{ is_analyzed: false }]));
  });

  it('are numbered, so that a message that comes again is known', async () => {
    for (let sent = 0; sent < 3; sent++) {
      await post('{}');
      await eventually(() => expect(refusals()).toHaveLength(sent + 1));
    }
    const numbers = published.messages.map(({ number }) => number);
    expect(numbers).toEqual(numbers.map((_number, index) => (numbers[0] ?? 0) + index));
    expect(new Set(published.messages.map(({ instance }) => instance)).size).toBe(1);
  });

  it('are no answers of 401, 403 or 200', async () => {
    expect(await post('{}', { token: tokens.READER })).toMatchObject({ status: 403 });
    expect(await post('{}', { token: 'unknown-token-xxxxxxxxxxxxxxxxxxxxxxxxxx' })).toMatchObject({ status: 401 });
    expect(await post(good)).toMatchObject({ status: 200 });
    await post('{"$type":"last"}');
    await eventually(() => expect(refusals().map(({ body }) => body)).toEqual(['{"$type":"last"}']));
  });
});
