import { beforeAll, describe, expect, it } from '@jest/globals';
import { directoryChanged } from '@tributary/contracts/topics/topics';
import { ActivitiesToAnalyze, PublishedActivities } from '../booted-gateway.js';
import { expectPublished, gateway, post, postLines, visit } from './analyzed-channels-fixture.js';

/** Publishes the state of a channel of datamart 1. */
const channel = (id: string, more: { leaves_out_bots?: boolean; version?: number; analyzers?: string[] } = {}) =>
  gateway.platform.bus.publisher.publish(directoryChanged, [
    {
      id: `${id}/${more.version ?? 1}`,
      value: { kind: 'channel', id, version: 1, datamart_id: '1', processings: [], analyzers: [], ...more },
    },
  ]);

beforeAll(async () => {
  await channel('people', { leaves_out_bots: true });
  await channel('analyzed-people', { leaves_out_bots: true, analyzers: ['9'] });
  await channel('all');
});

const $user_agent_info = { $raw_value: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' };
const ofBot = (more: object) => visit({ $user_agent_info, ...more });
const flagged = (body: string) => body.replace(/}$/, ',"$is_bot":true}');

async function counted(left_out: string): Promise<number> {
  const counter = gateway.platform.metrics.registry.getSingleMetric('tributary_gateway_bot_activities_total');
  const { values } = (await counter?.get()) ?? { values: [] };
  return values.find(({ labels }) => labels['left_out'] === left_out)?.value ?? NaN;
}

describe('an activity of a bot', () => {
  it.each(['people', 'analyzed-people'])('of the channel %s is acknowledged, and left out', async ($site_id) => {
    const before = await counted('true');
    const { status, data } = await post(ofBot({ $site_id }));
    expect(status).toBe(200);
    expectPublished({ received: ['{}'] });
    expect(PublishedActivities.received[0]?.value).toMatchObject({ activity_id: data.id, outcome: 'dropped' });
    expect(await counted('true')).toBe(before + 1);
  });

  it.each<[string, object]>([
    ['of a channel that stores all', { $site_id: 'all' }],
    ['of an unknown channel', { $site_id: 'unknown' }],
    ['without a channel', {}],
    ['that names the channel for reports only', { $channel_id: 'people' }],
  ])('%s is stored with its flag', async (_case, more) => {
    const before = await counted('false');
    expect((await post(ofBot(more))).status).toBe(200);
    expectPublished({ received: [flagged(ofBot(more))] });
    expect(PublishedActivities.received[0]?.value).not.toHaveProperty('outcome');
    expect(await counted('false')).toBe(before + 1);
  });

  it('is left out of a request beside others, and has an answer like theirs', async () => {
    const person = visit({ $site_id: 'people' });
    const { data } = await postLines([ofBot({ $site_id: 'people' }), person, ofBot({ $site_id: 'all' })]);
    expect(data).toMatchObject({ accepted: 3, rejected: 0 });
    expectPublished({ received: ['{}', person, flagged(ofBot({ $site_id: 'all' }))] });
  });

  it('is stored again once its channel wants it', async () => {
    await channel('changing', { leaves_out_bots: true });
    await post(ofBot({ $site_id: 'changing' }));
    await channel('changing', { version: 2 });
    await post(ofBot({ $site_id: 'changing' }));
    expectPublished({ received: ['{}', flagged(ofBot({ $site_id: 'changing' }))] });
  });
});

it('an activity of a person is analyzed or stored as before', async () => {
  const [stored, analyzed] = ['people', 'analyzed-people'].map(($site_id) => visit({ $site_id, $is_bot: false }));
  for (const body of [stored, analyzed]) expect((await post(body ?? '')).status).toBe(200);
  const without = (body = '') => body.replace(',"$is_bot":false', '');
  expectPublished({ received: [without(stored)], toAnalyze: [without(analyzed)] });
  expect(ActivitiesToAnalyze.received).toHaveLength(1);
});
