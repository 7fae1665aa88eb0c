import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { busGauges } from '../src/bus-gauges.js';
import { FileDeadLetters } from '../src/file-dead-letters.js';
import { InProcessPublisher } from '../src/in-process.publisher.js';
import { InProcessStrategy } from '../src/in-process.strategy.js';
import { aGate, aTopic, handlerOf, run, silent, steps, type StepHandler } from './bus-harness.js';

const readAll = async (gauges: ReturnType<typeof busGauges>) =>
  Object.fromEntries(await Promise.all(gauges.map(async ({ name, read }) => [name, await read()] as const)));

describe('the gauges of a bus', () => {
  it('count what was published, handled and dead-lettered, and what waits', async () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'tributary-gauges-'));
    const topic = aTopic();
    const publisher = new InProcessPublisher();
    const strategy = new InProcessStrategy({ publisher, deadLetters: new FileDeadLetters(directory), logger: silent });
    const gauges = busGauges(publisher.counters, strategy);
    const gate = aGate();
    const handle: StepHandler = (batch) =>
      gate.opened.then(() => batch.slice(0, 1).map((message) => ({ message, reason: 'no' })));
    const app = await run({ publisher, strategy, close: () => publisher.close() }, [handlerOf(topic, {}, handle)]);
    const published = publisher.publish(topic, steps(5));
    expect(await readAll(gauges)).toMatchObject({
      bus_queued_messages: 5,
      bus_lag_messages: 5,
      bus_handled_messages: 0,
    });
    gate.open();
    await published;
    expect(await readAll(gauges)).toMatchObject({
      bus_queued_messages: 0,
      bus_queued_bytes: 0,
      bus_published_messages: 5,
      bus_handled_messages: 4,
      bus_dead_letters: 1,
      bus_lag_messages: 0,
    });
    await app.close();
    rmSync(directory, { recursive: true });
  });
});
