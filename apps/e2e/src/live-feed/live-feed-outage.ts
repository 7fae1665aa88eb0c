import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { FeedClient } from '@tributary/testing/feed-client';
import { anActivity, postActivity } from '@tributary/testing/load/load';
import type { DistributedSuite } from '../suite/distributed-suite.js';
import type { FeedPlatform } from './live-feed-steps.js';

/** Kills Kafka. Other steps that need it come before. */
export const liveFeedOutage = (suite: DistributedSuite, of: () => FeedPlatform) =>
  suite.step('survives an outage of Kafka: viewers stay, and see later activities', async () => {
    const { collectsAt, showsAt, token } = of();
    const feed = await FeedClient.open(showsAt, { token, query: '?identifier=user_agent_id=through' });
    expect(feed.response.status).toBe(200);
    const collect = (id: string) => postActivity({ url: collectsAt, token }, anActivity(id, 'through', Date.now()));
    const send = async () => {
      const id = randomUUID();
      expect(await collect(id)).toMatchObject({ status: 200 });
      return id;
    };
    const before = await eventually(send);
    await eventually(() => expect(feed.ids).toContain(before));
    await suite.stores.kafka.kill();
    await eventually(async () => expect(await collect(randomUUID())).toMatchObject({ status: 503 }));
    await suite.stores.kafka.start();
    const after = await eventually(send, { within: 180_000, every: 500 });
    await eventually(() => expect(feed.ids).toContain(after), { within: 180_000 });
    expect(feed.hasEnded).toBe(false);
    feed.close();
  });
