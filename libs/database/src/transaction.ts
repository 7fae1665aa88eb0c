import type { ClientBase, QueryResult, QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import { atOnce, streamOf } from './at-once.js';
import { inTurn } from './connection-turns.js';
import { connectTimeoutMs, type ImpatientQuery, poolOf, statementTimeoutMs } from './data-source.js';
import { tracedClient } from './traced-client.js';
import { endsConnection, mapped, outage } from './transient.js';

export interface TransactionOptions {
  /** For each statement of this transaction, instead of 10 s; 0 for any time. */
  statementTimeoutMs?: number;
  /**
   * False: COMMIT does not wait for the disk. For work that may as well be undone, and done again, by a crash of the
   * database server; nothing is left half-done. Default true.
   */
  durable?: boolean;
}

/** A statement with its parameters; by its name a connection keeps the plan. */
export interface Statement {
  name?: string;
  text: string;
  values?: unknown[];
}

/**
 * Leaves statements for the end of the transaction, where they and COMMIT go out together (`atOnce`): one wait instead of
 * two. When one of them fails, nothing of the transaction is done. Resolves before anything is sent.
 */
export type SendLast = (statements: readonly Statement[]) => Promise<void>;

/**
 * Runs `work` in one transaction, on a connection of TypeORM's pool, with the raw pg client: for SQL and COPY. Commits
 * when it resolves, rolls back when it rejects. Every error of the database that is not about the data (`isTransient`)
 * rejects as `SERVICE_UNAVAILABLE`, a wrong statement too; a database that is down or frozen does so within 2 s.
 *
 * When the answer to COMMIT is lost, that rejects with `SERVICE_UNAVAILABLE` too although the work may be done: give
 * what is inserted ids of the caller and `on conflict do nothing`, and the retry does it once.
 */
export function transaction<T>(
  dataSource: DataSource,
  work: (client: ClientBase, last: SendLast) => Promise<T>,
  { statementTimeoutMs: timeoutMs, durable = true }: TransactionOptions = {},
): Promise<T> {
  return withClient(dataSource, async (client) => {
    const limit = timeoutMs === undefined ? '' : `; set local statement_timeout = ${Number(timeoutMs)}`;
    const wait = durable ? '' : '; set local synchronous_commit = off';
    // Answered at once by every server that works: one that is frozen is noticed here. Not waited for: what `atOnce` sends
    // first goes out behind it.
    const begun = client.query(impatient(`begin${limit}${wait}`, connectTimeoutMs));
    // Nothing that the work waits for will come then.
    begun.catch(() => streamOf(client).destroy());
    const closing: Statement[] = [];
    const last: SendLast = (statements) => Promise.resolve(void closing.push(...statements));
    const [, result] = await allOf([begun, orRollBack(client, () => work(client, last))]);
    const perStatementMs = timeoutMs ?? statementTimeoutMs;
    const commit = impatient('commit', statementTimeoutMs + connectTimeoutMs + closing.length * perStatementMs);
    const answers = await atOnce(client, () => [...closing, commit].map((statement) => client.query(statement)));
    const { command } = answers.at(-1) as QueryResult;
    if (command !== 'COMMIT') throw new Error('the transaction went on after a statement that had failed: rolled back');
    return result;
  });
}

/**
 * One statement outside a transaction; with the same errors. A frozen server is given up after `patienceMs`: less than
 * the default, 11 s, is for what is answered at once by every server that works.
 */
export function query<Row extends QueryResultRow>(
  dataSource: DataSource,
  statement: string | Omit<Statement, 'values'>,
  values: unknown[] = [],
  // The server itself cancels the statement before that.
  { patienceMs = statementTimeoutMs + connectTimeoutMs } = {},
): Promise<QueryResult<Row>> {
  const { name, text } = typeof statement === 'string' ? { name: undefined, text: statement } : statement;
  const given: ImpatientQuery = { name, text, values, query_timeout: patienceMs };
  return withClient(dataSource, (client) => client.query<Row>(given));
}

const withClient = <T>(dataSource: DataSource, use: (client: ClientBase) => Promise<T>): Promise<T> =>
  inTurn(dataSource, () => withFreeClient(dataSource, use));

async function withFreeClient<T>(dataSource: DataSource, use: (client: ClientBase) => Promise<T>): Promise<T> {
  const client = await checkOut(dataSource);
  let broken: Error | undefined;
  // The pool listens to idle clients only: without this the loss of one in use would end the process.
  const onError = (error: Error) => void (broken = error);
  client.on('error', onError);
  try {
    return await use(tracedClient(client));
  } catch (error) {
    if (endsConnection(error)) broken ??= error;
    throw mapped(error);
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

async function checkOut(dataSource: DataSource) {
  try {
    return await poolOf(dataSource).connect();
  } catch (error) {
    throw outage(error);
  }
}

/** Rejects like `Promise.all`, but when all have come to their end: nobody goes on with what is given back. */
async function allOf<A, B>(promises: [Promise<A>, Promise<B>]): Promise<[A, B]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

async function orRollBack<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // A connection that cannot even do this is not used again; the server rolls back when it is closed.
    await client
      .query(impatient('rollback', connectTimeoutMs))
      .catch((failure: Error) => client.emit('error', failure));
    throw error;
  }
}

const impatient = (text: string, query_timeout: number): ImpatientQuery => ({ text, query_timeout });
