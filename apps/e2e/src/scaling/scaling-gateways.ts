import { afterAll, beforeAll, expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { AppProcess } from '@tributary/testing/processes/processes';
import { Balancer } from '@tributary/testing/processes/processes-balancer';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Resource } from '../client/client.js';
import type { DistributedSuite } from '../suite/distributed-suite.js';
import { newMember, newTenant, type Member, type Tenant } from '../client/tenant.js';
import { findRepeatedly, limitBeside, median } from '@tributary/testing/time-limit';

const trials = 8;
/** A revocation must be effective within this time, in half of the trials. */
const revocationLimitMs = 1_000;

/** The kinds of revocation: name, status of later requests, and the change in admin. */
const revocations = [
  [
    'token',
    401,
    async (admin: Client, { user }: Member) => {
      const [token] = await admin.list(`/users/${user.id}/api_tokens`);
      await admin.delete(`/users/${user.id}/api_tokens/${token?.id}`);
    },
  ],
  ['role', 403, (admin: Client, { user, role }: Member) => admin.delete(`/users/${user.id}/user_roles/${role.id}`)],
] as const;

/** Each gateway reads access changes separately, and serves the connections that it gets. */
export function scalingGateways(suite: DistributedSuite): void {
  let tenant: Tenant;
  let balancer: Balancer | undefined;
  const admin = () => new Client(suite.platform.url, suite.platform.token);
  const collect = (client: Client) =>
    client.call('POST', `/datamarts/${tenant.datamart_id}/user_activities`, {
      $type: 'SITE_VISIT',
      $site_id: '1',
      $user_identifiers: [{ $type: 'USER_AGENT', $user_agent_id: 'a' }],
    });

  beforeAll(async () => {
    const second = await suite.platform.add('gateway');
    await second.start();
    balancer = await Balancer.start(() => suite.platform.of('gateway'));
    tenant = await newTenant(admin());
  });
  afterAll(async () => {
    const [first, ...others] = suite.platform.of('gateway');
    suite.platform.setUrl('gateway', first?.url ?? '');
    for (const other of others) await suite.platform.remove(other);
    await balancer?.stop();
  });

  /** A client of the member for each gateway, after both accept its requests. */
  async function atBothGateways({ client: { token } }: Member): Promise<Client[]> {
    const clients = suite.platform.of('gateway').map(({ url = '' }) => new Client(url, token));
    await eventually(async () => {
      for (const client of clients) expect((await collect(client)).status).toBe(200);
    });
    return clients;
  }

  /** When the last accepted request was sent, in milliseconds after `since`; -1 if none was accepted. */
  async function acceptedFor(client: Client, status: number, since: number, requestsMs: number[]): Promise<number> {
    for (let lastAccepted = -1; ;) {
      const sent = performance.now() - since;
      const response = await collect(client);
      requestsMs.push(performance.now() - since - sent);
      if (response.status === status) return lastAccepted;
      // A busy broker may be late, 503.
      expect([200, 503]).toContain(response.status);
      if (response.status === 200) lastAccepted = sent;
      await sleep(5);
    }
  }

  /** How long a revoked credential is accepted, unless half of the trials keep the limit. */
  async function lateRevocations([credential, status, revoke]: (typeof revocations)[number]): Promise<number[]> {
    const delays: number[] = [];
    const requestsMs: number[] = [];
    for (let trial = 0; trial < trials; trial++) {
      const member = await newMember(admin(), tenant, 'EDITOR');
      const clients = await atBothGateways(member);
      await revoke(admin(), member);
      const since = performance.now();
      const accepted = clients.map((client) => acceptedFor(client, status, since, requestsMs));
      delays.push(Math.max(...(await Promise.all(accepted))));
    }
    const limitMs = limitBeside(revocationLimitMs, requestsMs);
    process.stderr.write(`a revoked ${credential} was accepted for ${delays.map(Math.round).join(', ')} ms\n`);
    return median(delays) < limitMs ? [] : [...delays, limitMs];
  }

  for (const revocation of revocations)
    suite.step(`both refuse a revoked ${revocation[0]} within a second`, async () =>
      expect(await findRepeatedly(() => lateRevocations(revocation))).toEqual([]),
    );

  suite.step('keep accepting a member that is not revoked', async () => {
    const staying = await atBothGateways(await newMember(admin(), tenant, 'EDITOR'));
    const leaving = await newMember(admin(), tenant, 'EDITOR');
    const [token] = await admin().list<Resource>(`/users/${leaving.user.id}/api_tokens`);
    await admin().delete(`/users/${leaving.user.id}/api_tokens/${token?.id}`);
    const left = suite.platform.of('gateway').map(({ url = '' }) => new Client(url, leaving.client.token));
    for (const client of left) await eventually(async () => expect((await collect(client)).status).toBe(401));
    for (const client of staying) expect((await client.withRetries(() => collect(client))).status).toBe(200);
  });

  suite.step('both collect, and lose no acknowledged activity when one of them is killed', async () => {
    const { platform, scenario } = suite;
    const { url, connectionCounts } = balancer as Balancer;
    const [, second] = platform.of('gateway') as [AppProcess, AppProcess];
    platform.setUrl('gateway', url);
    const unanswered = scenario.load.unanswered.length;
    const inject = async () => {
      for (const gateway of platform.of('gateway')) expect(connectionCounts.get(gateway)).toBeGreaterThan(0);
      await scenario.killAmidRequests(second, platform.of('gateway'));
    };
    const during = async () => {
      await eventually(() => expect(scenario.load.unanswered.length).toBeGreaterThan(unanswered));
      await scenario.load.untilAcknowledged();
    };
    await scenario.runThroughFault({ inject, during, repair: () => second.start() });
    await scenario.expectExactlyOnce();
  });
}
