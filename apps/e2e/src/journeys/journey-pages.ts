import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { Client, type Resource } from '../client/client.js';
import { newMember, newTenant } from '../client/tenant.js';
import { Delays } from '../suite/delays.js';

interface CollectKey extends Resource {
  key: string;
  allowed_origins: string[];
  last_used_ts?: number;
}

const shop = 'https://shop.example.com';
/** In which a use of a key is recorded. */
const recorded = { within: 180_000 };

/** Web pages on other origins send activities with a collect key. */
export function pagesJourney(platform: () => Platform): void {
  let admin: Client;
  let editor: Client;
  let datamart: string;
  let key: CollectKey;

  /** As the browser of a page does. Node.js checks no origin, so each answer is read. */
  const request = (
    method: 'OPTIONS' | 'POST',
    origin: string,
    init: { query?: string; headers?: object; body?: object },
  ) =>
    fetch(`${platform().url}/v1${datamart}/user_activities${init.query ?? ''}`, {
      method,
      headers: { origin, ...init.headers },
      ...(init.body && { body: JSON.stringify(init.body) }),
    });
  const preflight = (origin: string) =>
    request('OPTIONS', origin, {
      headers: {
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
  const visit = ($user_agent_id: string, more: object = {}) => ({ $type: 'SITE_VISIT', $user_agent_id, ...more });
  const send = (origin: string, $user_agent_id: string) => {
    const headers = { authorization: key.key, 'content-type': 'application/json' };
    const body = visit($user_agent_id, { $unique_key: randomUUID() });
    return admin.withRetries(() => request('POST', origin, { headers, body }));
  };
  const activitiesOf = (agent: string) => admin.list(`${datamart}/user_points/user_agent_id=${agent}/user_activities`);

  beforeAll(async () => {
    admin = new Client(platform().url, platform().token);
    const tenant = await newTenant(admin);
    datamart = `/datamarts/${tenant.datamart_id}`;
    editor = (await newMember(admin, tenant, 'EDITOR')).client;
    const input = { name: 'Shop', channel_id: 'shop-1', allowed_origins: ['HTTPS://shop.example.com:443'] };
    key = await eventually(() => editor.post<CollectKey>(`${datamart}/collect_keys`, input));
  });

  it('a page of an allowed origin sends after a preflight, and reads the answer', async () => {
    expect(key).toMatchObject({
      key: expect.stringMatching(/^tck_/),
      allowed_origins: [shop],
      accepts_profiles: false,
    });
    const allowed = await eventually(async () => {
      const answer = await preflight(shop);
      expect(answer.status).toBe(200);
      return answer;
    });
    expect(allowed.headers.get('access-control-allow-origin')).toBe(shop);
    expect(allowed.headers.get('access-control-allow-methods')).toBe('POST');
    const sent = await send(shop, 'page-1');
    expect([sent.status, sent.headers.get('access-control-allow-origin')]).toEqual([200, shop]);
    await eventually(async () =>
      expect(await activitiesOf('page-1')).toMatchObject([visit('page-1', { $site_id: 'shop-1' })]),
    );
  });

  it('a page that is left sends a beacon', async () => {
    const beacon = {
      query: `?collect_key=${key.key}`,
      headers: { 'content-type': 'text/plain;charset=UTF-8' },
      body: visit('beacon-1', { $unique_key: randomUUID() }),
    };
    const sent = await admin.withRetries(() => request('POST', shop, beacon));
    expect(sent.status).toBe(200);
    await eventually(async () => expect(await activitiesOf('beacon-1')).toHaveLength(1));
  });

  it('a page of another origin is refused, and nothing is stored', async () => {
    const other = 'https://other.example.com';
    const [asked, sent] = [await preflight(other), await send(other, 'page-2')];
    expect([asked.status, sent.status, sent.headers.get('access-control-allow-origin')]).toEqual([404, 403, null]);
    // A later activity is stored: what came before is, or never will be.
    expect((await send(shop, 'page-3')).status).toBe(200);
    await eventually(async () => expect(await activitiesOf('page-3')).toHaveLength(1));
    await admin.expectError(404, 'RESOURCE_NOT_FOUND', 'GET', `${datamart}/user_points/user_agent_id=page-2`);
  });

  it('a key shows when it was used', async () => {
    await eventually(async () => {
      const read = await admin.get<CollectKey>(`${datamart}/collect_keys/${key.id}`);
      expect(read.last_used_ts).toBeGreaterThan(Date.now() - 2 * 3_600_000);
    }, recorded);
  });

  it('a changed or revoked key is effective within a second', async () => {
    const path = `${datamart}/collect_keys/${key.id}`;
    const delays = new Delays();
    const origins = [shop, 'https://moved.example.com', 'https://elsewhere.example.com'];
    for (const [index, origin] of origins.slice(1).entries()) {
      const before = origins[index] as string;
      const change = () => editor.put(path, { name: 'Shop', allowed_origins: [origin] });
      await delays.measure(change, async () => expect((await send(before, 'page-4')).status).toBe(403));
      await eventually(async () => expect((await preflight(origin)).status).toBe(200));
    }
    const last = origins.at(-1) as string;
    delays.expectWithinOneSecond();
    const revocations = new Delays();
    for (const name of ['second', 'third', 'fourth']) {
      const revoke = () => editor.delete(`${datamart}/collect_keys/${key.id}`);
      await revocations.measure(revoke, async () => expect((await send(last, 'page-4')).status).toBe(401));
      await eventually(async () => expect((await preflight(last)).status).toBe(404));
      key = await editor.post<CollectKey>(`${datamart}/collect_keys`, { name, allowed_origins: [last] });
      await eventually(async () => expect((await send(last, 'page-4')).status).toBe(200));
    }
    revocations.expectWithinOneSecond();
  });
}
