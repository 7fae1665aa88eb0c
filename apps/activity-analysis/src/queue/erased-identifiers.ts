import type { ActivityToAnalyze } from '@tributary/contracts/tracking/activity';
import { identifierDigest, readings } from '@tributary/contracts/tracking/identifier';
import { plainArray } from '@tributary/database/plain-array';
import type { Statement } from '@tributary/database/transaction';
import type pg from 'pg';

/** An identifier that belonged to an erased person. */
export interface ErasedIdentifier {
  digest: string;
  /** When it was erased: an activity that was accepted later is of a new person. Epoch milliseconds. */
  erasure_ts: number;
}

/** The digest of an identifier, as it is stored. */
export const identifierIdOf = (digest: string) => Buffer.from(digest, 'base64url').toString('hex');

/** An activity that names an erased person by any identifier is not analyzed any more, also if it comes to a queue later. */
export function rememberErased(erased: ErasedIdentifier[]): Statement {
  const newest = new Map<string, number>();
  for (const { digest, erasure_ts } of erased)
    newest.set(digest, Math.max(erasure_ts, newest.get(digest) ?? -Infinity));
  const sorted = [...newest].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    name: 'remember-erased',
    text: `
      insert into erased_identifiers as known (identifier_id, erasure_ts) select * from unnest($1::uuid[], $2::bigint[])
      on conflict (identifier_id) do update set erasure_ts = greatest(known.erasure_ts, excluded.erasure_ts)`,
    values: [
      plainArray(sorted.map(([digest]) => identifierIdOf(digest))),
      plainArray(sorted.map(([, erasure_ts]) => erasure_ts)),
    ],
  };
}

/** The activities that were accepted before a person whom they name was erased. */
export async function findErased<
  Activity extends Pick<ActivityToAnalyze, 'datamart_id' | 'received_ts' | 'identifiers'>,
>(client: pg.ClientBase, activities: Activity[]): Promise<Set<Activity>> {
  const named = activities.flatMap((activity) =>
    readings(activity.identifiers).map((identifier) => ({
      activity,
      identifier_id: identifierIdOf(identifierDigest(activity.datamart_id, identifier)),
    })),
  );
  if (named.length === 0) return new Set();
  const { rows } = await client.query<{ position: number }>({
    name: 'find-erased',
    text: `
      select named.position::int as position
      from unnest($1::uuid[], $2::bigint[]) with ordinality as named (identifier_id, received_ts, position)
      join erased_identifiers erased on erased.identifier_id = named.identifier_id
        and erased.erasure_ts >= named.received_ts`,
    values: [
      plainArray(named.map(({ identifier_id }) => identifier_id)),
      plainArray(named.map(({ activity }) => activity.received_ts)),
    ],
  });
  return new Set(rows.flatMap(({ position }) => named[position - 1]?.activity ?? []));
}
