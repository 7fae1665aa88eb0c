import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Consume } from '@tributary/bus/messages/consume';
import type { Outgoing, Received, Rejection } from '@tributary/bus/messages/message';
import { activitiesAccepted, activityReceived, directoryChanged } from '@tributary/contracts/topics/topics';
import type { ActivitiesAccepted } from '@tributary/contracts/tracking/activities-accepted';
import { eventually } from '@tributary/testing/eventually';
import { signatureHeaders } from '@tributary/testing/signed-request';
import {
  ActivitiesToAnalyze,
  bootGateway,
  PublishedActivities,
  secretKey,
  signingKeys,
  tokens,
  type BootedGateway,
} from './booted-gateway.js';

/** Consumes the counts in place of tracking-ingest. */
@Controller()
class PublishedCounts {
  static readonly messages: ActivitiesAccepted[] = [];

  @Consume(activitiesAccepted, { group: 'test.counts' })
  handle(@Payload() batch: Received<ActivitiesAccepted>[]): Rejection[] {
    PublishedCounts.messages.push(...batch.map(({ value }) => value));
    return [];
  }
}

let gateway: BootedGateway;
/** Every call of the publisher with activities, before the bus gets it. */
const published: { topic: string; messages: Outgoing<unknown>[] }[] = [];
beforeAll(async () => {
  gateway = await bootGateway();
  const { publisher } = gateway.platform.bus;
  const publish = publisher.publish.bind(publisher);
  publisher.publish = (topic, messages, ...rest) => {
    if (/activity-(received|to-analyze)/.test(topic.name)) published.push({ topic: topic.name, messages });
    return publish(topic, messages, ...rest);
  };
  await selectAnalyzers(gateway, '1', 'analyzed', ['9']);
  await selectAnalyzers(gateway, '1', 'unselected', []);
  await selectAnalyzers(gateway, '2', 'of-another-datamart', ['9']);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  PublishedActivities.received.length = ActivitiesToAnalyze.received.length = published.length = 0;
  PublishedCounts.messages.length = 0;
  PublishedActivities.isDown = ActivitiesToAnalyze.isDown = false;
});

let version = 0;
const selectAnalyzers = (
  { platform }: BootedGateway,
  datamart_id: string,
  id: string,
  analyzers: string[],
): Promise<void> =>
  platform.bus.publisher.publish(directoryChanged, [
    {
      id: `channel/${id}/${++version}`,
      value: { kind: 'channel', id, version, datamart_id, processings: [], analyzers },
    },
  ]);

const path = '/v1/datamarts/1/user_activities';
const visit = (channel: object) => JSON.stringify({ $type: 'SITE_VISIT', $user_agent_id: 'web:1:abc', ...channel });

async function post(body: string, { query = '', type = 'application/json', headers = {}, url = gateway.url } = {}) {
  const response = await fetch(`${url}${path}${query}`, {
    method: 'POST',
    headers: { authorization: tokens.EDITOR, 'content-type': type, ...headers },
    body,
  });
  const answer = (await response.json()) as { error_code?: string; error?: string; data: { id: string } };
  return { ...answer, status: response.status };
}
const postLines = (lines: string[], options: object = {}) =>
  post(lines.join('\n'), { type: 'application/x-ndjson', ...options });

const bodiesOf = (received: { value: { body: string } }[]) => received.map(({ value }) => value.body).sort();
const expectPublished = ({ received = [] as string[], toAnalyze = [] as string[] }) =>
  expect([bodiesOf(PublishedActivities.received), bodiesOf(ActivitiesToAnalyze.received)]).toEqual([
    [...received].sort(),
    [...toAnalyze].sort(),
  ]);

describe('an activity', () => {
  it.each<[string, object]>([
    ['whose site has analyzers', { $site_id: 'analyzed' }],
    ['whose app has analyzers', { $app_id: 'analyzed' }],
    ['whose connected TV has analyzers', { $ctv_id: 'analyzed' }],
    ['whose first channel has analyzers', { $ctv_id: 'x', $app_id: 'unknown', $site_id: 'analyzed' }],
    ['whose first channel is null, and the second has analyzers', { $site_id: null, $app_id: 'analyzed' }],
    ['whose first channel is empty, and the second has analyzers', { $site_id: '', $app_id: '', $ctv_id: 'analyzed' }],
    ['that the schema changes', { $site_id: 'analyzed', $ts: '1700000000000' }],
  ])('%s is published to be analyzed, with its channel', async (_case, channel) => {
    const body = visit(channel);
    const { status, data } = await post(body);
    expect(status).toBe(200);
    expectPublished({ toAnalyze: [body] });
    expect(ActivitiesToAnalyze.received[0]?.value).toMatchObject({
      datamart_id: '1',
      activity_id: data.id,
      channel_id: 'analyzed',
      identifiers: [{ type: 'USER_AGENT', value: 'web:1:abc' }],
    });
    expect(ActivitiesToAnalyze.received[0]?.key).toBe('1|USER_AGENT:web:1:abc');
  });

  it.each<[string, object]>([
    ['without a channel', {}],
    ['of an unknown channel', { $site_id: 'unknown' }],
    ['of a channel without analyzers', { $site_id: 'unselected' }],
    ['of a channel of another datamart', { $site_id: 'of-another-datamart' }],
    ['whose first channel is unknown, and the second has analyzers', { $site_id: 'unknown', $app_id: 'analyzed' }],
    ['that names the channel in another field', { $channel_id: 'analyzed', site_id: 'analyzed' }],
  ])('%s is published to be stored', async (_case, channel) => {
    const body = visit(channel);
    expect((await post(body)).status).toBe(200);
    expectPublished({ received: [body] });
  });

  it('goes where a change of the selections sends it', async () => {
    const body = visit({ $site_id: 'changing' });
    await post(body);
    await selectAnalyzers(gateway, '1', 'changing', ['9']);
    await post(body);
    expectPublished({ received: [body], toAnalyze: [body] });
    await selectAnalyzers(gateway, '1', 'changing', []);
    await post(body);
    expectPublished({ received: [body, body], toAnalyze: [body] });
  });

  it.each([
    ['an unknown channel', { $site_id: 'unknown' }],
    ['no channel', {}],
  ])(
    'of %s is published as before there were analyzers: one call, one message, the same bytes',
    async (_case, more) => {
      const body = visit({ $unique_key: '9F2B1A84-0000-4000-8000-00000000000A', n: 1e2, ...more });
      const before = Date.now();
      await post(body);
      const [message] = published[0]?.messages as { value: { received_ts: number } }[];
      const received_ts = message?.value.received_ts ?? 0;
      expect(received_ts).toBeGreaterThanOrEqual(before);
      const activity_id = '9f2b1a84-0000-4000-8000-00000000000a';
      expect(published).toEqual([
        {
          topic: activityReceived.name,
          messages: [{ id: `1/${activity_id}`, time: received_ts, value: message?.value }],
        },
      ]);
      // The text, because members of a message keep their order.
      expect(JSON.stringify(message?.value)).toBe(
        `{"datamart_id":"1","activity_id":"${activity_id}","received_ts":${received_ts},` +
          `"identifiers":[{"type":"USER_AGENT","value":"web:1:abc"}],"body":${JSON.stringify(body)}}`,
      );
      expect(PublishedActivities.received[0]?.key).toBe('1|USER_AGENT:web:1:abc');
    },
  );
});

describe('several activities of a request', () => {
  const [analyzed, other] = [visit({ $site_id: 'analyzed' }), visit({ $site_id: 'unknown' })];
  const lines = [analyzed, other, '{}', other, analyzed, analyzed];

  it('are published to both topics, one call for each', async () => {
    const { status, data } = await postLines(lines);
    expect([status, data]).toMatchObject([200, { accepted: 5, rejected: 1 }]);
    expectPublished({ received: [other, other], toAnalyze: [analyzed, analyzed, analyzed] });
    expect(published).toHaveLength(2);
  });

  it('are answered in the order of the lines', async () => {
    const { data } = await postLines(lines);
    const { results } = data as unknown as { results: { id?: string }[] };
    const received = [...PublishedActivities.received, ...ActivitiesToAnalyze.received];
    const bodies = new Map(received.map(({ value }) => [value.activity_id, value.body]));
    expect(results.map(({ id }) => id && bodies.get(id))).toEqual(
      lines.map((line) => (line === '{}' ? undefined : line)),
    );
  });

  it.each([
    ['to store', PublishedActivities],
    ['to analyze', ActivitiesToAnalyze],
  ])(
    'are answered 503 if those %s cannot be published; the others are published all the same',
    async (_case, topic) => {
      topic.isDown = true;
      expect(await postLines(lines)).toMatchObject({ status: 503, error_code: 'SERVICE_UNAVAILABLE' });
      const kept = { received: [other, other], toAnalyze: [analyzed, analyzed, analyzed] };
      expectPublished({ ...kept, [topic === PublishedActivities ? 'received' : 'toAnalyze']: [] });
      topic.isDown = false;
      // The bus tries again.
      await eventually(() => expectPublished(kept));
    },
  );

  it('count as accepted together', async () => {
    const { status, counts } = await countsOf(lines);
    expect([status, counts]).toEqual([200, { accepted: 5, uncertain: 0 }]);
  });

  it('count as uncertain together if one kind cannot be published, because the client gets no receipt', async () => {
    ActivitiesToAnalyze.isDown = true;
    const { status, counts } = await countsOf(lines);
    expect([status, counts]).toEqual([503, { accepted: 0, uncertain: 5 }]);
  });

  it('count as accepted also if all are to be analyzed', async () => {
    const { status, counts } = await countsOf([analyzed, analyzed]);
    expect([status, counts]).toEqual([200, { accepted: 2, uncertain: 0 }]);
  });

  /** Sends the lines to a gateway of their own, which publishes all counts when it stops. */
  async function countsOf(sent: string[]) {
    const own = await bootGateway({ controllers: [PublishedCounts] });
    let status = 0;
    try {
      await selectAnalyzers(own, '1', 'analyzed', ['9']);
      ({ status } = await postLines(sent, { url: own.url }));
    } finally {
      ActivitiesToAnalyze.isDown = false;
      await own.stop();
    }
    const { accepted = 0, uncertain = 0 } = PublishedCounts.messages.at(-1)?.counts[0] ?? {};
    return { status, counts: { accepted, uncertain } };
  }
});

describe('processing_pipeline', () => {
  const body = visit({ $site_id: 'analyzed' });
  const signed = (query: string) => {
    const key = { key_id: signingKeys.EDITOR, secret_key: secretKey };
    return post(body, { query, headers: { authorization: '', ...signatureHeaders(key, path + query, body) } });
  };

  it('is left out with false', async () => {
    expect((await post(body, { query: '?processing_pipeline=false' })).status).toBe(200);
    expectPublished({ received: [body] });
  });

  it('is left out for each of several activities', async () => {
    await postLines([body, body], { query: '?processing_pipeline=false' });
    expectPublished({ received: [body, body] });
  });

  it.each(['?processing_pipeline=true', '?', '?other=false'])('is used with %s', async (query) => {
    expect((await post(body, { query })).status).toBe(200);
    expect((await signed(query)).status).toBe(200);
    expectPublished({ toAnalyze: [body, body] });
  });

  it.each(['', 'False', '0', 'no', 'false&processing_pipeline=true', 'true&processing_pipeline=true'])(
    'refuses %j',
    async (value) => {
      for (const type of ['application/json', 'application/x-ndjson'])
        expect(await post(body, { query: `?processing_pipeline=${value}`, type })).toMatchObject({
          status: 400,
          error_code: 'BAD_REQUEST_DATA',
          error: expect.stringContaining('processing_pipeline') as unknown,
        });
      expectPublished({});
    },
  );

  it.each(['false', 'fals%65', 'true&processing_pipeline=false'])(
    '%s is forbidden in a signed request',
    async (value) => {
      for (const name of ['processing_pipeline', 'processing%5Fpipeline'])
        expect(await signed(`?${name}=${value}`)).toMatchObject({ status: 403, error_code: 'AUTHORIZATION_ERROR' });
      expectPublished({});
    },
  );

  it('of another value is refused in a signed request once the signature is verified', async () => {
    expect(await signed('?processing_pipeline=x')).toMatchObject({ status: 400, error_code: 'BAD_REQUEST_DATA' });
    const headers = {
      authorization: '',
      'x-svc-mac': 'x',
      'x-svc-key-id': signingKeys.EDITOR,
      'x-svc-ts': `${Date.now()}`,
    };
    expect(await post(body, { query: '?processing_pipeline=x', headers })).toMatchObject({
      status: 401,
      error_code: 'MAC_ERROR',
    });
  });

  it('needs the role of an editor', async () => {
    const headers = { authorization: tokens.READER };
    const { status } = await post(body, { query: '?processing_pipeline=false', headers });
    expect(status).toBe(403);
  });
});
