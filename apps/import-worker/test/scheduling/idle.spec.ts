import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { nameOf, recordStatements, type SentStatement } from '@tributary/testing/postgres/sent-statements';
import { bootImports, segmentLines } from '../booted-imports.js';

// Between files, a process must not keep the database and its own thread busy.

let imports: Awaited<ReturnType<typeof bootImports>>;
beforeAll(async () => void (imports = await bootImports()));
afterAll(async () => {
  await imports.booted.stop();
  await imports.postgres.stop();
});

const poll = 'has-executions-in-progress';
const isLock = ({ text }: SentStatement) => text.includes('pg_advisory_xact_lock');

it('looks for executions by one short statement, and schedules only while there is one', async () => {
  const { sent, stop } = recordStatements();
  const sawPolls = async (count: number) => {
    const before = sent.length;
    await eventually(() => {
      const seen = sent.slice(before).filter((statement) => nameOf(statement) === poll);
      expect(seen.length).toBeGreaterThanOrEqual(count);
      return Promise.resolve();
    });
    return sent.slice(before);
  };
  try {
    // The first may run beside the work of the start.
    await sawPolls(2);
    expect((await sawPolls(2)).filter(isLock)).toEqual([]);
    await imports.ended(await imports.execute(await imports.createImport(), segmentLines(10)));
    expect(sent.some(isLock)).toBe(true);
  } finally {
    stop();
  }
});
