import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Get, Module } from '@nestjs/common';
import { callerHeader, signCaller } from '@tributary/http/caller-header';
import { freePorts } from '@tributary/testing/kafka/kafka-ports';
import type { RunningApp } from '../src/app.js';
import { CommonConfig } from '../src/config.js';
import { startService, type ServiceOptions } from '../src/service.js';

@Controller('v1/things')
class ThingsController {
  @Get()
  list(): string[] {
    return ['thing'];
  }
}

@Module({ controllers: [ThingsController] })
class ThingsModule {}

const INTERNAL_KEY = 'the key that gateway and services share';
const caller = { user_id: '1', roles: [] };

const options: ServiceOptions = {
  name: 'things',
  config: {
    ...CommonConfig.parse({ PORT: 0, LOG_LEVEL: 'silent', NODE_ENV: 'test' }),
    KAFKA_BROKERS: ['127.0.0.1:1'],
    INTERNAL_KEY,
  },
  module: () => ({ module: ThingsModule }),
};
let service: RunningApp;
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
    const response = await get('/v1/things', signCaller(caller, INTERNAL_KEY));
    expect([response.status, await response.json()]).toEqual([200, ['thing']]);
    expect(response.headers.get('x-request-id')).toBe('of-the-gateway');
  });

  it.each([
    ['no caller', undefined],
    ['a forged caller', signCaller(caller, 'another key')],
    ['a caller of two minutes ago', signCaller(caller, INTERNAL_KEY, Date.now() - 120_000)],
  ])('refuses %s', async (_case, header) => {
    const response = await get('/v1/things', header);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error_code: 'AUTHENTICATION_ERROR' });
  });

  it('serves health and metrics without a caller, also while the broker is down', async () => {
    expect((await get('/health/live')).status).toBe(200);
    const metrics = await get('/metrics');
    expect(metrics.status).toBe(200);
    expect(await metrics.text()).toContain('http_request_duration_seconds');
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

  it('answers 404 for an unknown path', async () => {
    for (const target of ['/v1/nothing', '/nothing']) expect((await get(target)).status).toBe(404);
  });
});
