import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { connectInProcess } from '@tributary/bus/in-process-bus';
import { migrate } from '@tributary/database/migrate';
import { startApp, type RunningApp } from '@tributary/runtime/app';
import { Health } from '@tributary/runtime/health';
import { createLogger } from '@tributary/runtime/logger';
import { Metrics } from '@tributary/runtime/metrics';
import { eventually } from '@tributary/testing/eventually';
import { startPostgres, type TestPostgres } from '@tributary/testing/postgres';
import { DataSource } from 'typeorm';
import { AdminModule } from '../src/admin.module.js';
import { tokenSha256 } from '../src/api-token.js';
import { AdminSettings } from '../src/config.js';
import { adminDatabase } from '../src/database.js';
import { FirstStart } from '../src/first-start.js';
import { Gateway } from './gateway-stand-in.js';

const token = 'a-token-given-by-whoever-installs-the-platform';
let postgres: TestPostgres;
let running: RunningApp | undefined;

beforeAll(async () => {
  postgres = await startPostgres();
  await migrate({ ...adminDatabase, url: postgres.url });
});
afterEach(async () => {
  await running?.app.get(DataSource, { strict: false }).query('truncate communities, outbox restart identity cascade');
  await stop();
});
afterAll(() => postgres.stop());

async function start(settings: Record<string, string> = {}, port = 0): Promise<FirstStart> {
  Gateway.forget();
  const logger = createLogger('admin', 'silent');
  const bus = connectInProcess({ deadLetterDirectory: mkdtempSync(path.join(tmpdir(), 'tributary-dlq-')), logger });
  const platform = { bus, logger, health: new Health(), metrics: new Metrics('admin') };
  const secrets = { SECRETS_KEY: Buffer.alloc(32, 1).toString('base64') };
  const all = AdminSettings.parse({ NODE_ENV: 'test', ...secrets, ...settings });
  @Module({
    imports: [AdminModule.register({ ...all, DATABASE_URL: postgres.url }, platform)],
    controllers: [Gateway],
  })
  class TestModule {}
  running = await startApp({ module: { module: TestModule }, platform, port, host: '127.0.0.1' });
  return running.app.get(FirstStart, { strict: false });
}

/** A first start to its end; answers the token. */
async function startAndShow(): Promise<string> {
  const first = await start();
  const { token: shown = '' } = first;
  await first.tokenIsShown();
  return shown;
}

async function stop(): Promise<void> {
  await running?.stop();
  running = undefined;
}

describe('the first start', () => {
  it('makes community, organisation, datamart and user 1, and the gateways know before the port opens', async () => {
    await start({ BOOTSTRAP_API_TOKEN: token });
    expect([...Gateway.directory.values()]).toEqual([
      { kind: 'organisation', id: '1', community_id: '1' },
      { kind: 'datamart', id: '1', organisation_id: '1' },
    ]);
    expect(Gateway.credentials.get('user/1')).toEqual({
      kind: 'user',
      id: '1',
      roles: [{ organisation_id: '1', role: 'COMMUNITY_ADMIN' }],
    });
    expect(Gateway.credentials.get('api_token/1')).toMatchObject({ user_id: '1', token_sha256: tokenSha256(token) });
  });

  it('makes a token of its own where none is given, and keeps only its hash', async () => {
    const first = await start();
    expect(first.token).toMatch(/^tby_[\w-]{43}[0-9a-f]{8}$/);
    expect(Gateway.credentials.get('api_token/1')).toMatchObject({ token_sha256: tokenSha256(first.token ?? '') });
    const rows = await running?.app.get(DataSource, { strict: false }).query<object[]>('select * from api_tokens');
    expect(JSON.stringify(rows)).not.toContain(first.token?.slice(4, 40));
  });

  it('makes the token anew as long as no start has shown it: whoever never saw it would be locked out', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    await expect(start({}, (taken.address() as AddressInfo).port)).rejects.toThrow('EADDRINUSE');
    taken.close();
    const unseen = Gateway.credentials.get('api_token/1');
    const { token } = await start();
    expect(token).toMatch(/^tby_/);
    expect(Gateway.credentials.get('api_token/1')).toMatchObject({ token_sha256: tokenSha256(token ?? '') });
    expect(Gateway.credentials.get('api_token/1')).not.toEqual(unseen);
  });

  it('keeps the token of whoever installs the platform, shown or not', async () => {
    await start({ BOOTSTRAP_API_TOKEN: token });
    await stop();
    expect((await start()).token).toBeUndefined();
    expect(Gateway.credentials.get('api_token/1')).toMatchObject({ token_sha256: tokenSha256(token) });
  });

  it('leaves the outbox empty: what the bootstrap promised has gone out', async () => {
    await start();
    const outbox = () => running?.app.get(DataSource, { strict: false }).query('select from outbox');
    await eventually(async () => expect(await outbox()).toEqual([]), { within: 10_000 });
  });

  it('is refused in production without a token', async () => {
    await expect(start({ NODE_ENV: 'production' })).rejects.toThrow('BOOTSTRAP_API_TOKEN');
    await start({ NODE_ENV: 'production', BOOTSTRAP_API_TOKEN: token });
    expect(Gateway.credentials.size).toBe(2);
  });
});

describe('a later start', () => {
  it('makes nothing anew, shows no token, and tells the gateways all again', async () => {
    const shown = await startAndShow();
    await stop();
    expect((await start()).token).toBeUndefined();
    expect(Gateway.credentials.get('api_token/1')).toMatchObject({ token_sha256: tokenSha256(shown) });
    expect(Gateway.credentials.size).toBe(2);
    expect(Gateway.directory.size).toBe(2);
  });

  it('ignores another BOOTSTRAP_API_TOKEN', async () => {
    const shown = await startAndShow();
    await stop();
    await start({ BOOTSTRAP_API_TOKEN: token });
    expect(Gateway.credentials.get('api_token/1')).toMatchObject({ token_sha256: tokenSha256(shown) });
  });
});
