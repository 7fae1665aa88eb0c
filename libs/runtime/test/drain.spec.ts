import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Get, Module } from '@nestjs/common';
import { connectInProcess } from '@tributary/bus/in-process/in-process-bus';
import { eventually } from '@tributary/testing/eventually';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startApp, type RunningApp } from '../src/app.js';
import { Health } from '../src/health.js';
import { createLogger } from '../src/logger.js';
import { Metrics } from '../src/metrics/metrics.js';

const drainMs = 2_500;
/** Requests that have arrived, and what they wait for. */
let arrived = 0;
let gate: Promise<void>;
let open: () => void;

@Controller('slow')
class SlowController {
  @Get()
  async read(): Promise<string> {
    arrived += 1;
    await gate;
    return 'read';
  }
}

@Module({ controllers: [SlowController] })
class SlowModule {}

let running: RunningApp;

beforeEach(async () => {
  arrived = 0;
  gate = new Promise((resolve) => (open = resolve));
  const logger = createLogger('slow', 'silent');
  const deadLetterDirectory = mkdtempSync(path.join(tmpdir(), 'tributary-drain-'));
  const bus = connectInProcess({ deadLetterDirectory, logger });
  running = await startApp({
    module: { module: SlowModule },
    platform: { bus, logger, health: new Health(), metrics: new Metrics('slow') },
    port: 0,
    host: '127.0.0.1',
    drainMs,
  });
});
afterEach(() => running.stop());

/** Status and `Connection` header of a response. */
async function ask(target: string): Promise<[number, string | null]> {
  const response = await fetch(running.url + target);
  await response.text();
  return [response.status, response.headers.get('connection')];
}

describe('an app that is about to stop', () => {
  it('reports not ready, answers every request and closes its connections', async () => {
    open();
    expect(await ask('/slow')).toEqual([200, 'keep-alive']);
    expect(await ask('/health/ready')).toEqual([200, 'keep-alive']);
    const draining = running.drain();
    expect(await ask('/health/ready')).toEqual([503, 'close']);
    expect(await ask('/health/live')).toEqual([200, 'close']);
    expect(await ask('/slow')).toEqual([200, 'close']);
    await draining;
  });

  it('has asked its clients to leave connections that are idle for less than the drain', async () => {
    const { headers } = await fetch(`${running.url}/health/live`);
    expect(headers.get('keep-alive')).toBe('timeout=1');
  });

  it('also closes connections that were opened before', async () => {
    const asked = ask('/slow');
    await eventually(() => expect(arrived).toBe(1));
    const draining = running.drain();
    open();
    expect(await asked).toEqual([200, 'close']);
    await draining;
  });

  it('finishes a request in progress, then closes its port', async () => {
    await running.drain();
    const asked = ask('/slow');
    await eventually(() => expect(arrived).toBe(1));
    const stopped = running.stop();
    open();
    expect(await asked).toEqual([200, 'close']);
    await stopped;
    await expect(ask('/health/live')).rejects.toThrow();
  });
});
