import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { context, trace, TraceFlags } from '@opentelemetry/api';
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-node';
import { InFlightBatches } from '@tributary/bus/suspects/in-flight-batches';
import { batchContextOf, withBatchContext } from '@tributary/bus/tracing/batch-context';
import { badData, unavailable } from '@tributary/contracts/errors';
import { followContext } from './async-context.js';
import fc from 'fast-check';
import { CombinedCalls, type CombinedCallsOptions } from './combined-calls.js';

const limits: CombinedCallsOptions<number> = { sizeOf: () => 1, maxSize: 10, worthwhileSize: 5, concurrency: 2 };

/** Records the runs, of which each takes two turns of the event loop. */
function recorder(
  options: Partial<CombinedCallsOptions<number>> = {},
  failure?: (items: number[]) => Error | undefined,
) {
  const runs: number[][] = [];
  let mostAtOnce = 0;
  let running = 0;
  const calls = new CombinedCalls<number>(
    async (items) => {
      runs.push(items);
      mostAtOnce = Math.max(mostAtOnce, ++running);
      await nextTurn();
      await nextTurn();
      running--;
      const error = failure?.(items);
      if (error) throw error;
    },
    { ...limits, ...options },
  );
  return { calls, runs, mostAtOnce: () => mostAtOnce };
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const withTrace = (traceFlags: TraceFlags) =>
  trace.setSpanContext(context.active(), { traceId: '1'.repeat(32), spanId: '1'.repeat(16), traceFlags });

beforeAll(followContext);
afterEach(() => trace.disable());

describe('combined calls', () => {
  it('share a run when they arrive together', async () => {
    const { calls, runs } = recorder();
    await Promise.all(numbers(4).map((item) => calls.run(item)));
    expect(runs).toEqual([[0, 1, 2, 3]]);
  });

  it('wait for a run in progress if they are few, and share the next', async () => {
    const { calls, runs, mostAtOnce } = recorder();
    const first = calls.run(0);
    await nextTurn();
    await Promise.all([first, calls.run(1), calls.run(2)]);
    expect(runs).toEqual([[0], [1, 2]]);
    expect(mostAtOnce()).toBe(1);
  });

  it('run beside others if they are many, up to the limits', async () => {
    const { calls, runs, mostAtOnce } = recorder();
    await Promise.all(numbers(35).map((item) => calls.run(item)));
    expect(runs.map((items) => items.length)).toEqual([10, 10, 10, 5]);
    expect(mostAtOnce()).toBe(2);
  });

  it('let an item that is larger than a run through, alone', async () => {
    const { calls, runs } = recorder({ sizeOf: (item) => (item === 0 ? 50 : 1) });
    await Promise.all(numbers(3).map((item) => calls.run(item)));
    expect(runs).toEqual([[0], [1, 2]]);
  });

  it('fail alone, those that are to blame', async () => {
    const { calls } = recorder({}, (items) => (items.includes(2) ? badData('poison') : undefined));
    const results = await Promise.allSettled(numbers(5).map((item) => calls.run(item)));
    expect(results.map(({ status }) => status === 'fulfilled')).toEqual([true, true, false, true, true]);
  });

  it('fail together in an outage, and are not tried again', async () => {
    const { calls, runs } = recorder({}, () => unavailable('down'));
    const results = await Promise.allSettled(numbers(3).map((item) => calls.run(item)));
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    expect(runs).toHaveLength(1);
  });

  it('run alone, and in their own context, if their trace is recorded', async () => {
    trace.setGlobalTracerProvider(new BasicTracerProvider());
    const seen: (string | undefined)[] = [];
    const calls = new CombinedCalls<number>((items) => {
      seen.push(`${items.join()} ${trace.getSpanContext(context.active())?.traceId.slice(0, 1)}`);
      return Promise.resolve();
    }, limits);
    const traced = context.with(withTrace(TraceFlags.SAMPLED), () => calls.run(1));
    await Promise.all([calls.run(0), traced, calls.run(2)]);
    expect(seen.toSorted()).toEqual(['0,2 undefined', '1 1']);
  });

  it.each([
    ['an unsampled trace', TraceFlags.NONE, true],
    ['a sampled trace without an SDK', TraceFlags.SAMPLED, false],
  ])('share a run if one belongs to %s', async (_case, traceFlags, hasSdk) => {
    if (hasSdk) trace.setGlobalTracerProvider(new BasicTracerProvider());
    const { calls, runs } = recorder();
    await Promise.all([calls.run(0), context.with(withTrace(traceFlags), () => calls.run(1)), calls.run(2)]);
    expect(runs).toEqual([[0, 1, 2]]);
  });

  it('share a run in the context of all their batches', async () => {
    const seen: (number | undefined)[] = [];
    const calls = new CombinedCalls<number>(() => {
      seen.push(batchContextOf(context.active())?.messages);
      return Promise.resolve();
    }, limits);
    const batch = withBatchContext(context.active(), { consumer: 'group', message_id: 'm', messages: 2 });
    await Promise.all(numbers(3).map((item) => context.with(batch, () => calls.run(item))));
    expect(seen).toEqual([6]);
  });

  it('run alone if their message must be handled alone', async () => {
    const { calls, runs } = recorder();
    const alone = new InFlightBatches().take('group', 'topic', true)?.context(context.active()) ?? context.active();
    await Promise.all([calls.run(0), context.with(alone, () => calls.run(1)), calls.run(2)]);
    expect(runs.toSorted()).toEqual([[0, 2], [1]]);
  });

  it('run each item once, in order of arrival within a run, for every order of arrivals', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(3), { maxLength: 60 }), async (pauses) => {
        const { calls, runs } = recorder();
        const running: Promise<void>[] = [];
        for (const [item, pause] of pauses.entries()) {
          for (let turn = 0; turn < pause; turn++) await nextTurn();
          running.push(calls.run(item));
        }
        await Promise.all(running);
        expect(runs.flat().toSorted((a, b) => a - b)).toEqual(numbers(pauses.length));
        for (const items of runs) expect(items).toEqual(items.toSorted((a, b) => a - b));
      }),
      { numRuns: 50 },
    );
  });
});
