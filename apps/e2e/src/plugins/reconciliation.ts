import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { queryDatabase } from '@tributary/testing/postgres/query-database';

/** The counts of the accepted activities of a datamart by outcome. */
interface Reconciliation {
  accepted: number;
  /** Answered 503, although they may have been published. */
  uncertain: number;
  stored: number;
  duplicate: number;
  erased: number;
  refused_by_choice: number;
  dropped: number;
  dropped_on_error: number;
  rejected: number;
  /** Accepted activities without an outcome; below 0, outcomes of activities that were never counted as accepted. */
  difference: number;
}

export async function reconciliationOf(databaseUrl: string, datamart_id: string): Promise<Reconciliation> {
  const columns =
    'accepted uncertain stored duplicate erased refused_by_choice dropped dropped_on_error rejected difference';
  const sums = columns.split(' ').map((column) => `coalesce(sum(${column}), 0)::float8 as ${column}`);
  const { rows } = await queryDatabase<Reconciliation & Record<string, number>>(
    databaseUrl,
    `select ${sums.join(', ')} from tracking_ingest.activity_reconciliation where datamart_id = ${datamart_id}`,
  );
  return rows[0]!;
}

const none: Omit<Reconciliation, 'accepted'> = {
  uncertain: 0,
  stored: 0,
  duplicate: 0,
  erased: 0,
  refused_by_choice: 0,
  dropped: 0,
  dropped_on_error: 0,
  rejected: 0,
  difference: 0,
};

/**
 * Waits until these outcomes are counted. Outcomes that are not named are 0. Of what a busy machine does not acknowledge in
 * time it is not known whether it was published: the gateway sends it to the broker again, and after a 503 the client does. That
 * is one more duplicate each time, of which none was accepted.
 */
export const expectReconciled = (
  databaseUrl: string,
  datamart_id: string,
  outcomes: Pick<Reconciliation, 'accepted'> & Partial<Reconciliation>,
): Promise<void> =>
  eventually(async () => {
    const { uncertain: _, duplicate, difference, ...counts } = await reconciliationOf(databaseUrl, datamart_id);
    const expected = { ...none, ...outcomes };
    const again = duplicate - expected.duplicate;
    expect({
      ...counts,
      uncertain: 0,
      duplicate: duplicate - Math.max(0, again),
      difference: difference + again,
    }).toEqual(expected);
  });
