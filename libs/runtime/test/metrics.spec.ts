import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Get, Module, Param } from '@nestjs/common';
import { connectInProcess } from '@tributary/bus/in-process/in-process-bus';
import { guardByCallerHeader } from '@tributary/http/caller-guard';
import { callerHeader, signCaller } from '@tributary/http/caller-header';
import { eventually } from '@tributary/testing/eventually';
import { startApp, type RunningApp } from '../src/app.js';
import { Health } from '../src/health.js';
import { createLogger } from '../src/logger.js';
import { watchDisk } from '../src/metrics/disk-metrics.js';
import { Metrics } from '../src/metrics/metrics.js';

@Controller('v1/things')
class ThingsController {
  @Get(':thing_id')
  get(@Param('thing_id') thing_id: string): string[] {
    return [thing_id];
  }
}

@Module({ controllers: [ThingsController] })
class ThingsModule {}

const keys = generateKeyPairSync('ed25519');
let app: RunningApp;
beforeAll(async () => {
  const logger = createLogger('things', 'silent');
  const deadLetterDirectory = mkdtempSync(path.join(tmpdir(), 'tributary-'));
  const bus = connectInProcess({ deadLetterDirectory, logger, limits: {} });
  const trust = { audience: 'things', publicKeys: [keys.publicKey] };
  app = await startApp({
    module: { module: ThingsModule },
    platform: { bus, logger, health: new Health(), metrics: new Metrics('things') },
    port: 0,
    host: '127.0.0.1',
    extend: (server) => guardByCallerHeader(server, trust),
  });
});
afterAll(() => app.stop());

const scrape = async () => (await fetch(`${app.url}/metrics`)).text();
/** `<method> <route> <status>` of every request so far. */
async function requestsSeen(): Promise<string[]> {
  const counts = (await scrape()).matchAll(
    /tributary_http_request_duration_seconds_count\{app="things",method="(\w+)",route="([^"]+)",status="(\d+)"\}/g,
  );
  return [...counts].map(([, method, route, status]) => `${method} ${route} ${status}`);
}

async function sendRaw(bytes: string): Promise<void> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  socket.end(bytes);
  socket.resume();
  await once(socket, 'close');
}

describe('the metrics of a process', () => {
  it('name requests by the template of their route, never by the path that was sent', async () => {
    for (const target of ['/v1/things/1', '/v1/things/2?x=1', '/nothing/here', '/nothing/there']) {
      const request = { audience: 'things', method: 'GET', path: target };
      await fetch(app.url + target, {
        headers: { [callerHeader]: signCaller({ user_id: '1', roles: [] }, request, keys) },
      });
    }
    await fetch(`${app.url}/v1/things/1`);
    await sendRaw('PROPFIND /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    const seen = await requestsSeen();
    expect(seen).toEqual(expect.arrayContaining(['GET /v1/things/:thing_id 200', 'GET /v1/things/:thing_id 401']));
    const own = /^GET (\/v1\/things\/:thing_id|\/metrics) \d+$|^(GET|PROPFIND) unknown 404$/;
    expect(seen.filter((request) => !own.test(request))).toEqual([]);
    expect(seen.filter((request) => request === 'GET unknown 404')).toHaveLength(1);
  });

  it('count malformed HTTP requests separately', async () => {
    await sendRaw('what is this\r\n\r\n');
    await eventually(async () =>
      expect(await scrape()).toMatch(/tributary_http_malformed_requests_total\{[^}]*\} 1\n/),
    );
  });

  it('describe the process: version, event loop, dependencies', async () => {
    const text = await scrape();
    expect(text).toMatch(/tributary_build_info\{version="\d+\.\d+\.\d+",node="v\d+[^"]*",app="things"\} 1/);
    expect(text).toMatch(/tributary_event_loop_active_seconds_total\{app="things"\} 0\.\d+|[1-9]/);
    expect(text).toContain('tributary_part_up{part="accepting",app="things"} 1');
    expect(text).toContain('tributary_part_up{part="bus",app="things"} 1');
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
  });
});

describe('a gauge', () => {
  it('has the samples of every module that exports it', async () => {
    const metrics = new Metrics('things');
    for (const module of ['a', 'b']) {
      const read = () => [{ labels: { module }, value: module.length }];
      metrics.addGauge({ name: 'tributary_things', help: 'Things', labelNames: ['module'], read });
    }
    watchDisk(metrics, 'a', import.meta.dirname);
    const text = await metrics.registry.metrics();
    expect(text.match(/^tributary_things\{.*$/gm)).toEqual([
      'tributary_things{module="a",app="things"} 1',
      'tributary_things{module="b",app="things"} 1',
    ]);
    expect(text).toMatch(/tributary_disk_free_bytes\{module="a",app="things"\} [1-9]/);
  });

  it.each([
    ['fails', () => Promise.reject(new Error('no'))],
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
    ['hangs', () => sleep(60_000, 0, { ref: false })],
  ])('that %s does not affect others: without labels it is NaN, with labels it is absent', async (_case, read) => {
    const metrics = new Metrics('things');
    metrics.addGauge({ name: 'tributary_bad', help: 'Bad', read });
    metrics.addGauge({ name: 'tributary_bad_parts', help: 'Bad', labelNames: ['part'], read });
    metrics.addGauge({ name: 'tributary_good', help: 'Good', read: () => 7 });
    const text = await metrics.registry.metrics();
    expect(text).toContain('tributary_bad{app="things"} Nan');
    expect(text).not.toContain('tributary_bad_parts{');
    expect(text).toContain('tributary_good{app="things"} 7');
  });
});
