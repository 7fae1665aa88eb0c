import { describe, expect, it } from '@jest/globals';
import { activityReceived } from '@tributary/contracts/topics/topics';
import { eventually } from '@tributary/testing/eventually';
import { ActivitiesToAnalyze, bootGateway, PublishedActivities } from '../booted-gateway.js';
import {
  PublishedCounts,
  gateway,
  published,
  selectAnalyzers,
  visit,
  post,
  postLines,
  expectPublished,
} from './analyzed-channels-fixture.js';

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
      const [message] = published[0]?.messages as { value: { received_ts: number; trace: object } }[];
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
          `"identifiers":[{"type":"USER_AGENT","value":"web:1:abc"}],"body":${JSON.stringify(body)},` +
          `"trace":${JSON.stringify((message?.value as { trace?: object }).trace)}}`,
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
