import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { AppProcess } from '@tributary/testing/processes/processes';
import { TestBrowser } from '@tributary/testing/openid/test-browser';
import type { OpenIdServer } from '@tributary/testing/openid/openid-server';
import type { Platform } from '@tributary/testing/processes/platform';
import { Client } from '../client/client.js';
import { newMember, newTenant, type Tenant } from '../client/tenant.js';
import { BackgroundWork } from '../suite/background-work.js';

/** Longer than a broker or a database is down. */
const recovery = { within: 300_000, every: 250 };
const pauseMs = 1_000;
const maxStock = 5;

export const credentialKinds = ['token', 'collect key', 'session'] as const;
export type CredentialKind = (typeof credentialKinds)[number];

/** A credential that can be revoked. */
interface Credential {
  kind: CredentialKind;
  /** @returns whether it is revoked now. A request without an answer is repeated, and may find nothing. */
  revoke: () => Promise<boolean>;
  /** The answer to an accepted request, which changes nothing. A refused one is answered 401. */
  acceptedStatus: number;
  /** Asks a gateway. @returns the status of its answer */
  ask: (url: string) => Promise<number>;
}

export interface Revocation {
  credential: CredentialKind;
  /** When the revocation was answered, as in `performance.now()`. */
  answered: number;
  /** Requests to revoke it, those without an answer included. */
  requests: number;
  /** From the answer until the last request that a gateway accepted; of the slower gateway. */
  acceptedForMs: number;
  /** From the first request with the revoked credential to its answer; of the slower gateway. */
  requestMs: number;
}

/** Revokes one credential after the other, and measures how long each gateway accepts it. */
export class WatchedRevocations extends BackgroundWork {
  private readonly stock: Credential[] = [];
  private readonly revoked: Credential[] = [];

  constructor(
    private readonly platform: Platform,
    private readonly gateways: () => AppProcess[],
    private readonly provider: OpenIdServer,
    private readonly record: (revocation: Revocation) => void,
  ) {
    super();
  }

  protected async run(): Promise<void> {
    const admin = new Client(this.platform.url, this.platform.token);
    const tenant = await eventually(() => newTenant(admin), recovery);
    await Promise.all([this.prepare(admin, tenant), this.revokeAll()]);
  }

  /** Every revoked credential, at every gateway, also one that has started since. */
  async expectAllRefused(): Promise<void> {
    expect(new Set(this.revoked.map(({ kind }) => kind))).toEqual(new Set(credentialKinds));
    for (const { ask } of this.revoked) for (const { url = '' } of this.gateways()) expect(await ask(url)).toBe(401);
  }

  /** Keeps some credentials in stock that all gateways accept, so that revocations go on while a fault prevents new ones. */
  private async prepare(admin: Client, tenant: Tenant): Promise<void> {
    const makers = [newToken, newCollectKey, (...of: [Client, Tenant]) => newSession(this.provider, ...of)];
    for (let made = 0; !this.isStopping;) {
      if (this.stock.length < maxStock) {
        const make = makers[made % makers.length] ?? newToken;
        // Any of its requests may meet a fault.
        const credential = await eventually(() => make(admin, tenant), recovery);
        for (const { url = '' } of this.gateways())
          await eventually(async () => expect(await credential.ask(url)).toBe(credential.acceptedStatus), recovery);
        this.stock.push(credential);
        made += 1;
      }
      await sleep(pauseMs / 2);
    }
  }

  private async revokeAll(): Promise<void> {
    while (!this.isStopping) {
      const credential = this.stock.shift();
      if (credential) await this.watch(credential);
      await sleep(pauseMs);
    }
  }

  private async watch(credential: Credential): Promise<void> {
    let requests = 0;
    await eventually(async () => {
      requests += 1;
      expect([credential.kind, await credential.revoke()]).toEqual([credential.kind, true]);
    }, recovery);
    const answered = performance.now();
    this.revoked.push(credential);
    const watched = await Promise.all(this.gateways().map(({ url = '' }) => acceptedFor(credential, url, answered)));
    const slowest = (name: keyof (typeof watched)[number]) => Math.max(...watched.map((gateway) => gateway[name]));
    this.record({
      credential: credential.kind,
      answered,
      requests,
      acceptedForMs: slowest('acceptedForMs'),
      requestMs: slowest('requestMs'),
    });
  }
}

async function newToken(admin: Client, tenant: Tenant): Promise<Credential> {
  const { client, user, token_id } = await newMember(admin, tenant, 'EDITOR');
  return {
    kind: 'token',
    revoke: () => isDeleted(admin, `/users/${user.id}/api_tokens/${token_id}`),
    acceptedStatus: 200,
    ask: async (url) => (await new Client(url, client.token).call('GET', `/datamarts/${tenant.datamart_id}`)).status,
  };
}

async function newCollectKey(admin: Client, { datamart_id }: Tenant): Promise<Credential> {
  const datamart = `/datamarts/${datamart_id}`;
  const { id, key } = await admin.post(`${datamart}/collect_keys`, { name: `key-${randomUUID()}` });
  return {
    kind: 'collect key',
    revoke: () => isDeleted(admin, `${datamart}/collect_keys/${id}`),
    // The key of an activity without a type is judged before its body.
    acceptedStatus: 400,
    ask: async (url) => (await new Client(url, String(key)).call('POST', `${datamart}/user_activities`, {})).status,
  };
}

async function newSession(provider: OpenIdServer, admin: Client, tenant: Tenant): Promise<Credential> {
  const { user } = await newMember(admin, tenant, 'EDITOR');
  provider.person = user.id;
  provider.accounts.set(user.id, { email: String(user['email']), email_verified: true });
  const browser = new TestBrowser();
  const { visited } = await browser.open(`${admin.url}/auth/login`, /\/auth\/callback/);
  const callback = new URL(visited.at(-1) ?? '');
  // While a fault lasts, each of the two answers is a page that says so: the first leads nowhere, the second has no cookie.
  expect(callback.pathname).toBe('/auth/callback');
  const { status } = await browser.send(`${admin.url}${callback.pathname}${callback.search}`);
  expect(status).toBe(303);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { cookie, origin: provider.origin };
  return {
    kind: 'session',
    revoke: async () => {
      const { status } = await fetch(`${admin.url}/auth/logout`, { method: 'POST', headers, redirect: 'manual' });
      return status === 303;
    },
    acceptedStatus: 200,
    ask: async (url) => (await fetch(`${url}/v1/datamarts/${tenant.datamart_id}`, { headers })).status,
  };
}

async function isDeleted(admin: Client, path: string): Promise<boolean> {
  const { status } = await admin.call('DELETE', path);
  return status === 200 || status === 404;
}

/** When the last accepted request was sent, in milliseconds after `since`; 0 if none was. A gateway that is down accepts none. */
async function acceptedFor({ ask, acceptedStatus }: Credential, url: string, since: number) {
  let acceptedForMs = 0;
  let requestMs: number | undefined;
  const deadline = since + recovery.within;
  for (;;) {
    const sent = performance.now();
    const status = await ask(url).catch(() => 503);
    requestMs ??= performance.now() - sent;
    if (status === 401) return { acceptedForMs, requestMs };
    if (status === acceptedStatus) acceptedForMs = sent - since;
    if (sent > deadline) throw new Error(`a revoked credential still gets ${status}`);
    await sleep(20);
  }
}
