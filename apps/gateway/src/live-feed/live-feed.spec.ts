import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { connectInProcess } from '@tributary/bus/in-process/in-process-bus';
import { activityReceived } from '@tributary/contracts/topics/topics';
import { createLogger } from '@tributary/runtime/logger';
import { Metrics } from '@tributary/runtime/metrics/metrics';
import { eventually } from '@tributary/testing/eventually';
import { feedLimits, LiveFeed } from './live-feed.js';
import { LiveFeedMetrics } from './live-feed-metrics.js';
import { Refusals } from './refusals.js';

const query = { type: [], event_name: [], sample: 100 };

const aDatamart = (datamart_id: string, organisation_id = 'one') => ({ organisation_id, datamart_id });

/** A feed on a bus of its own, which counts what is read. */
function aFeed(limits = feedLimits) {
  const deadLetterDirectory = mkdtempSync(path.join(tmpdir(), 'tributary-dead-letters-'));
  const bus = connectInProcess({ deadLetterDirectory, logger: createLogger('gateway', 'silent') });
  const metrics = new Metrics('gateway');
  for (const metric of bus.metrics) metrics.registry.registerMetric(metric);
  const feed = new LiveFeed(bus, new Refusals(), new LiveFeedMetrics(metrics), limits);
  const reads = async () =>
    Number(/^tributary_follower_reads_total\S* (\S+)$/m.exec(await metrics.registry.metrics())?.[1]);
  const publish = async (datamart_id: string) => {
    const activity_id = randomUUID();
    const identifiers = [{ type: 'USER_AGENT' as const, value: 'a' }];
    const value = { datamart_id, activity_id, received_ts: 1, identifiers, body: '{"$type":"TOUCH"}' };
    await bus.publisher.publish(activityReceived, [{ id: activity_id, value }]);
    await sleep(10);
    return activity_id;
  };
  /** @returns the events that a client gets as soon as it opens the feed */
  const replayed = async (datamart_id: string) => {
    const viewer = await feed.open(aDatamart(datamart_id), query);
    const text = String(viewer.read());
    viewer.destroy();
    await once(viewer, 'close');
    return [...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => id);
  };
  return { feed, publish, reads, replayed };
}

describe('the live feed', () => {
  it('reads on after its last viewer, and a viewer who comes soon gets what the feed has read', async () => {
    const { feed, publish, reads, replayed } = aFeed({ ...feedLimits, idleMs: 600_000 });
    await publish('1');
    expect(await reads()).toBe(0);
    const viewer = await feed.open(aDatamart('1'), query);
    const seen = await publish('1');
    viewer.destroy();
    await once(viewer, 'close');
    const later = await publish('1');
    await eventually(async () => expect(await reads()).toBe(2));
    expect(await replayed('1')).toEqual([seen, later]);
    feed.beforeApplicationShutdown();
  });

  it('reads nothing once a while has passed after its last viewer, until the next one', async () => {
    const { feed, publish, reads, replayed } = aFeed({ ...feedLimits, idleMs: 1 });
    const readsPublished = async () => {
      const before = await reads();
      await publish('1');
      return (await reads()) - before;
    };
    const viewer = await feed.open(aDatamart('1'), query);
    await eventually(async () => expect(await readsPublished()).toBe(1));
    viewer.destroy();
    await eventually(async () => expect(await readsPublished()).toBe(0));
    expect(await replayed('1')).toEqual([]);
    const next = await feed.open(aDatamart('1'), query);
    await eventually(async () => expect(await readsPublished()).toBe(1));
    next.destroy();
    feed.beforeApplicationShutdown();
  });

  it('keeps activities of so many datamarts only, those with viewers first', async () => {
    const { feed, publish, replayed } = aFeed({ ...feedLimits, total: 2 });
    const viewer = await feed.open(aDatamart('1'), query);
    const ofFirst = await publish('1');
    await replayed('2');
    await publish('2');
    // A third one takes the place of the second, which has no viewer.
    await replayed('3');
    expect(await replayed('1')).toEqual([ofFirst]);
    expect(await replayed('2')).toEqual([]);
    viewer.destroy();
    feed.beforeApplicationShutdown();
  });

  it('keeps a place for an organisation that has none open, beside one that opens all that it may', async () => {
    const { feed } = aFeed({ ...feedLimits, total: 8 });
    const open = (datamart: number, organisation: string) =>
      feed.open(aDatamart(String(datamart), organisation), query).then(
        () => 'open',
        ({ message }: Error) => message,
      );
    expect(await open(0, 'quiet')).toBe('open');
    const outcomes = [];
    for (let datamart = 1; datamart <= 10; datamart++) outcomes.push(await open(datamart, 'loud'));
    const refusal = 'too many live feeds of the organisation are open; end one of them first';
    expect(outcomes).toEqual([...Array<string>(5).fill('open'), ...Array<string>(5).fill(refusal)]);
    expect(await open(11, 'another')).toBe('open');
    feed.beforeApplicationShutdown();
  });

  it('refuses new viewers once the gateway stops', async () => {
    const { feed } = aFeed();
    feed.beforeApplicationShutdown();
    await expect(feed.open(aDatamart('1'), query)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});
