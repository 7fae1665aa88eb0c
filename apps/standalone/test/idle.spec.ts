import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { nameOf, recordStatements } from '@tributary/testing/postgres/sent-statements';
import { bootStandalone, type BootedStandalone } from './booted-standalone.js';

// An installation without visitors pays for each statement of each poll.

let product: BootedStandalone;
beforeAll(async () => void (product = await bootStandalone()));
afterAll(() => product.stop());

/** While no import is in progress, it comes every five seconds. */
const slowPoll = 'has-executions-in-progress';

/** The statements between two of the slow polls. */
async function statementsOfPolls(count: number): Promise<string[]> {
  const { sent, stop } = recordStatements();
  try {
    return await eventually(() => {
      const names = sent.map(nameOf);
      const polls = names.flatMap((name, index) => (name === slowPoll ? [index] : []));
      const end = polls[count];
      if (end === undefined) throw new Error(`${polls.length} polls so far`);
      return names.slice(polls[0], end);
    });
  } finally {
    stop();
  }
}

it('an idle product asks for work by few short statements, and begins no transaction', async () => {
  const polls = 2;
  await eventually(async () => {
    const statements = await statementsOfPolls(polls);
    // The first counts, and the messages of the start, are over.
    expect(statements.filter((statement) => statement.startsWith('begin'))).toEqual([]);
    // 31; they were 117 when each outbox and each queue was asked at its own pace all day, in transactions.
    expect(statements.length / polls).toBeLessThan(50);
    expect(statements.filter((statement) => statement === 'outbox-waits').length / polls).toBeLessThan(18);
  });
});
