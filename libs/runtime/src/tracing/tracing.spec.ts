import { execFile } from 'node:child_process';
import path from 'node:path';
import { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { afterEach, describe, expect, it } from '@jest/globals';
import { parseTraceparent } from '@tributary/bus/tracing/traceparent';
import { eventually } from '@tributary/testing/eventually';
import { startOtlpReceiver, type OtlpReceiver, type OtlpReceiverOptions } from '@tributary/testing/otlp-receiver';
import { CommonConfig, loadConfig } from '../config.js';
import { createLogger } from '../logger.js';
import { startTracing } from './tracing.js';
import type { Tracing } from './tracing-sdk.js';

let receiver: OtlpReceiver | undefined;
let tracing: Tracing | undefined;
const lines: string[] = [];
afterEach(async () => {
  await tracing?.stop();
  await receiver?.stop();
  trace.disable();
  [tracing, receiver] = [undefined, undefined];
  lines.length = 0;
});

const log = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(chunk.toString());
    done();
  },
});

async function record(url: string, env: NodeJS.ProcessEnv = {}): Promise<Tracing> {
  const config = loadConfig(CommonConfig, { OTEL_EXPORTER_OTLP_ENDPOINT: url, ...env });
  tracing = await startTracing({ name: 'tested', config, logger: createLogger('tested', 'warn', log) });
  return tracing;
}

async function recordTo(options: OtlpReceiverOptions = {}, env: NodeJS.ProcessEnv = {}): Promise<OtlpReceiver> {
  receiver = await startOtlpReceiver(options);
  await record(receiver.url, env);
  return receiver;
}

const span = (name: string, traceparent?: string) => {
  const parent = parseTraceparent(traceparent);
  const origin = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
  trace.getTracer('spec').startSpan(name, {}, origin).end();
};
const names = (spans: { name: string }[]) => spans.map(({ name }) => name);

describe('with an endpoint', () => {
  it('spans are sent to the collector under the name of the app', async () => {
    const { spans } = await recordTo();
    span('work');
    await eventually(() => expect(spans).toMatchObject([{ name: 'work', service: 'tested' }]));
  });

  it('a base URL may end with a slash', async () => {
    receiver = await startOtlpReceiver();
    await record(`${receiver.url}/`);
    span('work');
    await eventually(() => expect(names(receiver?.spans ?? [])).toEqual(['work']));
  });

  it('remaining spans are sent before the stop', async () => {
    const { spans } = await recordTo();
    span('the last work');
    await tracing?.stop();
    expect(names(spans)).toEqual(['the last work']);
  });

  it('the sampler drops the configured share, except traces that a client records', async () => {
    const { spans } = await recordTo({}, { OTEL_TRACES_SAMPLER_ARG: '0' });
    span('of our own');
    span('of a client', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01');
    await tracing?.stop();
    expect(names(spans)).toEqual(['of a client']);
  });

  it('a trace that the client does not record is dropped', async () => {
    const { spans } = await recordTo();
    span('of a client', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00');
    span('of our own');
    await tracing?.stop();
    expect(names(spans)).toEqual(['of our own']);
  });
});

describe('a collector', () => {
  it('that is down is logged once, affects no request and does not delay the stop', async () => {
    receiver = await startOtlpReceiver();
    const { url } = receiver;
    await receiver.stop();
    receiver = undefined;
    await record(url);
    for (let round = 0; round < 3; round++) {
      span(`work ${round}`);
      await eventually(() => expect(lines.join('')).toContain('traces are lost'));
    }
    await tracing?.stop();
    expect(lines.filter((line) => line.includes('traces are lost'))).toHaveLength(1);
  });

  it('that hangs affects no request and does not delay the stop', async () => {
    const { requests } = await recordTo({ hangs: true });
    for (let number = 0; number < 20_000; number++) span(`work ${number}`);
    await eventually(() => expect(requests()).toBeGreaterThan(0));
    await tracing?.stop();
  });

  it.each(['localhost:4318', 'ftp://localhost', 'collector'])('cannot be at %s', (url) => {
    expect(() => loadConfig(CommonConfig, { OTEL_EXPORTER_OTLP_ENDPOINT: url })).toThrow('OTEL_EXPORTER_OTLP_ENDPOINT');
  });
});

describe('without an endpoint', () => {
  /** Number of SDK modules that a process has loaded after `startTracing`. */
  async function loaded(config: string): Promise<number> {
    const program = `
      import { Module } from 'node:module';
      import { startTracing } from '@tributary/runtime/tracing/tracing';
      import '@tributary/runtime/service';
      await startTracing({ name: 'a', config: ${config}, logger: console });
      const loaded = Object.keys(Module._cache).filter((file) => /opentelemetry.(sdk|exporter|otlp)/.test(file));
      process.stdout.write(String(loaded.length));`;
    const args = ['--input-type=module', '--eval', program];
    const cwd = path.join(import.meta.dirname, '../..');
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd });
    return Number(stdout);
  }

  it('no module of the SDK is loaded', async () => expect(await loaded('{}')).toBe(0));

  it('(negative control: with an endpoint, modules are loaded)', async () => {
    const config = `{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_TRACES_SAMPLER_ARG: 1 }`;
    expect(await loaded(config)).toBeGreaterThan(10);
  });
});
