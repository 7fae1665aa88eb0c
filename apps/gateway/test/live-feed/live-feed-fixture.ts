import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { directoryChanged } from '@tributary/contracts/topics/topics';
import { eventually } from '@tributary/testing/eventually';
import { FeedClient } from '@tributary/testing/feed-client';
import { bootGateway, tokens, type BootedGateway } from '../booted-gateway.js';

export let gateway: BootedGateway;
beforeAll(async () => (gateway = await bootGateway()));
afterAll(() => gateway.stop());

export const feeds: FeedClient[] = [];
afterEach(async () => {
  for (const feed of feeds.splice(0)) feed.close();
  await eventually(async () => expect(await valueOf('tributary_gateway_live_feed_viewers')).toBe(0), { every: 10 });
});

export async function open(query = '', options: { datamart?: string; token?: string } = {}): Promise<FeedClient> {
  const feed = await FeedClient.open(gateway.url, { token: tokens.READER, query, ...options });
  feeds.push(feed);
  return feed;
}

export async function valueOf(name: string): Promise<number> {
  const text = await gateway.platform.metrics.registry.metrics();
  return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1]);
}

export const collect = '/v1/datamarts/1/user_activities';
export function post(body: string, headers: Record<string, string> = {}, datamart = '1'): Promise<Response> {
  const common = { authorization: tokens.EDITOR, 'content-type': 'application/json' };
  const target = `${gateway.url}/v1/datamarts/${datamart}/user_activities`;
  return fetch(target, { method: 'POST', body, headers: { ...common, ...headers } });
}

/** A datamart that no other test looks at. */
let datamarts = 100;
export async function aDatamart(): Promise<string> {
  const id = String(++datamarts);
  const value = { kind: 'datamart' as const, id, organisation_id: '1' };
  await gateway.platform.bus.publisher.publish(directoryChanged, [{ id: `d${id}`, value }]);
  return id;
}
