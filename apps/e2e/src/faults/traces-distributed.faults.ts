import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { type Stores, startStores } from '@tributary/testing/containers/containers';
import { eventually } from '@tributary/testing/eventually';
import { type OtlpReceiver, pathTo, type ReceivedSpan, startOtlpReceiver } from '@tributary/testing/otlp-receiver';
import type { Platform } from '@tributary/testing/processes/platform';
import { startPlatform } from '@tributary/testing/processes/processes-platform';
import { Client } from '../client/client.js';
import { stepsOn } from '../suite/step.js';

let receiver: OtlpReceiver;
let stores: Stores;
let platform: Platform;
let client: Client;
const step = stepsOn(() => platform);

beforeAll(async () => {
  receiver = await startOtlpReceiver();
  stores = await startStores();
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url };
  platform = await startPlatform({ shape: 'distributed', stores, settings });
  client = new Client(platform.url, platform.token);
});
afterAll(async () => {
  // Undefined if the start failed.
  await (platform as Platform | undefined)?.stop();
  await (stores as Stores | undefined)?.stop();
  await receiver.stop();
});

const clientSpanId = '00f067aa0ba902b7';
const traceId = () => randomBytes(16).toString('hex');
const sampled = (trace: string) => ({ traceparent: `00-${trace}-${clientSpanId}-01` });
const unsampled = (trace: string) => ({ traceparent: `00-${trace}-${clientSpanId}-00` });

const collect = (headers: Record<string, string>) =>
  client.post('/datamarts/1/user_activities', { $type: 'TOUCH', $user_account_id: 'person-1' }, headers);

/** `service: name` of each ancestor of a span, then of the span itself. */
const pathOf = (last: ReceivedSpan) =>
  pathTo(last, receiver.spans).map(({ service, name }) => `${String(service)}: ${name}`);

const spansOf = (trace: string) => receiver.spans.filter(({ traceId }) => traceId === trace);
const statementsOf = (trace: string) =>
  spansOf(trace).filter(({ attributes }) => attributes['db.system.name'] === 'postgresql');

function pathToSpan(name: string, trace: string): string[] {
  const last = spansOf(trace).find((span) => span.name === name);
  if (!last) throw new Error(`no span "${name}" in the trace`);
  return pathOf(last);
}

describe('one trace through seven processes', () => {
  step('leads from the request of the client through Kafka to the fact', async () => {
    const trace = traceId();
    await collect(sampled(trace));
    const path = await eventually(() => pathToSpan('process tracking.activity-stored.v1', trace));
    expect(path).toEqual([
      'gateway: POST /v1/datamarts/:datamart_id/user_activities',
      'gateway: send tracking.activity-received.v1',
      'tracking-ingest: process tracking.activity-received.v1',
      'tracking-ingest: send tracking.activity-stored.v1',
      'analytics: process tracking.activity-stored.v1',
    ]);
  });

  step('is separate for each activity of a batch', async () => {
    const traces = Array.from({ length: 8 }, traceId);
    await Promise.all(traces.map((trace) => collect(sampled(trace))));
    for (const trace of traces)
      await eventually(() => expect(pathToSpan('process tracking.activity-stored.v1', trace)).toHaveLength(5));
  });

  step('leads through the gateway to the owner of the route, and to its database', async () => {
    const trace = traceId();
    const profile = '/datamarts/1/user_points/compartment_id=default,user_account_id=person-1/user_profiles';
    await client.call('GET', profile, undefined, sampled(trace));
    const route = 'GET /v1/datamarts/:datamart_id/user_points/:user_point/user_profiles';
    // Each process sends its spans when it likes to.
    await eventually(() => {
      const paths = statementsOf(trace).map((span) => pathOf(span));
      expect(paths).not.toEqual([]);
      for (const path of paths)
        expect(path.slice(0, -1)).toEqual([`gateway: ${route}`, `gateway: ${route}`, `tracking-ingest: ${route}`]);
    });
  });

  step('is not recorded if the client does not sample it', async () => {
    const [notRecorded, recorded] = [traceId(), traceId()];
    await collect(unsampled(notRecorded));
    await collect(sampled(recorded));
    await eventually(() => pathToSpan('process tracking.activity-stored.v1', recorded));
    expect(spansOf(notRecorded)).toEqual([]);
  });
});
