import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { defaultFlagRules } from '@tributary/contracts/rules/flag-rules';
import { connectInProcess } from '@tributary/bus/in-process/in-process-bus';
import { startApp, type RunningApp } from '@tributary/runtime/app';
import { Health } from '@tributary/runtime/health';
import { createLogger } from '@tributary/runtime/logger';
import { Metrics } from '@tributary/runtime/metrics/metrics';
import { eventually } from '@tributary/testing/eventually';
import { startMigratedPostgres } from '@tributary/testing/postgres/migrated-postgres';
import type { TestPostgres } from '@tributary/testing/postgres/postgres';
import { DataSource } from 'typeorm';
import { AdminModule } from '../src/admin.module.js';
import { tokenSha256 } from '../src/api-tokens/token-digest.js';
import { AdminSettings } from '../src/config.js';
import { adminDatabase } from '../src/database.js';
import { FirstStart } from '../src/startup/first-start.js';
import { FakeGateway } from './fake-gateway.js';

const token = 'a-token-that-the-operator-has-set-0123456789';
let postgres: TestPostgres;
let running: RunningApp | undefined;

beforeAll(async () => {
  postgres = await startMigratedPostgres(adminDatabase);
});
afterEach(async () => {
  await running?.app.get(DataSource, { strict: false }).query('truncate communities, outbox restart identity cascade');
  await stop();
});
afterAll(() => postgres.stop());

async function start(settings: Record<string, string> = {}, port = 0): Promise<FirstStart> {
  FakeGateway.forget();
  const logger = createLogger('admin', 'silent');
  const bus = connectInProcess({ deadLetterDirectory: mkdtempSync(path.join(tmpdir(), 'tributary-dlq-')), logger });
  const platform = { bus, logger, health: new Health(), metrics: new Metrics('admin') };
  const secrets = { SECRETS_KEY: Buffer.alloc(32, 1).toString('base64') };
  const all = AdminSettings.parse({ NODE_ENV: 'test', ...secrets, ...settings });
  @Module({
    imports: [AdminModule.register({ ...all, DATABASE_URL: postgres.url }, platform)],
    controllers: [FakeGateway],
  })
  class TestModule {}
  running = await startApp({ module: { module: TestModule }, platform, port, host: '127.0.0.1' });
  return running.app.get(FirstStart, { strict: false });
}

/** Completes a first start and returns the token. */
async function startAndShow(): Promise<string> {
  const first = await start();
  const { token: shown = '' } = first;
  await first.markTokenShown();
  return shown;
}

async function stop(): Promise<void> {
  await running?.stop();
  running = undefined;
}

describe('the first start', () => {
  it('creates community, organisation, datamart and user 1, and the gateways know them before the port opens', async () => {
    await start({ BOOTSTRAP_API_TOKEN: token });
    // Their partitions have no order among each other.
    expect(new Set(FakeGateway.directory.values())).toEqual(
      new Set([
        { kind: 'organisation', id: '1', community_id: '1' },
        {
          kind: 'datamart',
          id: '1',
          organisation_id: '1',
          time_zone: 'UTC',
          junk_exceptions: [],
          flag_rules: defaultFlagRules,
        },
      ]),
    );
    expect(FakeGateway.credentials.get('user/1')).toEqual({
      kind: 'user',
      id: '1',
      version: expect.any(Number),
      organisation_id: '1',
      roles: [{ organisation_id: '1', role: 'COMMUNITY_ADMIN' }],
    });
    expect(FakeGateway.credentials.get('api_token/1')).toMatchObject({
      user_id: '1',
      token_sha256: tokenSha256(token),
    });
  });

  it('generates a token if none is set, and stores only its hash', async () => {
    const first = await start();
    expect(first.token).toMatch(/^tby_[\w-]{43}[0-9a-f]{8}$/);
    expect(FakeGateway.credentials.get('api_token/1')).toMatchObject({ token_sha256: tokenSha256(first.token ?? '') });
    const rows = await running?.app.get(DataSource, { strict: false }).query<object[]>('select * from api_tokens');
    expect(JSON.stringify(rows)).not.toContain(first.token?.slice(4, 40));
  });

  it('replaces the token until a start has shown it: otherwise the operator would be locked out', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    await expect(start({}, (taken.address() as AddressInfo).port)).rejects.toThrow('EADDRINUSE');
    taken.close();
    const unshown = FakeGateway.credentials.get('api_token/1');
    const { token } = await start();
    expect(token).toMatch(/^tby_/);
    expect(FakeGateway.credentials.get('api_token/1')).toMatchObject({ token_sha256: tokenSha256(token ?? '') });
    expect(FakeGateway.credentials.get('api_token/1')).not.toEqual(unshown);
  });

  it('keeps a token that the operator has set, and never shows it', async () => {
    expect((await start({ BOOTSTRAP_API_TOKEN: token })).token).toBeUndefined();
    await stop();
    expect((await start()).token).toBeUndefined();
    expect(FakeGateway.credentials.get('api_token/1')).toMatchObject({ token_sha256: tokenSha256(token) });
  });

  it('does not show a token that the operator sets after a start that has shown none', async () => {
    expect((await start()).token).toMatch(/^tby_/);
    await stop();
    expect((await start({ BOOTSTRAP_API_TOKEN: token })).token).toBeUndefined();
    expect(FakeGateway.credentials.get('api_token/1')).toMatchObject({ token_sha256: tokenSha256(token) });
  });

  it('publishes the events of the bootstrap: the outbox is empty afterwards', async () => {
    await start();
    const outbox = () => running?.app.get(DataSource, { strict: false }).query('select from outbox');
    await eventually(async () => expect(await outbox()).toEqual([]));
  });

  it('is refused in production without a token', async () => {
    await expect(start({ NODE_ENV: 'production' })).rejects.toThrow('BOOTSTRAP_API_TOKEN');
    await start({ NODE_ENV: 'production', BOOTSTRAP_API_TOKEN: token });
    expect(FakeGateway.credentials.size).toBe(2);
  });
});

describe('a later start', () => {
  it('creates nothing, shows no token, and publishes everything to the gateways again', async () => {
    const shown = await startAndShow();
    await stop();
    expect((await start()).token).toBeUndefined();
    expect(FakeGateway.credentials.get('api_token/1')).toMatchObject({ token_sha256: tokenSha256(shown) });
    expect(FakeGateway.credentials.size).toBe(2);
    expect(FakeGateway.directory.size).toBe(2);
  });

  it('ignores another BOOTSTRAP_API_TOKEN', async () => {
    const shown = await startAndShow();
    await stop();
    await start({ BOOTSTRAP_API_TOKEN: token });
    expect(FakeGateway.credentials.get('api_token/1')).toMatchObject({ token_sha256: tokenSha256(shown) });
  });
});
