import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import pg from 'pg';
import { bootImports, segmentLines } from '../booted-imports.js';

// Between files, a process must not keep the database and its own thread busy.

let imports: Awaited<ReturnType<typeof bootImports>>;
beforeAll(async () => void (imports = await bootImports()));
afterAll(async () => {
  await imports.booted.stop();
  await imports.postgres.stop();
});

/** Records the statements of all connections. */
function recordStatements() {
  type Query = (statement: string | { name?: string; text: string }) => unknown;
  const statements: string[] = [];
  const client = pg.Client.prototype as unknown as { query: Query };
  const send = client.query;
  const spy = jest.spyOn(client, 'query').mockImplementation(function (this: unknown, statement, ...rest: []) {
    const { name, text } = typeof statement === 'string' ? { name: undefined, text: statement } : statement;
    statements.push(name ?? text);
    return send.call(this as typeof client, statement, ...rest);
  });
  return { statements, stop: () => spy.mockRestore() };
}

const poll = 'has-executions-in-progress';
const isLock = (statement: string) => statement.includes('pg_advisory_xact_lock');

it('looks for executions by one short statement, and schedules only while there is one', async () => {
  const recorded = recordStatements();
  const sawPolls = async (count: number) => {
    const before = recorded.statements.length;
    await eventually(() => {
      const seen = recorded.statements.slice(before).filter((statement) => statement === poll);
      expect(seen.length).toBeGreaterThanOrEqual(count);
      return Promise.resolve();
    });
    return recorded.statements.slice(before);
  };
  try {
    // The first may run beside the work of the start.
    await sawPolls(2);
    expect((await sawPolls(2)).filter(isLock)).toEqual([]);
    await imports.ended(await imports.execute(await imports.createImport(), segmentLines(10)));
    expect(recorded.statements.some(isLock)).toBe(true);
  } finally {
    recorded.stop();
  }
});
