import { afterAll, beforeAll, expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { AppProcess } from '@tributary/testing/processes';
import { Balancer } from '@tributary/testing/processes-balancer';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Resource } from './client.js';
import type { DistributedSuite } from './distributed-suite.js';
import { newMember, newTenant, type Member, type Tenant } from './tenant.js';

const trials = 8;
/** Within which a revocation must be known. It is the median of the trials that counts: others work on this machine. */
const promisedMs = 1_000;

/** What admin takes away, and how a request is answered then. */
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

/** Each gateway knows by itself who may do what, and takes what it is given. */
export function scalingGateways(suite: DistributedSuite): void {
  let tenant: Tenant;
  let balancer: Balancer | undefined;
  const admin = () => new Client(suite.platform.url, suite.platform.token);
  const collect = (client: Client) =>
    client.call('POST', `/datamarts/${tenant.datamart_id}/user_activities`, {
      ...{ $type: 'SITE_VISIT', $site_id: '1', $user_identifiers: [{ $type: 'USER_AGENT', $user_agent_id: 'a' }] },
    });

  beforeAll(async () => {
    const second = await suite.platform.add('gateway');
    await second.start();
    balancer = await Balancer.start(() => suite.platform.of('gateway'));
    tenant = await newTenant(admin());
  }, 120_000);
  afterAll(async () => {
    if (!balancer) return;
    suite.platform.place('gateway', suite.platform.process('gateway').url ?? '');
    await balancer.stop();
  });

  /** The same member at each of the gateways, both of which let it in. */
  async function atBoth({ client: { token } }: Member): Promise<Client[]> {
    const clients = suite.platform.of('gateway').map(({ url = '' }) => new Client(url, token));
    await eventually(async () => {
      for (const client of clients) expect((await collect(client)).status).toBe(200);
    });
    return clients;
  }

  /** When the last request was sent that was still let in, milliseconds after `since`; negative when none was. */
  async function letInFor(client: Client, status: number, since: number): Promise<number> {
    for (let last = -1; ; ) {
      const sent = performance.now() - since;
      const answer = await collect(client);
      if (answer.status === status) return last;
      expect(answer.status).toBe(200);
      last = sent;
      await sleep(5);
    }
  }

  for (const [what, status, revoke] of revocations) {
    suite.step(`refuse a ${what} that is revoked, both within a second`, async () => {
      const delays: number[] = [];
      for (let trial = 0; trial < trials; trial++) {
        const member = await newMember(admin(), tenant, 'EDITOR');
        const clients = await atBoth(member);
        await revoke(admin(), member);
        const since = performance.now();
        delays.push(Math.max(...(await Promise.all(clients.map((client) => letInFor(client, status, since))))));
      }
      const sorted = delays.sort((a, b) => a - b);
      process.stderr.write(`a revoked ${what} was let in for ${sorted.map(Math.round).join(', ')} ms\n`);
      expect(sorted[trials / 2]).toBeLessThan(promisedMs);
    });
  }

  suite.step('go on letting in who is not revoked', async () => {
    const staying = await atBoth(await newMember(admin(), tenant, 'EDITOR'));
    const leaving = await newMember(admin(), tenant, 'EDITOR');
    const [token] = await admin().list<Resource>(`/users/${leaving.user.id}/api_tokens`);
    await admin().delete(`/users/${leaving.user.id}/api_tokens/${token?.id}`);
    await sleep(promisedMs);
    for (const client of staying) expect((await collect(client)).status).toBe(200);
  });

  suite.step('collect both, and lose nothing that was acknowledged when one of them is killed', async () => {
    const { platform, scenario } = suite;
    const { url, given } = balancer as Balancer;
    const [, second] = platform.of('gateway') as [AppProcess, AppProcess];
    platform.place('gateway', url);
    const unanswered = scenario.load.unanswered.length;
    const strike = async () => {
      for (const gateway of platform.of('gateway')) expect(given.get(gateway)).toBeGreaterThan(0);
      await second.kill();
    };
    const meanwhile = () => scenario.load.flows();
    await scenario.endure({ strike, meanwhile, repair: () => second.start() });
    expect(scenario.load.unanswered.length).toBeGreaterThan(unanswered);
    await scenario.expectExactlyOnce();
  });
}
