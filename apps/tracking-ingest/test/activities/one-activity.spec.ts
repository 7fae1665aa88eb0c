import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { startTracking, type Tracking } from '../tracking.js';

// An activity that comes alone pays for each statement of its batch.

let tracking: Tracking;
beforeAll(async () => void (tracking = await startTracking()));
afterAll(() => tracking.stop());

interface Sent {
  connection: number;
  statement: string;
}

/** The statements of the transaction that stores an activity of this agent. */
async function statementsOf(agent: string): Promise<string[]> {
  const sent: Sent[] = [];
  type Query = (statement: string | { name?: string; text: string }) => unknown;
  const client = pg.Client.prototype as unknown as { query: Query };
  const send = client.query;
  const spy = jest.spyOn(client, 'query').mockImplementation(function (this: unknown, statement, ...rest: []) {
    const { name, text } = typeof statement === 'string' ? { name: undefined, text: statement } : statement;
    sent.push({ connection: (this as { processID: number }).processID, statement: name ?? text });
    return send.call(this as typeof client, statement, ...rest);
  });
  try {
    await tracking.send('7', { $user_agent_id: agent });
  } finally {
    spy.mockRestore();
  }
  const claim = sent.findIndex(({ statement }) => statement === 'claim-activities');
  const own = sent.filter(({ connection }) => connection === sent[claim]?.connection).map(({ statement }) => statement);
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
    'find-owners-of-few',
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
