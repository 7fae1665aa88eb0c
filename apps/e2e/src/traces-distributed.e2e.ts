import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { type Stores, startStores } from '@tributary/testing/containers';
import { eventually } from '@tributary/testing/eventually';
import { type OtlpReceiver, pathTo, type ReceivedSpan, startOtlpReceiver } from '@tributary/testing/otlp-receiver';
import { type Platform, startPlatform } from '@tributary/testing/processes-platform';
import { Client } from './client.js';
import { stepsOn, suiteTimeoutMs } from './step.js';

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
}, suiteTimeoutMs);
afterAll(async () => {
  // Undefined when it did not start.
  await (platform as Platform | undefined)?.stop();
  await (stores as Stores | undefined)?.stop();
  await receiver.stop();
}, suiteTimeoutMs);

const clientsSpan = '00f067aa0ba902b7';
const traceId = () => randomBytes(16).toString('hex');
const wanted = (trace: string) => ({ traceparent: `00-${trace}-${clientsSpan}-01` });
const unwanted = (trace: string) => ({ traceparent: `00-${trace}-${clientsSpan}-00` });

const collect = (headers: Record<string, string>) =>
  client.post('/datamarts/1/user_activities', { $type: 'TOUCH', $user_account_id: 'somebody' }, headers);

/** How a span came about: `service: name` of each span on the way, its own last. */
const wayOf = (last: ReceivedSpan) =>
  pathTo(last, receiver.spans).map(({ service, name }) => `${String(service)}: ${name}`);

const spansOf = (trace: string) => receiver.spans.filter(({ traceId }) => traceId === trace);
const statementsOf = (trace: string) =>
  spansOf(trace).filter(({ attributes }) => attributes['db.system.name'] === 'postgresql');

function wayTo(name: string, trace: string): string[] {
  const last = spansOf(trace).find((span) => span.name === name);
  if (!last) throw new Error(`no span "${name}" in the trace`);
  return wayOf(last);
}

describe('one trace through six processes', () => {
  step('leads from the request of the client through Kafka to the fact', async () => {
    const trace = traceId();
    await collect(wanted(trace));
    const way = await eventually(() => wayTo('process tracking.activity-stored.v1', trace));
    expect(way).toEqual([
      'gateway: POST /v1/datamarts/:datamart_id/user_activities',
      'gateway: send tracking.activity-received.v1',
      'tracking-ingest: process tracking.activity-received.v1',
      'tracking-ingest: send tracking.activity-stored.v1',
      'analytics: process tracking.activity-stored.v1',
    ]);
  });

  step('is one of its own for each of many that are handled together', async () => {
    const traces = Array.from({ length: 8 }, traceId);
    await Promise.all(traces.map((trace) => collect(wanted(trace))));
    for (const trace of traces)
      await eventually(() => expect(wayTo('process tracking.activity-stored.v1', trace)).toHaveLength(5));
  });

  step('leads through the gateway to the owner of the route, and to its database', async () => {
    const trace = traceId();
    const profile = '/datamarts/1/user_points/compartment_id=default,user_account_id=somebody/user_profiles';
    await client.call('GET', profile, undefined, wanted(trace));
    const route = 'GET /v1/datamarts/:datamart_id/user_points/:user_point/user_profiles';
    const ways = await eventually(() => {
      const ways = statementsOf(trace).map((span) => wayOf(span));
      expect(ways).not.toEqual([]);
      return ways;
    });
    for (const way of ways)
      expect(way.slice(0, -1)).toEqual([`gateway: ${route}`, `gateway: ${route}`, `tracking-ingest: ${route}`]);
  });

  step('is not recorded when the client does not want it', async () => {
    const [not, recorded] = [traceId(), traceId()];
    await collect(unwanted(not));
    await collect(wanted(recorded));
    await eventually(() => wayTo('process tracking.activity-stored.v1', recorded));
    expect(spansOf(not)).toEqual([]);
  });
});
