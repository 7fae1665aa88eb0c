import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { AppProcess } from '@tributary/testing/processes/processes';
import type { Platform } from '@tributary/testing/processes/platform';
import { Client } from '../client/client.js';
import { newMember, newTenant, type Member, type Tenant } from '../client/tenant.js';
import { BackgroundWork } from '../suite/background-work.js';

/** Longer than a broker or a database is down. */
const recovery = { within: 120_000, every: 250 };
const pauseMs = 1_000;

/** Revokes one token after the other, and measures how long each gateway accepts it. */
export class WatchedRevocations extends BackgroundWork {
  /** Of each token, in milliseconds: from the answer to the DELETE until the last request that a gateway accepted. */
  readonly acceptedForMs: number[] = [];

  constructor(
    private readonly platform: Platform,
    private readonly gateways: () => AppProcess[],
  ) {
    super();
  }

  protected async run(): Promise<void> {
    const admin = new Client(this.platform.url, this.platform.token);
    const tenant = await eventually(() => newTenant(admin), recovery);
    while (!this.isStopping) {
      // Any of its requests may meet a fault.
      const member = await eventually(() => newMember(admin, tenant, 'EDITOR'), recovery);
      await this.watch(admin, member, tenant);
      await sleep(pauseMs);
    }
  }

  private async watch(admin: Client, member: Member, { datamart_id }: Tenant): Promise<void> {
    const clients = this.gateways().map(({ url = '' }) => new Client(url, member.client.token));
    const statusOf = (client: Client) => client.call('GET', `/datamarts/${datamart_id}`).then(({ status }) => status);
    for (const client of clients) await eventually(async () => expect(await statusOf(client)).toBe(200), recovery);
    await eventually(() => this.revoke(admin, member), recovery);
    const since = performance.now();
    const delays = clients.map((client) => acceptedFor(() => statusOf(client), since));
    this.acceptedForMs.push(Math.max(...(await Promise.all(delays))));
  }

  /** A DELETE whose answer is lost is repeated, and finds nothing. */
  private async revoke(admin: Client, { user }: Member): Promise<void> {
    const tokens = await admin.list(`/users/${user.id}/api_tokens`);
    for (const { id } of tokens) {
      const { status } = await admin.call('DELETE', `/users/${user.id}/api_tokens/${id}`);
      if (status !== 200 && status !== 404) throw new Error(`the revocation answers ${status}`);
    }
  }
}

/** When the last accepted request was sent, in milliseconds after `since`; 0 if none was. A gateway that is down accepts none. */
async function acceptedFor(statusOf: () => Promise<number>, since: number): Promise<number> {
  let lastAccepted = 0;
  const deadline = since + recovery.within;
  for (;;) {
    const sent = performance.now();
    const status = await statusOf().catch(() => 503);
    if (status === 401) return lastAccepted;
    if (status === 200) lastAccepted = sent - since;
    if (sent > deadline) throw new Error(`a revoked token still gets ${status}`);
    await sleep(20);
  }
}
