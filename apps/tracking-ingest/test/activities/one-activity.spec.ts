import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { nameOf, recordStatements } from '@tributary/testing/postgres/sent-statements';
import { startTracking, type Tracking } from '../tracking.js';

// An activity that comes alone pays for each statement of its batch.

let tracking: Tracking;
beforeAll(async () => void (tracking = await startTracking()));
afterAll(() => tracking.stop());

/** The statements of the transaction that stores an activity of this agent. */
async function statementsOf(agent: string): Promise<string[]> {
  const { sent, stop } = recordStatements();
  try {
    await tracking.send('7', { $user_agent_id: agent });
  } finally {
    stop();
  }
  const claim = sent.find(({ name }) => name === 'claim-activities');
  const own = sent.filter(({ connection }) => connection === claim?.connection).map(nameOf);
  const begin = own.lastIndexOf('begin', own.indexOf('claim-activities'));
  return own.slice(begin, own.indexOf('commit', begin) + 1);
}

it('an activity alone of a known person takes these statements', async () => {
  const stored = await statementsOf('known');
  expect(await statementsOf('known')).toEqual([
    'begin',
    'claim-activities',
    'savepoint attempt',
    'take-snapshot',
    'lock-erasures-shared',
    'find-exclusive-compartments',
    'has-erasure-since',
    'find-owners-in-datamart',
    'release savepoint attempt',
    'insert-activities-1',
    'count-changes',
    'insert-outbox-1',
    'insert-activity_traces-1',
    'count-batch',
    'commit',
  ]);
  expect(stored).toContain('insert-identifiers');
});
