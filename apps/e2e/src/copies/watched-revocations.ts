import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { AppProcess } from '@tributary/testing/processes/processes';
import type { Platform } from '@tributary/testing/processes/platform';
import { Client } from '../client/client.js';
import { newMember, newTenant, type Member, type Tenant } from '../client/tenant.js';
import { BackgroundWork } from '../suite/background-work.js';

/** Longer than a broker or a database is down. */
const recovery = { within: 300_000, every: 250 };
const pauseMs = 1_000;
const maxStock = 5;

export interface Revocation {
  /** When the DELETE was answered 200, or 404 after a 503, as in `performance.now()`. */
  answered: number;
  /** DELETE requests, those without an answer included. */
  requests: number;
  /** From the answer until the last request that a gateway accepted; of the slower gateway. */
  acceptedForMs: number;
  /** From the first request with the revoked token to its answer; of the slower gateway. */
  requestMs: number;
}

/** Revokes one token after the other, and measures how long each gateway accepts it. */
export class WatchedRevocations extends BackgroundWork {
  private readonly stock: Member[] = [];
  private readonly revoked: Member[] = [];
  private tenant!: Tenant;

  constructor(
    private readonly platform: Platform,
    private readonly gateways: () => AppProcess[],
    private readonly record: (revocation: Revocation) => void,
  ) {
    super();
  }

  protected async run(): Promise<void> {
    const admin = new Client(this.platform.url, this.platform.token);
    this.tenant = await eventually(() => newTenant(admin), recovery);
    await Promise.all([this.prepareTokens(admin, this.tenant), this.revokeTokens(admin, this.tenant)]);
  }

  /** Every revoked token, at every gateway, also one that has started since. */
  async expectAllRefused(): Promise<void> {
    expect(this.revoked.length).toBeGreaterThan(0);
    const questions = this.revoked.flatMap((member) => this.questions(member, this.tenant));
    for (const ask of questions) expect(await ask()).toBe(401);
  }

  /** Keeps some tokens in stock that both gateways accept, so that revocations go on while a fault prevents new ones. */
  private async prepareTokens(admin: Client, tenant: Tenant): Promise<void> {
    while (!this.isStopping) {
      if (this.stock.length < maxStock) {
        // Any of its requests may meet a fault.
        const member = await eventually(() => newMember(admin, tenant, 'EDITOR'), recovery);
        for (const ask of this.questions(member, tenant))
          await eventually(async () => expect(await ask()).toBe(200), recovery);
        this.stock.push(member);
      }
      await sleep(pauseMs / 2);
    }
  }

  private async revokeTokens(admin: Client, tenant: Tenant): Promise<void> {
    while (!this.isStopping) {
      const member = this.stock.shift();
      if (member) await this.watch(admin, member, tenant);
      await sleep(pauseMs);
    }
  }

  private async watch(admin: Client, member: Member, tenant: Tenant): Promise<void> {
    let requests = 0;
    await eventually(() => this.revoke(admin, member, () => (requests += 1)), recovery);
    const answered = performance.now();
    this.revoked.push(member);
    const watched = await Promise.all(this.questions(member, tenant).map((ask) => acceptedFor(ask, answered)));
    const slowest = (name: keyof (typeof watched)[number]) => Math.max(...watched.map((gateway) => gateway[name]));
    this.record({ answered, requests, acceptedForMs: slowest('acceptedForMs'), requestMs: slowest('requestMs') });
  }

  /** The question to each gateway, whether it takes the token. */
  private questions({ client }: Member, { datamart_id }: Tenant): (() => Promise<number>)[] {
    return this.gateways().map(({ url = '' }) => async () => {
      const answer = await new Client(url, client.token).call('GET', `/datamarts/${datamart_id}`);
      return answer.status;
    });
  }

  /** A DELETE that is answered 503, or not at all, is repeated, and may find nothing. */
  private async revoke(admin: Client, { user, token_id }: Member, onRequest: () => void): Promise<void> {
    onRequest();
    const { status } = await admin.call('DELETE', `/users/${user.id}/api_tokens/${token_id}`);
    if (status !== 200 && status !== 404) throw new Error(`the revocation answers ${status}`);
  }
}

/** When the last accepted request was sent, in milliseconds after `since`; 0 if none was. A gateway that is down accepts none. */
async function acceptedFor(ask: () => Promise<number>, since: number) {
  let acceptedForMs = 0;
  let requestMs: number | undefined;
  const deadline = since + recovery.within;
  for (;;) {
    const sent = performance.now();
    const status = await ask().catch(() => 503);
    requestMs ??= performance.now() - sent;
    if (status === 401) return { acceptedForMs, requestMs };
    if (status === 200) acceptedForMs = sent - since;
    if (sent > deadline) throw new Error(`a revoked token still gets ${status}`);
    await sleep(20);
  }
}
