import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { FeedClient } from '@tributary/testing/feed-client';
import { anActivity, postActivity } from '@tributary/testing/load/load';
import { promisedWithin } from '@tributary/testing/promised-time';
import { Client } from '../client/client.js';

/** The processes under test. */
export interface FeedPlatform {
  token: string;
  /** The gateway that collects. */
  collectsAt: string;
  /** The gateway with the viewers: it serves its metrics on the same port. */
  showsAt: string;
}

type Step = (name: string, run: () => Promise<void>) => void;

/** After its last viewer has left, a gateway follows the topics for 30 s. */
const idleMs = 30_000;
const ts = Date.now();

/** The live feed on the whole product. */
export function liveFeedSteps(step: Step, of: () => FeedPlatform): void {
  const open = (query = '') => FeedClient.open(of().showsAt, { token: of().token, query });
  async function send(agent: string): Promise<string> {
    const id = randomUUID();
    const target = { url: of().collectsAt, token: of().token };
    expect(await postActivity(target, anActivity(id, agent, ts))).toMatchObject({ status: 200 });
    return id;
  }
  async function reads(): Promise<number> {
    const text = await (await fetch(`${of().showsAt}/metrics`)).text();
    return Number(/^tributary_follower_reads_total\S* (\S+)$/m.exec(text)?.[1]);
  }

  step('reads nothing before a client looks', async () => {
    await send('unseen');
    await sleep(1_500);
    expect(await reads()).toBe(0);
  });

  step('shows an activity within a second after its 200, as the person has it', async () => {
    const feed = await open('?identifier=user_agent_id=web:1:seen');
    await send('unseen');
    const within = await promisedWithin(1_000, () => fetch(`${of().showsAt}/health/live`));
    const id = await send('web:1:seen');
    await eventually(() => expect(feed.ids).toEqual([id]), within);
    const client = new Client(of().showsAt, of().token);
    const path = '/datamarts/1/user_points/user_agent_id=web:1:seen/user_activities';
    await eventually(async () => expect(await client.list(path)).toEqual([feed.of('activity')[0]?.data]));
    feed.close();
  });

  step('goes on reading while a client looks, and reads nothing 30 s after the last has left', async () => {
    const feed = await open();
    const before = await reads();
    await send('seen');
    await eventually(async () => expect(await reads()).toBeGreaterThan(before));
    feed.close();
    // The control: it reads on for a while, so that a page that is opened again is full.
    await sleep(2_000);
    const afterwards = await reads();
    await send('seen');
    await eventually(async () => expect(await reads()).toBeGreaterThan(afterwards));
    await sleep(idleMs + 2_000);
    const stopped = await reads();
    await send('unseen');
    await sleep(2_000);
    expect(await reads()).toBe(stopped);
  });
}
