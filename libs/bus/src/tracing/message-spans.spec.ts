import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { topic, type Topic } from '@tributary/contracts/topics/topic';
import { z } from 'zod';
import { runInBatchContext, currentTraceparent, handledTraces } from './batch-context.js';
import type { Outgoing, Received } from '../messages/message.js';
import { inConsumerSpans } from './message-spans.js';
import { Publisher } from '../publishing/publisher.js';
import { TracedPublisher } from '../publishing/traced.publisher.js';
import { maxTraces, parseTraceparent } from './traceparent.js';

const moved = topic({ name: 'tests.moved.v1', schema: z.number(), key: String, partitions: 1, retention: { days: 1 } });
const consumer = { topic: moved, group: 'tests.follow' };
const traceId = (number: number) => String(number).padStart(32, '0');
const spanId = (number: number) => String(number).padStart(16, '0');
const sent = (number: number, flags = '01') => `00-${traceId(number)}-${spanId(number)}-${flags}`;
const received = (id: string, traceparent?: string): Received<unknown> => ({
  topic: moved.name,
  key: 'k',
  value: 1,
  id,
  time: 1,
  ...(traceparent !== undefined && { traceparent }),
});

class RecordingPublisher extends Publisher {
  readonly published: Outgoing<unknown>[] = [];

  publish<T>(_topic: Topic<T>, messages: Outgoing<T>[]): Promise<void> {
    this.published.push(...messages);
    return Promise.resolve();
  }

  isEmpty(): Promise<boolean> {
    return Promise.resolve(true);
  }
}

const recorded = new InMemorySpanExporter();
beforeAll(() => void context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable()));
beforeEach(() => recorded.reset());
const startRecording = () =>
  void trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(recorded)] }));

const spans = () =>
  recorded
    .getFinishedSpans()
    .map((span) => ({
      name: span.name,
      kind: span.kind,
      trace: span.spanContext().traceId,
      parent: span.parentSpanContext?.spanId,
      links: span.links.map((link) => link.context.traceId),
    }));

// Before the other tests: a tracer keeps the first SDK that it finds.
describe('without an SDK', () => {
  it('handling a batch records nothing, and propagates the trace of the client unchanged', async () => {
    const traces = await inConsumerSpans(consumer, [received('a', sent(1))], () => Promise.resolve(handledTraces()));
    expect(spans()).toEqual([]);
    expect(traces).toEqual([{ message_id: 'a', traceparent: sent(1) }]);
  });
});

describe('handling a batch', () => {
  beforeAll(startRecording);

  it('continues every recorded trace, with links between the first span and the others', async () => {
    const batch = [received('a', sent(1)), received('b', sent(2, '00')), received('c'), received('d', sent(3))];
    const traces = await inConsumerSpans(consumer, batch, () => Promise.resolve(handledTraces()));
    const process = { name: 'process tests.moved.v1', kind: SpanKind.CONSUMER };
    expect(spans()).toEqual([
      { ...process, trace: traceId(1), parent: spanId(1), links: [traceId(3)] },
      { ...process, trace: traceId(3), parent: spanId(3), links: [traceId(1)] },
    ]);
    expect(traces.map(({ message_id }) => message_id)).toEqual(['a', 'd']);
    const own = recorded.getFinishedSpans().map((span) => span.spanContext().spanId);
    expect(traces.map(({ traceparent }) => parseTraceparent(traceparent)?.spanId)).toEqual(own);
  });

  it('continues all traces of a message that sums up several', async () => {
    await inConsumerSpans(consumer, [received('a', `${sent(1)},${sent(2)}`)], () => Promise.resolve());
    expect(spans().map((span) => span.trace)).toEqual([traceId(1), traceId(2)]);
  });

  it('continues a limited number of traces', async () => {
    const batch = Array.from({ length: 40 }, (_, number) => received(`m-${number}`, sent(number + 1)));
    await inConsumerSpans(consumer, batch, () => Promise.resolve());
    expect(spans()).toHaveLength(maxTraces);
  });

  it('records the kind of an error, and not its message, which may quote what was sent', async () => {
    const failing = () => Promise.reject(new TypeError('john@example.org is no number'));
    await expect(inConsumerSpans(consumer, [received('a', sent(1))], failing)).rejects.toThrow('john');
    const [span] = recorded.getFinishedSpans();
    expect(span?.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(span?.attributes['error.type']).toBe('TypeError');
    expect(span?.events).toEqual([]);
  });
});

describe('a message published now belongs', () => {
  const during = (batch: Received<unknown>[]) => {
    const incoming = batch.map((message) => ({ ...message, content: 1 }));
    return runInBatchContext('tests.follow', incoming, () =>
      inConsumerSpans(consumer, batch, () => Promise.resolve(currentTraceparent())),
    );
  };

  it('to the trace of the single message that is handled', async () => {
    const traceparent = await during([received('a', sent(1))]);
    expect(parseTraceparent(traceparent)?.traceId).toBe(traceId(1));
  });

  it('to no trace while several messages are handled, because any of them may be the cause', async () => {
    expect(await during([received('a', sent(1)), received('b', sent(2))])).toBeUndefined();
  });

  it('to no trace outside batches and requests', () => expect(currentTraceparent()).toBeUndefined());

  it('not to a request that happens to run while a message is handled', async () => {
    const request = parseTraceparent(sent(9));
    if (!request) throw new Error('no traceparent');
    const active = trace.setSpanContext(context.active(), request);
    expect(await context.with(active, () => during([received('a')]))).toBeUndefined();
    expect(context.with(active, currentTraceparent)).toBe(sent(9));
  });
});

describe('publishing', () => {
  const publish = async (...messages: Outgoing<number>[]) => {
    const publisher = new RecordingPublisher();
    await new TracedPublisher(publisher).publish(moved, messages);
    return publisher.published.map(({ traceparent }) => parseTraceparent(traceparent));
  };

  it('is a span of the trace that caused the message, and the parent of its consumers', async () => {
    const [first, second] = await publish({ id: 'a', value: 1, traceparent: sent(1) }, { id: 'b', value: 2 });
    const [span] = recorded.getFinishedSpans();
    expect(spans()).toMatchObject([
      { name: 'send tests.moved.v1', kind: SpanKind.PRODUCER, trace: traceId(1), parent: spanId(1) },
    ]);
    expect(first).toMatchObject({ traceId: traceId(1), spanId: span?.spanContext().spanId });
    expect(second).toBeUndefined();
  });

  it('drops an invalid trace', async () => {
    const publisher = new RecordingPublisher();
    await new TracedPublisher(publisher).publish(moved, [{ id: 'a', value: 1, traceparent: 'malformed' }]);
    expect(publisher.published[0]?.traceparent).toBeUndefined();
  });

  it('propagates a trace that is not sampled, and records nothing', async () => {
    const [parent] = await publish({ id: 'a', value: 1, traceparent: sent(1, '00') });
    expect(parent).toMatchObject({ traceId: traceId(1), spanId: spanId(1), traceFlags: 0 });
    expect(spans()).toEqual([]);
  });

  it('belongs to the active request unless the message has a trace of its own', async () => {
    const request = parseTraceparent(sent(9));
    if (!request) throw new Error('no traceparent');
    const active = trace.setSpanContext(context.active(), request);
    const parents = await context.with(active, () =>
      publish({ id: 'a', value: 1 }, { id: 'b', value: 2, traceparent: sent(1) }),
    );
    expect(parents.map((parent) => parent?.traceId)).toEqual([traceId(9), traceId(1)]);
  });
});
