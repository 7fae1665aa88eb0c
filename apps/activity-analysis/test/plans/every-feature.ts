import { randomUUID } from 'node:crypto';
import { transaction, unitOfWork } from '@tributary/database/transaction';
import { identifierDigest } from '@tributary/contracts/tracking/identifier';
import { claimActivities, claimExpired } from '../../src/attempts/claim-activities.js';
import type { NextStep } from '../../src/attempts/next-step.js';
import { BacklogOrganisations } from '../../src/backlog/backlog-organisations.js';
import { FailuresRepository } from '../../src/failures/failures.repository.js';
import { eraseWaiting } from '../../src/intake/erase-waiting.js';
import { promoteExpired, reorderRetried } from '../../src/queue/promote-next.js';
import { readQueues } from '../../src/queue/read-queues.js';
import { WaitingTracesRepository } from '../../src/traces/waiting-traces.repository.js';
import { aMessage, at, type AnalysisDatabase } from '../analysis-database.js';

const queue = { analyzer_id: '7', datamart_id: '1' };
const failed = { failure: 'TIMEOUT' as const, attempts: 3 };
const steps: NextStep[] = [
  { kind: 'continue', analyzers: ['8'], body: '{}', hasFailed: true, failed },
  { kind: 'continue', analyzers: [], body: '{}', hasFailed: false },
  { kind: 'end', outcome: 'dropped' },
  { kind: 'retry', delayMs: 0 },
  { kind: 'release' },
];

/** Sends each statement of the app but those that delete what is too old. */
export async function useEveryFeature(database: AnalysisDatabase): Promise<void> {
  const { dataSource } = database;
  const people = Array.from({ length: 10 }, () => randomUUID());
  const messages = [...people, ...people].map((person, nth) => at(aMessage({}, person), nth));
  await database.enqueue(messages, ['7', '8']);
  const options = { room: steps.length, lifetimeMs: 60_000 };
  const limits = [
    { throttling_id: 'a', throttling_key: '', max_qps: 1_000 },
    { throttling_id: 'b', throttling_key: '1', max_concurrency: 9 },
  ];
  const { activities } = await transaction(dataSource, (client) =>
    claimActivities(client, queue, { ...options, limits }),
  );
  await database.end(activities.flatMap((claimed, nth) => (steps[nth] ? [{ claimed, step: steps[nth] }] : [])));
  for (const { text, values } of [promoteExpired(0), reorderRetried]) await dataSource.query(text, values);
  await transaction(dataSource, (client) => claimExpired(client, queue, { ...options, maxWaitMs: 0 }));
  const erased = people.map((value) => ({
    digest: identifierDigest('1', { type: 'USER_AGENT', value }),
    erasure_ts: Date.now(),
  }));
  await unitOfWork(dataSource, (work) => eraseWaiting(work, erased));
  await new BacklogOrganisations(dataSource).lack(['1']);
  await readQueues(dataSource);
  const failures = new FailuresRepository(dataSource);
  for (const first_result of [0, 100]) await failures.list('7', { first_result, max_results: 10 });
  const [message] = messages;
  const activity_id = message?.value.activity_id ?? '';
  await new WaitingTracesRepository(dataSource).find({ datamart_id: '1', activity_id });
}
