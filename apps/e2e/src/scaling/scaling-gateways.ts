import { afterAll, beforeAll, expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { AppProcess } from '@tributary/testing/processes/processes';
import { Balancer } from '@tributary/testing/processes/processes-balancer';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Resource } from '../client/client.js';
import type { DistributedSuite } from '../suite/distributed-suite.js';
import { newMember, newTenant, type Member, type Tenant } from '../client/tenant.js';

const trials = 8;
/** A revocation must be effective within this time. The median of the trials counts, because the machine may be busy. */
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
  }, 120_000);
  afterAll(async () => {
    if (!balancer) return;
    suite.platform.setUrl('gateway', suite.platform.process('gateway').url ?? '');
    await balancer.stop();
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
  async function acceptedFor(client: Client, status: number, since: number): Promise<number> {
    for (let lastAccepted = -1; ;) {
      const sent = performance.now() - since;
      const response = await collect(client);
      if (response.status === status) return lastAccepted;
      expect(response.status).toBe(200);
      lastAccepted = sent;
      await sleep(5);
    }
  }

  for (const [credential, status, revoke] of revocations) {
    suite.step(`both refuse a revoked ${credential} within a second`, async () => {
      const delays: number[] = [];
      for (let trial = 0; trial < trials; trial++) {
        const member = await newMember(admin(), tenant, 'EDITOR');
        const clients = await atBothGateways(member);
        await revoke(admin(), member);
        const since = performance.now();
        delays.push(Math.max(...(await Promise.all(clients.map((client) => acceptedFor(client, status, since))))));
      }
      const sorted = delays.sort((a, b) => a - b);
      process.stderr.write(`a revoked ${credential} was accepted for ${sorted.map(Math.round).join(', ')} ms\n`);
      expect(sorted[trials / 2]).toBeLessThan(revocationLimitMs);
    });
  }

  suite.step('keep accepting a member that is not revoked', async () => {
    const staying = await atBothGateways(await newMember(admin(), tenant, 'EDITOR'));
    const leaving = await newMember(admin(), tenant, 'EDITOR');
    const [token] = await admin().list<Resource>(`/users/${leaving.user.id}/api_tokens`);
    await admin().delete(`/users/${leaving.user.id}/api_tokens/${token?.id}`);
    await sleep(revocationLimitMs);
    for (const client of staying) expect((await collect(client)).status).toBe(200);
  });

  suite.step('both collect, and lose no acknowledged activity when one of them is killed', async () => {
    const { platform, scenario } = suite;
    const { url, connectionCounts } = balancer as Balancer;
    const [, second] = platform.of('gateway') as [AppProcess, AppProcess];
    platform.setUrl('gateway', url);
    const unanswered = scenario.load.unanswered.length;
    const inject = async () => {
      for (const gateway of platform.of('gateway')) expect(connectionCounts.get(gateway)).toBeGreaterThan(0);
      await second.kill();
    };
    const during = () => scenario.load.untilAcknowledged();
    await scenario.runThroughFault({ inject, during, repair: () => second.start() });
    expect(scenario.load.unanswered.length).toBeGreaterThan(unanswered);
    await scenario.expectExactlyOnce();
  });
}
