import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Get, Module } from '@nestjs/common';
import { callerHeader, signCaller } from '@tributary/http/caller-header';
import { freePorts } from '@tributary/testing/free-ports';
import type { RunningApp } from '../src/app.js';
import { CommonConfig } from '../src/config.js';
import type { Running } from '../src/main.js';
import { startService, type ServiceOptions } from '../src/service.js';
import { askName } from '../src/watchdog/watchdog-data.js';

@Controller('v1/things')
class ThingsController {
  @Get()
  list(): string[] {
    return ['thing'];
  }
}

@Module({ controllers: [ThingsController] })
class ThingsModule {}

/** Whether the watchdog's thread can ask this one what it does. */
const isWatched = () => Symbol.for(askName) in globalThis;

const INTERNAL_KEY = 'the key that gateway and services shared';
const [pair, other] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
const request = { audience: 'things', method: 'GET', path: '/v1/things' };
const caller = { user_id: '1', roles: [] };

const options: ServiceOptions = {
  name: 'things',
  config: {
    ...CommonConfig.parse({ PORT: 0, LOG_LEVEL: 'silent', NODE_ENV: 'test', SHUTDOWN_TIMEOUT_MS: '1234' }),
    KAFKA_BROKERS: ['127.0.0.1:1'],
    GATEWAY_PUBLIC_KEY: [pair.publicKey],
  },
  module: () => ({ module: ThingsModule, providers: [{ provide: 'things', useFactory: isWatched }] }),
};
let service: RunningApp & Running;
beforeAll(async () => {
  // Without a broker a service opens its port, and is not ready.
  service = await startService(options);
});
afterAll(() => service.stop());

const get = (target: string, header?: string) =>
  fetch(service.url + target, {
    headers: header === undefined ? {} : { [callerHeader]: header, 'x-request-id': 'of-the-gateway' },
  });

describe('a service behind the gateway', () => {
  it('accepts a caller signed by the gateway, and keeps the gateway’s request id', async () => {
    const response = await get('/v1/things', signCaller(caller, request, pair));
    expect([response.status, await response.json()]).toEqual([200, ['thing']]);
    expect(response.headers.get('x-request-id')).toBe('of-the-gateway');
  });

  it.each([
    ['no caller', undefined],
    ['a caller that another key has signed', signCaller(caller, request, other)],
    ['a caller for another service', signCaller(caller, { ...request, audience: 'admin' }, pair)],
    ['a caller for another request', signCaller(caller, { ...request, path: '/v1/things?all=true' }, pair)],
    ['a caller of two minutes ago', signCaller(caller, request, pair, Date.now() - 120_000)],
    [
      'a caller that the key of an old version has signed, too',
      signCaller(caller, request, { ...other, formerKey: INTERNAL_KEY }),
    ],
  ])('refuses %s', async (_case, header) => {
    const response = await get('/v1/things', header);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error_code: 'AUTHENTICATION_ERROR' });
  });

  it('is watched for blocks once its modules are made, which takes a slow machine longer than a block may last', () => {
    expect(service.app.get<boolean>('things')).toBe(false);
    expect(isWatched()).toBe(true);
  });

  it('serves health and metrics without a caller, also while the broker is down', async () => {
    expect((await get('/health/live')).status).toBe(200);
    const metrics = await get('/metrics');
    expect(metrics.status).toBe(200);
    expect(await metrics.text()).toContain('http_request_duration_seconds');
  });

  it('accepts the callers of a gateway of an old version while INTERNAL_KEY is set, which a metric shows', async () => {
    const header = signCaller(caller, request, { ...other, formerKey: INTERNAL_KEY });
    // An old gateway has no private key.
    const [payload, digest] = header.split('.');
    const answers = async ({ url }: RunningApp) => {
      const { status } = await fetch(`${url}/v1/things`, { headers: { [callerHeader]: `${payload}.${digest}` } });
      const metrics = await fetch(`${url}/metrics`).then((response) => response.text());
      return [status, /^tributary_internal_key_set\{.*\} (\d)$/m.exec(metrics)?.[1]];
    };
    expect(await answers(service)).toEqual([401, '0']);
    const upgrading = await startService({ ...options, config: { ...options.config, INTERNAL_KEY } });
    expect(await answers(upgrading)).toEqual([200, '1']);
    await upgrading.stop();
  });

  it('serves metrics on a separate port, or nowhere, if its own port is public', async () => {
    const [port = 0] = await freePorts(1);
    for (const metricsOn of [port, 'nowhere'] as const) {
      const open = await startService({ ...options, configureServer: () => undefined, metricsOn });
      expect((await fetch(`${open.url}/metrics`)).status).toBe(404);
      const there = fetch(`http://127.0.0.1:${port}/metrics`).then((response) => response.text());
      if (metricsOn === 'nowhere') await expect(there).rejects.toThrow();
      else expect(await there).toContain('http_request_duration_seconds');
      await open.stop();
    }
  });

  it('closes its data directory to other users', async () => {
    const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'tributary-service-'));
    chmodSync(DATA_DIR, 0o755);
    const storing = await startService({ ...options, config: { ...options.config, DATA_DIR } });
    await storing.stop();
    expect(statSync(DATA_DIR).mode & 0o777).toBe(0o700);
    rmSync(DATA_DIR, { recursive: true });
  });

  it('has the time of SHUTDOWN_TIMEOUT_MS to stop, after which runProcess cuts it off', () => {
    expect(service.stopWithinMs).toBe(1_234);
  });

  it('answers 404 for an unknown path', async () => {
    for (const target of ['/v1/nothing', '/nothing']) expect((await get(target)).status).toBe(404);
  });
});
