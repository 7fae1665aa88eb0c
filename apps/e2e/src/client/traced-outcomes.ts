import { expect } from '@jest/globals';
import { traceOutcomes, type ActivityTrace, type TraceStepName } from '@tributary/contracts/traces/activity-trace';
import { eventually } from '@tributary/testing/eventually';
import type { Client } from './client.js';

/** Longer than a consumer needs to take over the work of a killed one. */
const recovery = { within: 180_000, every: 500 };
const concurrency = 8;

/**
 * Expects the trace of each activity that was acknowledged to have one outcome, the expected one, and that what is stored is
 * reported.
 *
 * @param expected the outcome, or several that may be, by the id of the activity
 * @returns the traces by id
 */
export async function expectOutcomes(
  client: Client,
  datamart_id: string,
  expected: ReadonlyMap<string, readonly TraceStepName[]>,
): Promise<Map<string, ActivityTrace>> {
  const traces = new Map<string, ActivityTrace>();
  const left = [...expected];
  const read = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const [id, outcomes] = next;
      traces.set(id, await eventually(() => endedTrace(client, `/datamarts/${datamart_id}`, id, outcomes), recovery));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, read));
  return traces;
}

async function endedTrace(client: Client, datamart: string, id: string, outcomes: readonly TraceStepName[]) {
  const trace = await client.get<ActivityTrace>(`${datamart}/user_activities/${id}/trace`);
  expectOutcome(trace, outcomes);
  return trace;
}

/** Expects exactly one outcome in the trace, one of these. */
export function expectOutcome(trace: ActivityTrace, outcomes: readonly TraceStepName[]): void {
  const names = trace.steps.map(({ step }) => step);
  expect(outcomes).toContain(trace.state);
  expect(names.filter((name) => traceOutcomes.has(name))).toEqual([trace.state]);
  if (trace.state === 'STORED') expect(names).toContain('REPORTED');
}

/** The sessions of all time in the report of a datamart: each stored visit of the histories is one. */
export async function reportedSessions(client: Client, datamart_id: string): Promise<unknown> {
  const { report_view } = await client.post<{ id: string; report_view: { rows: unknown[][] } }>(
    `/datamarts/${datamart_id}/user_activities_analytics`,
    { metrics: [{ expression: 'sessions' }], date_ranges: [{ start_date: 'now-2d', end_date: 'now' }] },
  );
  return report_view.rows[0]?.[0] ?? 0;
}
