import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { hourOf } from '@tributary/contracts/tracking/activities-accepted';
import { activitiesAccepted } from '@tributary/contracts/topics/topics';
import { eventually } from '@tributary/testing/eventually';
import { bootGateway, PublishedActivities, tokens, type BootedGateway } from '../booted-gateway.js';
import { consumedMessages } from '../consumed-messages.js';

/** In place of tracking-ingest. */
const publishedCounts = consumedMessages(activitiesAccepted, 'test.accepted-counts');

let gateway: BootedGateway;
beforeAll(async () => {
  gateway = await bootGateway({ controllers: [publishedCounts.controller] });
});
afterAll(() => gateway.stop());
beforeEach(() => void (publishedCounts.messages.length = 0));

const good = '{"$type":"TOUCH","$user_identifiers":[{"$type":"USER_AGENT","$user_agent_id":"web:1:a"}]}';

const ndjson = 'application/x-ndjson';

const collect = ({ url = gateway.url, datamart_id = '1', body = good, type = 'application/json' } = {}) =>
  fetch(`${url}/v1/datamarts/${datamart_id}/user_activities`, {
    method: 'POST',
    headers: { authorization: tokens.EDITOR, 'content-type': type },
    body,
  }).then(({ status }) => status);

/** The sum of the latest counts of each datamart and hour: later counts include the earlier ones. */
function published(outcome: 'accepted' | 'uncertain'): number {
  const counts = publishedCounts.messages.flatMap((message) => message.counts);
  const latest = new Map(counts.map((count) => [`${count.hour_ts}/${count.datamart_id}`, count]));
  return [...latest.values()].reduce((sum, count) => sum + count[outcome], 0);
}

describe('the counts of accepted activities', () => {
  it('are published as sums by datamart and hour, without refused activities', async () => {
    const before = Date.now();
    for (let sent = 0; sent < 3; sent++) expect(await collect()).toBe(200);
    expect(await collect({ body: '{}' })).toBe(400);
    expect(await collect({ datamart_id: '3' })).toBe(403);
    await eventually(() => expect(published('accepted')).toBe(3));
    expect(publishedCounts.messages[0]?.counts[0]).toMatchObject({ datamart_id: '1', uncertain: 0 });
    expect([hourOf(before), hourOf(Date.now())]).toContain(publishedCounts.messages[0]?.counts[0]?.hour_ts);
    expect(await collect()).toBe(200);
    await eventually(() => expect(published('accepted')).toBe(4));
  });

  it('contain each activity of a request with several, but not the refused ones, and one that comes twice once', async () => {
    const own = await bootGateway({ controllers: [publishedCounts.controller] });
    const doubled = good.replace('{', '{"$unique_key":"9f2b1a84-0000-4000-8000-00000000000a",');
    const body = [good, '{}', good, doubled, doubled].join('\n');
    expect(await collect({ url: own.url, body, type: ndjson })).toBe(200);
    await own.stop();
    expect(published('accepted')).toBe(3);
  });

  it('are separate from the count of activities that were answered 503 and may have been written', async () => {
    PublishedActivities.isDown = true;
    expect(await collect()).toBe(503);
    expect(await collect({ body: [good, '{}', good].join('\n'), type: ndjson })).toBe(503);
    PublishedActivities.isDown = false;
    await eventually(() => expect(published('uncertain')).toBe(3));
  });

  it('are published completely when the gateway stops', async () => {
    const own = await bootGateway({ controllers: [publishedCounts.controller] });
    expect(await collect({ url: own.url })).toBe(200);
    await own.stop();
    expect(published('accepted')).toBe(1);
  });
});
