import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Received } from '@tributary/bus/messages/message';
import { retry } from '@tributary/contracts/retry';
import type { ActivityReceived } from '@tributary/contracts/tracking/activity';
import { TrackingPlans } from '@tributary/http/tracking-plan/tracking-plans';
import { ActivitiesRepository } from '../../src/activities/activities.repository.js';
import { ArrivalRules } from '../../src/activities/former-ids/arrival-rules.js';
import { validateActivities } from '../../src/activities/validate-activities.js';
import { database, platform, publish, received, running, stored } from './store-activities-fixture.js';

const day = 86_400_000;
const windowDays = 14;

/** Ids of the older version count as if the upgrade was at this time, 0: as on a new platform. */
async function upgradedAt(since_ts: number): Promise<void> {
  await database.query('update keyed_ids set since_ts = $1', [since_ts]);
  await running.app.get(ArrivalRules, { strict: false }).onModuleInit();
}
beforeEach(() => upgradedAt(0));

const ids = async () => (await stored()).map(({ activity_id }) => activity_id);
const duplicates = async () => {
  const text = await platform.metrics.registry.metrics();
  return Number(/tributary_tracking_activities_total\{source="live",outcome="duplicate",[^}]*\} (\d+)/.exec(text)?.[1]);
};

describe('an activity that came under an id of another derivation before', () => {
  const own = () => ({ activity_id: randomUUID(), former_ids: [randomUUID(), randomUUID()] });

  it.each([
    ['of the key before the last', 0],
    ['of the last key', 1],
  ])('is not stored again: %s', async (_case, index) => {
    const { activity_id, former_ids } = own();
    const earlier = received({ activity_id: former_ids[index] as string });
    await publish(earlier);
    const before = await duplicates();
    await publish(received({ activity_id, former_ids }));
    expect(await ids()).toEqual([earlier.activity_id]);
    expect(await duplicates()).toBe(before + 1);
  });

  it('is not stored again when it comes under the former one later', async () => {
    const { activity_id, former_ids } = own();
    await publish(received({ activity_id, former_ids }));
    for (const former of former_ids) await publish(received({ activity_id: former.toUpperCase() }));
    expect(await ids()).toEqual([activity_id]);
  });

  it.each([false, true])('is stored once of one batch, the former first: %s', async (isFormerFirst) => {
    const { activity_id, former_ids } = own();
    const both = [received({ activity_id, former_ids }), received({ activity_id: former_ids[0] as string })];
    await publish(...(isFormerFirst ? both.toReversed() : both));
    expect(await ids()).toHaveLength(1);
  });

  // Gateways of two steps of a rotation run beside each other.
  it('is stored once by transactions that claim the ids at the same time, in another order', async () => {
    const pairs = Array.from({ length: 40 }, () => [randomUUID(), randomUUID()] as const);
    const repository = running.app.get(ActivitiesRepository, { strict: false });
    const store = (own: 0 | 1) => {
      const batch = pairs.map((pair) => ({
        value: received({ activity_id: pair[own], former_ids: [pair[1 - own]!] }),
      }));
      const rules = { retentionDays: 396, countsUnkeyed: false, plans: new TrackingPlans() };
      const { accepted } = validateActivities(batch as Received<ActivityReceived>[], Date.now(), rules);
      // PostgreSQL may end one of them, which the bus would deliver again: all are of one person, who is new.
      const insert = () => repository.insertMany(own === 0 ? accepted : accepted.toReversed(), Date.now());
      return retry(insert, { pauseMs: 5 });
    };
    const stores = await Promise.all([store(0), store(1), store(0), store(1)]);
    expect(stores.map(({ duplicates: found }) => found).reduce((sum, found) => sum + found)).toBe(3 * pairs.length);
    const found = new Set(await ids());
    expect(found.size).toBe(pairs.length);
    for (const [one, other] of pairs) expect(found.has(one)).not.toBe(found.has(other));
  });

  it('is known in its batch by all its ids, also if it is a duplicate itself', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    const one = received({ activity_id: first });
    await publish(one, received({ activity_id: second, former_ids: [first] }), received({ activity_id: second }));
    expect(await ids()).toEqual([first]);
  });

  it('is stored if another datamart has it', async () => {
    const { activity_id, former_ids } = own();
    await publish(received({ activity_id: former_ids[0] as string, datamart_id: '2' }));
    await publish(received({ activity_id, former_ids }));
    expect(await ids()).toHaveLength(2);
  });

  it('is not stored if its analysis dropped it under the other id', async () => {
    const { activity_id, former_ids } = own();
    await publish({
      ...received({ activity_id, former_ids }),
      body: '{}',
      outcome: 'dropped',
      analysis_id: randomUUID(),
    });
    await publish(received({ activity_id: former_ids[1] as string }));
    expect(await ids()).toEqual([]);
  });

  it('counts the end of an analysis once, however often it is published', async () => {
    const one = { ...received(own()), analysis_id: randomUUID() };
    await publish(one);
    const before = await duplicates();
    await publish(one);
    expect(await duplicates()).toBe(before);
    expect(await ids()).toHaveLength(1);
  });
});

describe('an id that an older version derived without a key', () => {
  const keyed = (): Partial<ActivityReceived> & { unkeyed_id: string } => ({
    activity_id: randomUUID(),
    unkeyed_id: randomUUID(),
  });

  it('suppresses duplicates for a window of deduplication after the upgrade, in both directions', async () => {
    await upgradedAt(Date.now() - windowDays * day);
    const [sent, resent] = [keyed(), keyed()];
    await publish(received({ activity_id: sent.unkeyed_id }), received(resent));
    await publish(received(sent), received({ activity_id: resent.unkeyed_id }));
    expect((await ids()).sort()).toEqual([sent.unkeyed_id, resent.activity_id].sort());
  });

  it.each([
    ['on a new platform', 0],
    ['after the window', Date.now() - (windowDays + 9) * day],
  ])('does nothing %s: a client that claims it first hides nothing', async (_case, since) => {
    await upgradedAt(since);
    const sent = keyed();
    await publish(received({ activity_id: sent.unkeyed_id }));
    await publish(received(sent));
    expect(await ids()).toHaveLength(2);
  });
});
