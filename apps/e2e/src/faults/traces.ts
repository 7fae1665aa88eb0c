import { randomBytes } from 'node:crypto';
import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { type OtlpReceiver, pathTo, type ReceivedSpan } from '@tributary/testing/otlp-receiver';
import { Client } from '../client/client.js';
import type { DistributedSuite } from '../suite/distributed-suite.js';

const clientSpanId = '00f067aa0ba902b7';
const traceId = () => randomBytes(16).toString('hex');
const sampled = (trace: string) => ({ traceparent: `00-${trace}-${clientSpanId}-01` });
const unsampled = (trace: string) => ({ traceparent: `00-${trace}-${clientSpanId}-00` });

/** @param receiver of the spans of all processes */
export function traces(suite: DistributedSuite, receiver: () => OtlpReceiver): void {
  const client = () => new Client(suite.platform.url, suite.platform.token);
  const collect = (headers: Record<string, string>) =>
    client().post('/datamarts/1/user_activities', { $type: 'TOUCH', $user_account_id: 'person-1' }, headers);

  /** `service: name` of each ancestor of a span, then of the span itself. */
  const pathOf = (last: ReceivedSpan) =>
    pathTo(last, receiver().spans).map(({ service, name }) => `${String(service)}: ${name}`);

  const spansOf = (trace: string) => receiver().spans.filter(({ traceId }) => traceId === trace);
  const statementsOf = (trace: string) =>
    spansOf(trace).filter(({ attributes }) => attributes['db.system.name'] === 'postgresql');

  function pathToSpan(name: string, trace: string): string[] {
    const last = spansOf(trace).find((span) => span.name === name);
    if (!last) throw new Error(`no span "${name}" in the trace`);
    return pathOf(last);
  }

  suite.step('leads from the request of the client through Kafka to the fact', async () => {
    const trace = traceId();
    await collect(sampled(trace));
    const path = [
      'gateway: POST /v1/datamarts/:datamart_id/user_activities',
      'gateway: send tracking.activity-received.v1',
      'tracking-ingest: process tracking.activity-received.v1',
      'tracking-ingest: send tracking.activity-stored.v1',
      'analytics: process tracking.activity-stored.v1',
    ];
    // Each process sends its spans when it likes to.
    await eventually(() => expect(pathToSpan('process tracking.activity-stored.v1', trace)).toEqual(path));
  });

  suite.step('is separate for each activity of a batch', async () => {
    const traces = Array.from({ length: 8 }, traceId);
    await Promise.all(traces.map((trace) => collect(sampled(trace))));
    for (const trace of traces)
      await eventually(() => expect(pathToSpan('process tracking.activity-stored.v1', trace)).toHaveLength(5));
  });

  suite.step('leads through the gateway to the owner of the route, and to its database', async () => {
    const trace = traceId();
    const profile = '/datamarts/1/user_points/compartment_id=default,user_account_id=person-1/user_profiles';
    const read = () => client().call('GET', profile, undefined, sampled(trace));
    await client().withRetries(read);
    const route = 'GET /v1/datamarts/:datamart_id/user_points/:user_point/user_profiles';
    await eventually(() => {
      const paths = statementsOf(trace).map((span) => pathOf(span));
      expect(paths).not.toEqual([]);
      for (const path of paths)
        expect(path.slice(0, -1)).toEqual([`gateway: ${route}`, `gateway: ${route}`, `tracking-ingest: ${route}`]);
    });
  });

  suite.step('is not recorded if the client does not sample it', async () => {
    const [notRecorded, recorded] = [traceId(), traceId()];
    await collect(unsampled(notRecorded));
    await collect(sampled(recorded));
    await eventually(() => pathToSpan('process tracking.activity-stored.v1', recorded));
    expect(spansOf(notRecorded)).toEqual([]);
  });
}
