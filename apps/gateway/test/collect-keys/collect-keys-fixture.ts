import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { CredentialChanged } from '@tributary/contracts/admin/access';
import { credentialChanged } from '@tributary/contracts/topics/topics';
import { bootGateway, PublishedActivities, type BootedGateway } from '../booted-gateway.js';
import { standInOwners } from '../stand-in-owners.js';

export let gateway: BootedGateway;
beforeAll(async () => {
  gateway = await bootGateway({ extend: standInOwners });
  for (const key of Object.values(keys)) await publish(key);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  PublishedActivities.received.length = 0;
});

type Key = Extract<CredentialChanged, { kind: 'collect_key' }>;

const aKey = (id: string, difference: Partial<Key> = {}): Key => ({
  kind: 'collect_key',
  id,
  version: 1,
  datamart_id: '1',
  key: `tck_${id.padStart(22, '0')}`,
  allowed_origins: [],
  accepts_profiles: false,
  ...difference,
});

export const shop = 'https://shop.example.com';

export const keys = {
  forShop: aKey('1', { allowed_origins: [shop, 'http://localhost:3000'] }),
  forServers: aKey('2'),
  ofChannel: aKey('3', { channel_id: 'site-1' }),
  withProfiles: aKey('4', { accepts_profiles: true }),
  limited: aKey('5', { max_qps: 0.001 }),
  ofOtherDatamart: aKey('6', { datamart_id: '2', allowed_origins: ['https://other.example.com'] }),
  ofAnyOrigin: aKey('7', { datamart_id: '3', allowed_origins: ['*'] }),
};

export const publish = (changed: CredentialChanged) =>
  gateway.platform.bus.publisher.publish(credentialChanged, [
    { id: `${changed.kind}/${changed.id}/${changed.version}`, value: changed },
  ]);

export const activities = '/v1/datamarts/1/user_activities';

export const anActivity = (difference: object = {}) => ({
  $type: 'SITE_VISIT',
  $user_agent_id: 'web:1:abc',
  ...difference,
});

interface Sending {
  key?: Key;
  path?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Sends with the key in the header. A body that is no text is sent as JSON. */
export async function send({ key, path = activities, method = 'POST', headers = {}, body = anActivity() }: Sending) {
  const response = await fetch(gateway.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...(key && { authorization: key.key }), ...headers },
    ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> & { data?: Record<string, unknown> },
  };
}

/** The bodies of the published activities. */
export const published = () =>
  PublishedActivities.received.map(({ value }) => JSON.parse(value.body) as Record<string, unknown>);

/** The value of a counter of this gateway. */
export async function metric(name: string, reason?: string): Promise<number> {
  const { values } = (await gateway.platform.metrics.registry.getSingleMetric(name)?.get()) ?? { values: [] };
  return values.find(({ labels }) => labels['reason'] === reason)?.value ?? NaN;
}
