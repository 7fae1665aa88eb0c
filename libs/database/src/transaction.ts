import type { ClientBase, QueryResult, QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import { recordingOf, startCapture } from './audit/audited-request.js';
import { collectWrites, pipeline, sendWithoutWaiting, streamOf } from './pipeline.js';
import { withConnection } from './checkout.js';
import { noteDataSource } from './data-source-of.js';
import { connectTimeoutMs, type QueryWithTimeout, statementTimeoutMs } from './data-source.js';
import { tracedClient } from './traced-client.js';
import { isDataFault } from './transient.js';

export interface TransactionOptions {
  /** For each statement of this transaction, instead of 10 s; 0 for any time. */
  statementTimeoutMs?: number;
  /**
   * False: COMMIT does not wait for the disk. For work that can be repeated: a crash of the database server may undo the
   * transaction, but never a part of it. Default true.
   */
  durable?: boolean;
}

/** A statement with its parameters; a connection keeps the plan of a named one. */
export interface Statement {
  name?: string;
  text: string;
  values?: unknown[];
}

/** One transaction, with the statements that are held back until its end. */
export interface UnitOfWork {
  readonly client: ClientBase;
  /**
   * Holds statements back until the end, where they share a round trip with COMMIT. When one of them fails, the whole
   * transaction is rolled back.
   */
  readonly atCommit: (statements: readonly Statement[]) => void;
}

/** `unitOfWork` for work that holds nothing back: it gets the raw pg client, for SQL and COPY. */
export const transaction = <T>(
  dataSource: DataSource,
  run: (client: ClientBase) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> => unitOfWork(dataSource, ({ client }) => run(client), options);

/**
 * Runs `run` in one transaction, on a connection of TypeORM's pool. Commits when it resolves, rolls back when it rejects.
 * Every database error that is not about the data (`isTransient`) rejects as `SERVICE_UNAVAILABLE`, a wrong statement too;
 * with a database that is down or frozen this takes at most 2 s.
 *
 * When the answer to COMMIT is lost, the call rejects with `SERVICE_UNAVAILABLE` although the work may be done. So insert
 * rows with ids of the caller and `on conflict do nothing`: then a retry does not repeat the work.
 */
export function unitOfWork<T>(
  dataSource: DataSource,
  run: (work: UnitOfWork) => Promise<T>,
  { statementTimeoutMs: timeoutMs, durable = true }: TransactionOptions = {},
): Promise<T> {
  return withClient(dataSource, async (client) => {
    const limit = timeoutMs === undefined ? '' : `; set local statement_timeout = ${Number(timeoutMs)}`;
    const wait = durable ? '' : '; set local synchronous_commit = off';
    const recording = recordingOf(dataSource);
    const capture = recording ? `; ${startCapture}` : '';
    // A working server answers at once, so a frozen one is noticed here. Not awaited: a first `pipeline` goes out behind it.
    collectWrites(client);
    const begun = client.query(withTimeout(`begin${limit}${wait}${capture}`, connectTimeoutMs));
    // No statement of the transaction is answered then.
    begun.catch(() => streamOf(client).destroy());
    const { work, held } = holdingBack(client);
    const recorded = async () => {
      const done = await run(work);
      await recording?.finish(client);
      return done;
    };
    const [, result] = await allOf([begun, orRollBack(client, recording ? recorded : () => run(work))]);
    const perStatementMs = timeoutMs ?? statementTimeoutMs;
    const commit = withTimeout('commit', statementTimeoutMs + connectTimeoutMs + held.length * perStatementMs);
    const answers = await pipeline(client, () => [...held, commit].map((statement) => client.query(statement)));
    const { command } = answers.at(-1) as QueryResult;
    if (command !== 'COMMIT') throw new Error('the transaction continued after a failed statement: rolled back');
    recording?.committed();
    return result;
  });
}

/**
 * Runs a part of a transaction in a savepoint; its end is that of the part, with RELEASE instead of COMMIT. Undefined,
 * with the part undone, when the database rejects the part's data. Any other error ends the transaction.
 */
export async function inSavepoint<T>(
  { client }: Pick<UnitOfWork, 'client'>,
  name: string,
  run: (work: UnitOfWork) => Promise<T>,
): Promise<T | undefined> {
  sendWithoutWaiting(client, `savepoint ${name}`);
  const { work, held } = holdingBack(client);
  try {
    const result = await run(work);
    const release = { text: `release savepoint ${name}` };
    await pipeline(client, () => [...held, release].map((statement) => client.query(statement)));
    return result;
  } catch (error) {
    if (!isDataFault(error)) throw error;
    await client.query(`rollback to savepoint ${name}`);
    return undefined;
  }
}

function holdingBack(client: ClientBase): { work: UnitOfWork; held: readonly Statement[] } {
  const held: Statement[] = [];
  return { work: { client, atCommit: (statements) => void held.push(...statements) }, held };
}

/**
 * Runs one statement outside a transaction, with the same errors. A frozen server is given up after `timeoutMs`. Give less
 * than the default, 11 s, for statements that a working server answers at once.
 */
export function query<Row extends QueryResultRow>(
  dataSource: DataSource,
  statement: string | Omit<Statement, 'values'>,
  values: unknown[] = [],
  // Above the server's own limit, which cancels the statement first.
  { timeoutMs = statementTimeoutMs + connectTimeoutMs } = {},
): Promise<QueryResult<Row>> {
  const { name, text } = typeof statement === 'string' ? { name: undefined, text: statement } : statement;
  return withClient(dataSource, (client) => client.query<Row>({ name, text, values }), timeoutMs);
}

function withClient<T>(
  dataSource: DataSource,
  use: (client: ClientBase) => Promise<T>,
  timeoutMs?: number,
): Promise<T> {
  const work = (client: ClientBase) => {
    const traced = tracedClient(client);
    noteDataSource(traced, dataSource);
    return use(traced);
  };
  return withConnection(dataSource, work, timeoutMs);
}

/** `Promise.all` that rejects only when all are settled: then nothing still uses a client that is given back. */
async function allOf<A, B>(promises: [Promise<A>, Promise<B>]): Promise<[A, B]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

async function orRollBack<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // A connection on which ROLLBACK fails is closed, and the server rolls back then.
    await client
      .query(withTimeout('rollback', connectTimeoutMs))
      .catch((failure: Error) => client.emit('error', failure));
    throw error;
  }
}

const withTimeout = (text: string, query_timeout: number): QueryWithTimeout => ({ text, query_timeout });
