import pg from 'pg';
import { queryDatabase } from './query-database.js';

/**
 * The pids of the connections to this database that wait for a lock with a statement that has the text. Other databases of the server,
 * and the periodic work of the app under test, wait for locks of their own.
 *
 * @param superuserUrl an app's role sees the statements of no other role
 */
export async function lockWaits(superuserUrl: string, statement: string): Promise<number[]> {
  const { rows } = await queryDatabase<{ pid: number }>(
    superuserUrl,
    `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and position(${pg.escapeLiteral(statement)} in query) > 0 and pid <> pg_backend_pid()`,
  );
  return rows.map(({ pid }) => pid);
}
