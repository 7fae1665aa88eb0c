import { activeMs } from '@tributary/contracts/shares/organisation-shares';
import type pg from 'pg';
import { lackingMs } from './backlog-organisations.js';
import type { BacklogUse } from './backlog-shares.js';

/** Takes the lock of the backlog for one transaction. */
interface BacklogLock {
  /** Activities that the transaction may add. */
  more: number;
  total: number;
  /** Whether no other transaction may add meanwhile, even if few wait. */
  isAlone: boolean;
}

/**
 * From half of the backlog on, transactions that add to it follow each other: each sees what all before have added. Below, they
 * run side by side, because those of all processes together are too small to fill the rest.
 *
 * @returns whether the transaction is alone
 */
export async function lockBacklog(client: pg.ClientBase, { more, total, isAlone }: BacklogLock): Promise<boolean> {
  const { rows } = await client.query<{ is_alone: boolean }>({
    name: 'lock-backlog',
    text: `
      select is_alone, case when is_alone then pg_advisory_xact_lock(hashtext('activity-analysis.backlog'))
        else pg_advisory_xact_lock_shared(hashtext('activity-analysis.backlog')) end
      from (select $3 or coalesce(sum(waiting), 0) + $1 > $2::float8 / 2 as is_alone from analysis_queues) filling`,
    values: [more, total, isAlone],
  });
  return rows[0]?.is_alone ?? false;
}

interface UseRow {
  datamart_id: string | null;
  organisation_id: string | null;
  waiting: number;
  is_lacking: boolean;
}

/** The queues are counted, not their activities: they are few, and each has a row with its number. */
export async function readBacklog(
  client: pg.ClientBase,
  organisationOf: (datamart_id: string) => string,
): Promise<BacklogUse> {
  const { rows } = await client.query<UseRow>({
    name: 'read-backlog',
    text: `
      select datamart_id::text, null as organisation_id, sum(waiting)::float8 as waiting, false as is_lacking
      from analysis_queues where waiting > 0 group by datamart_id
      union all
      select null, organisation_id, 0,
        coalesce(lacked_time > clock_timestamp() - $2 * interval '1 millisecond', false)
      from analysis_organisations where asked_time > clock_timestamp() - $1 * interval '1 millisecond'`,
    values: [activeMs, lackingMs],
  });
  const held = new Map<string, number>();
  const active: string[] = [];
  const lacking = new Set<string>();
  for (const { datamart_id, organisation_id, waiting, is_lacking } of rows) {
    if (organisation_id !== null) active.push(organisation_id);
    if (organisation_id !== null && is_lacking) lacking.add(organisation_id);
    if (datamart_id === null) continue;
    const owner = organisationOf(datamart_id);
    held.set(owner, (held.get(owner) ?? 0) + waiting);
  }
  return { held, active, lacking };
}
