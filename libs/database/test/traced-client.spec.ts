import { context, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { copyInto } from '../src/copy.js';
import { createDataSource } from '../src/data-source.js';
import { migrate } from '../src/migrate.js';
import { startServer, type TestServer } from './server.js';
import { query, transaction } from '../src/transaction.js';

let postgres: TestServer;
let dataSource: DataSource;
const recorded = new InMemorySpanExporter();
beforeAll(async () => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(recorded)] }));
  postgres = await startServer();
  const options = { url: postgres.url, app: 'traced', entities: [], migrations: [] };
  await migrate(options);
  dataSource = await createDataSource(options).initialize();
  await query(dataSource, 'create table people (name text)');
});
afterAll(async () => {
  await dataSource.destroy();
  await postgres.stop();
});
beforeEach(() => recorded.reset());

const tracer = trace.getTracer('spec');
/** Names of the statements' spans within a span, in the order in which they end. */
async function within(work: () => Promise<unknown>): Promise<string[]> {
  const around = tracer.startSpan('around');
  await context.with(trace.setSpan(context.active(), around), work);
  const statements = recorded.getFinishedSpans();
  for (const span of statements) expect(span.parentSpanContext?.spanId).toBe(around.spanContext().spanId);
  return statements.map(({ name }) => name);
}
const recordedText = () =>
  JSON.stringify(recorded.getFinishedSpans().map(({ name, attributes, events }) => [name, attributes, events]));

describe('within a recorded span', () => {
  it('each statement of a transaction is a span with its name or first word', async () => {
    const names = await within(() =>
      transaction(dataSource, async (client) => {
        await client.query({ name: 'find-john', text: 'select * from people where name = $1', values: ['john'] });
        await client.query("insert into people values ('john')");
        await copyInto(client, 'people', ['name'], [['john']]);
      }),
    );
    expect(names).toEqual(['begin', 'find-john', 'insert', 'copy', 'commit']);
    expect(recordedText()).not.toContain("'john'");
    expect(recordedText().replaceAll('find-john', '')).not.toContain('john');
  });

  it('a statement that fails has a failed span with its code', async () => {
    await within(() => query(dataSource, 'select 1 / $1::int', [0]).catch(() => undefined));
    const [span] = recorded.getFinishedSpans();
    expect(span).toMatchObject({ name: 'select', status: { code: SpanStatusCode.ERROR } });
    expect(span?.attributes['error.type']).toBe('22012');
  });

  it('a COPY that fails has a failed span', async () => {
    const copy = () => transaction(dataSource, (client) => copyInto(client, 'people', ['age'], [[1]]));
    await within(() => copy().catch(() => undefined));
    const failed = recorded.getFinishedSpans().filter(({ status }) => status.code === SpanStatusCode.ERROR);
    expect(failed.map(({ name, attributes }) => [name, attributes['error.type']])).toEqual([['copy', '42703']]);
  });
});

it('statements outside of a span record none', async () => {
  await query(dataSource, 'select 1');
  expect(recorded.getFinishedSpans()).toEqual([]);
});
