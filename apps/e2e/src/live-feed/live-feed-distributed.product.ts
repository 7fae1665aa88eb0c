import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { startStores, type Stores } from '@tributary/testing/containers/containers';
import { eventually } from '@tributary/testing/eventually';
import { FeedClient } from '@tributary/testing/feed-client';
import { anActivity, postActivity } from '@tributary/testing/load/load';
import { startFleet, type Fleet } from '@tributary/testing/processes/processes-fleet';
import { randomUUID } from 'node:crypto';
import { stepsOn } from '../suite/step.js';
import { liveFeedSteps } from './live-feed-steps.js';

let stores: Stores;
let fleet: Fleet;
let second: string;
beforeAll(async () => {
  stores = await startStores();
  // In production the gateway serves no metrics on its public port.
  fleet = await startFleet(stores, { settings: { NODE_ENV: 'development' } });
  const process = await fleet.add('gateway');
  await fleet.start();
  second = process.url ?? '';
});
afterAll(async () => {
  await (fleet as Fleet | undefined)?.stop();
  await (stores as Stores | undefined)?.stop();
});

describe('the live feed of a gateway, of what another one collects', () => {
  const step = stepsOn(() => fleet);
  liveFeedSteps(step, () => ({ token: fleet.token, collectsAt: fleet.url, showsAt: second }));

  step('survives an outage of Kafka: viewers stay, and see later activities', async () => {
    const feed = await FeedClient.open(second, { token: fleet.token, query: '?identifier=user_agent_id=through' });
    const send = async () => {
      const id = randomUUID();
      const sent = await postActivity({ url: fleet.url, token: fleet.token }, anActivity(id, 'through', Date.now()));
      expect(sent).toMatchObject({ status: 200 });
      return id;
    };
    const before = await send();
    await feed.untilIds(before);
    await stores.kafka.kill();
    await sleep(3_000);
    await stores.kafka.start();
    const after = await eventually(send, { every: 500 });
    await eventually(() => expect(feed.ids).toContain(after));
    expect(feed.hasEnded).toBe(false);
    feed.close();
  });
});
