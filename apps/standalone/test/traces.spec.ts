import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommonConfig, loadConfig } from '@tributary/runtime/config';
import { createLogger } from '@tributary/runtime/logger';
import { startTracing, type Tracing } from '@tributary/runtime/tracing';
import { eventually } from '@tributary/testing/eventually';
import { pathTo, startOtlpReceiver, type OtlpReceiver } from '@tributary/testing/otlp-receiver';
import { bootStandalone, type BootedStandalone } from './booted-standalone.js';

let receiver: OtlpReceiver;
let tracing: Tracing;
let product: BootedStandalone;
beforeAll(async () => {
  receiver = await startOtlpReceiver();
  const config = loadConfig(CommonConfig, { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
  tracing = await startTracing({ name: 'standalone', config, logger: createLogger('standalone', 'silent') });
  product = await bootStandalone();
}, 120_000);
afterAll(async () => {
  await product.stop();
  await tracing.stop();
  await receiver.stop();
});

const person = { $user_account_id: 'account-of-a-person', $email_hash: { $email: 'someone.private@example.org' } };

async function call(method: string, target: string, body: unknown, traceparent?: string): Promise<string> {
  const response = await fetch(`${product.url}/v1/datamarts/1/${target}`, {
    ...{ method, body: JSON.stringify(body) },
    headers: {
      ...{ authorization: product.token, 'content-type': 'application/json' },
      ...(traceparent !== undefined && { traceparent }),
    },
  });
  if (response.status !== 200) throw new Error(await response.text());
  return response.headers.get('x-request-id') ?? '';
}
const collect = (traceparent?: string) => call('POST', 'user_activities', { $type: 'TOUCH', ...person }, traceparent);

const traceId = () => randomBytes(16).toString('hex');
const clientsSpan = '00f067aa0ba902b7';
const spansOf = (trace: string) => receiver.spans.filter((span) => span.traceId === trace);
const facts = 'analytics.store-facts';
const factsOf = (trace: string) =>
  spansOf(trace).filter(({ attributes }) => attributes['messaging.consumer.group.name'] === facts);

const wayOfAnActivity = [
  'POST /v1/datamarts/:datamart_id/user_activities',
  'send tracking.activity-received.v1',
  'process tracking.activity-received.v1',
  'send tracking.activity-stored.v1',
  'process tracking.activity-stored.v1',
];

describe('the trace of an activity', () => {
  it('leads from the request of the client to the fact', async () => {
    const trace = traceId();
    await collect(`00-${trace}-${clientsSpan}-01`);
    const [stored] = await eventually(() => {
      expect(factsOf(trace)).toHaveLength(1);
      return factsOf(trace);
    });
    const path = stored ? pathTo(stored, receiver.spans) : [];
    expect(path.map(({ name }) => name)).toEqual(wayOfAnActivity);
    expect(path[0]?.parentSpanId).toBe(clientsSpan);
  });

  it('begins at the platform when the client has none', async () => {
    const request_id = await collect();
    const first = await eventually(() => {
      const found = receiver.spans.find(({ attributes }) => attributes['tributary.request_id'] === request_id);
      if (!found) throw new Error('no span of the request');
      return found;
    });
    await eventually(() => expect(factsOf(first.traceId)).toHaveLength(1));
  });

  it('is one of its own for each of many that are handled together', async () => {
    const traces = Array.from({ length: 8 }, traceId);
    await Promise.all(traces.map((trace) => collect(`00-${trace}-${clientsSpan}-01`)));
    for (const trace of traces) {
      await eventually(() => expect(factsOf(trace)).toHaveLength(1));
      const [stored] = factsOf(trace);
      expect(stored && pathTo(stored, receiver.spans).map(({ name }) => name)).toEqual(wayOfAnActivity);
    }
  });

  it('shows the statements by their names', async () => {
    const trace = traceId();
    await collect(`00-${trace}-${clientsSpan}-01`);
    await eventually(() => expect(spansOf(trace).map(({ name }) => name)).toContain('claim-activities'));
    const names = spansOf(trace).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['begin', 'commit', 'insert-activities-1']));
  });

  it('is not recorded when the client does not want it', async () => {
    const [unwanted, wanted] = [traceId(), traceId()];
    await collect(`00-${unwanted}-${clientsSpan}-00`);
    await collect(`00-${wanted}-${clientsSpan}-01`);
    await eventually(() => expect(factsOf(wanted)).toHaveLength(1));
    expect(spansOf(unwanted)).toEqual([]);
  });
});

describe('a trace', () => {
  it('of another write leads to what it changes in the reports, too', async () => {
    const trace = traceId();
    const target = `user_points/compartment_id=default,user_account_id=${person.$user_account_id}`;
    await call('DELETE', target, undefined, `00-${trace}-${clientsSpan}-01`);
    await eventually(() =>
      expect(spansOf(trace).map(({ name }) => name)).toContain('process tracking.user-point-erased.v1'),
    );
  });

  it('tells nothing of a person', async () => {
    await tracing.stop();
    const told = JSON.stringify(receiver.spans);
    expect(receiver.spans.length).toBeGreaterThan(50);
    expect(told).not.toMatch(/account-of-a-person|private@example|someone/i);
    // What would be found: the kind of thing that spans do tell.
    expect(told).toMatch(/claim-activities/);
  });
});
