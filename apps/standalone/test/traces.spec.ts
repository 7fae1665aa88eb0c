import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommonConfig, loadConfig } from '@tributary/runtime/config';
import { createLogger } from '@tributary/runtime/logger';
import { startTracing } from '@tributary/runtime/tracing/tracing';
import type { Tracing } from '@tributary/runtime/tracing/tracing-sdk';
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
});
afterAll(async () => {
  await product.stop();
  await tracing.stop();
  await receiver.stop();
});

const person = { $user_account_id: 'account-of-a-person', $email_hash: { $email: 'someone.private@example.org' } };

async function call(method: string, target: string, body: unknown, traceparent?: string): Promise<string> {
  const response = await fetch(`${product.url}/v1/datamarts/1/${target}`, {
    method,
    body: JSON.stringify(body),
    headers: {
      authorization: product.token,
      'content-type': 'application/json',
      ...(traceparent !== undefined && { traceparent }),
    },
  });
  if (response.status !== 200) throw new Error(await response.text());
  return response.headers.get('x-request-id') ?? '';
}
const collect = (traceparent?: string) => call('POST', 'user_activities', { $type: 'TOUCH', ...person }, traceparent);

const traceId = () => randomBytes(16).toString('hex');
const clientSpan = '00f067aa0ba902b7';
const spansOf = (trace: string) => receiver.spans.filter((span) => span.traceId === trace);
const facts = 'analytics.store-facts';
const factsOf = (trace: string) =>
  spansOf(trace).filter(({ attributes }) => attributes['messaging.consumer.group.name'] === facts);

const pathOfAnActivity = [
  'POST /v1/datamarts/:datamart_id/user_activities',
  'send tracking.activity-received.v1',
  'process tracking.activity-received.v1',
  'send tracking.activity-stored.v1',
  'process tracking.activity-stored.v1',
];

describe('the trace of an activity', () => {
  it('spans from the client request to the fact', async () => {
    const trace = traceId();
    await collect(`00-${trace}-${clientSpan}-01`);
    const [stored] = await eventually(() => {
      expect(factsOf(trace)).toHaveLength(1);
      return factsOf(trace);
    });
    const path = stored ? pathTo(stored, receiver.spans) : [];
    expect(path.map(({ name }) => name)).toEqual(pathOfAnActivity);
    expect(path[0]?.parentSpanId).toBe(clientSpan);
  });

  it('starts at the gateway if the client sends none', async () => {
    const request_id = await collect();
    const first = await eventually(() => {
      const found = receiver.spans.find(({ attributes }) => attributes['tributary.request_id'] === request_id);
      if (!found) throw new Error('no span of the request');
      return found;
    });
    await eventually(() => expect(factsOf(first.traceId)).toHaveLength(1));
  });

  it('is separate for each activity of a batch', async () => {
    const traces = Array.from({ length: 8 }, traceId);
    await Promise.all(traces.map((trace) => collect(`00-${trace}-${clientSpan}-01`)));
    for (const trace of traces) {
      await eventually(() => expect(factsOf(trace)).toHaveLength(1));
      const [stored] = factsOf(trace);
      expect(stored && pathTo(stored, receiver.spans).map(({ name }) => name)).toEqual(pathOfAnActivity);
    }
  });

  it('contains the SQL statements by name', async () => {
    const trace = traceId();
    await collect(`00-${trace}-${clientSpan}-01`);
    await eventually(() => expect(spansOf(trace).map(({ name }) => name)).toContain('claim-activities'));
    const names = spansOf(trace).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['begin', 'commit', 'insert-activities-1']));
  });

  it('is not recorded if the client has not sampled it', async () => {
    const [unsampled, sampled] = [traceId(), traceId()];
    await collect(`00-${unsampled}-${clientSpan}-00`);
    await collect(`00-${sampled}-${clientSpan}-01`);
    await eventually(() => expect(factsOf(sampled)).toHaveLength(1));
    expect(spansOf(unsampled)).toEqual([]);
  });
});

describe('a trace', () => {
  it('of an erasure includes its handling in analytics', async () => {
    const trace = traceId();
    const target = `user_points/compartment_id=default,user_account_id=${person.$user_account_id}`;
    await call('DELETE', target, undefined, `00-${trace}-${clientSpan}-01`);
    await eventually(() =>
      expect(spansOf(trace).map(({ name }) => name)).toContain('process tracking.user-point-erased.v1'),
    );
  });

  it('contains no personal data', async () => {
    await tracing.stop();
    const exported = JSON.stringify(receiver.spans);
    expect(receiver.spans.length).toBeGreaterThan(50);
    expect(exported).not.toMatch(/account-of-a-person|private@example|someone/i);
    // Negative control: other contents of the spans are found.
    expect(exported).toMatch(/claim-activities/);
  });
});
