import { isId } from '@tributary/contracts/values/integer-id';
import type pg from 'pg';
import type { RegisteredSegment, RegisteredSegments, SegmentNames } from './resolve-segment.js';

/**
 * The registered segments among those that writes name. A segment that is named by its technical name is neither renamed nor
 * deleted until the transaction ends: its deletion finds all memberships that were written by this name.
 */
export async function findRegisteredSegments(
  client: pg.ClientBase,
  datamart_id: string,
  writes: SegmentNames[],
): Promise<RegisteredSegments> {
  const names = distinct(writes.map(({ segment_technical_name }) => segment_technical_name));
  const unnamed = writes.filter(({ segment_technical_name }) => segment_technical_name === undefined);
  const ids = distinct(unnamed.map(({ segment_id }) => segment_id)).filter(isId);
  const byName = await holdNamed(client, datamart_id, names);
  const byId = await read(client, 'registered-by-id', [datamart_id, ids]);
  return {
    byId: new Map(byId.map((segment) => [segment.segment_id, segment])),
    byTechnicalName: new Map(byName.map((segment) => [segment.technical_name ?? '', segment])),
  };
}

/**
 * Waits for the transactions that have found the registration by its technical name; later ones wait for the end of this
 * transaction. Advisory locks are granted in the order of the requests; row locks are not: then overlapping imports could
 * keep a change waiting for ever.
 */
export async function lockRegistration(client: pg.ClientBase, id: string): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('segment registrations', $1))`, [id]);
}

/** The segments with these names at an instant from which on they keep them. */
async function holdNamed(client: pg.ClientBase, datamart_id: string, names: string[]): Promise<RegisteredSegment[]> {
  const held = new Set<string>();
  for (;;) {
    const named = await read(client, 'registered-by-name', [datamart_id, names]);
    // While this waits for a lock, a name may go to another segment.
    const others = named.map(({ segment_id }) => segment_id).filter((id) => !held.has(id));
    if (others.length === 0) return named;
    await holdRegistrations(client, others);
    for (const id of others) held.add(id);
  }
}

async function holdRegistrations(client: pg.ClientBase, ids: string[]): Promise<void> {
  await client.query({
    name: 'hold-registrations',
    text: `select count(pg_advisory_xact_lock_shared(hashtextextended('segment registrations', id)))
      from (select * from unnest($1::bigint[]) as id order by 1) ordered`,
    values: [ids],
  });
}

const columns = 's.id::text as segment_id, s.technical_name, s.default_ttl::float8';

const statements = {
  'registered-by-name': `select ${columns} from (select $1::bigint as datamart_id, unnest($2::text[]) as name) wanted
    join audience_segments s on (s.datamart_id, s.technical_name) = (wanted.datamart_id, wanted.name)`,
  'registered-by-id': `select ${columns} from (select $1::bigint as datamart_id, unnest($2::bigint[]) as id) wanted
    join audience_segments s on (s.datamart_id, s.id) = (wanted.datamart_id, wanted.id)`,
};

async function read(
  client: pg.ClientBase,
  name: keyof typeof statements,
  values: [datamart_id: string, wanted: string[]],
): Promise<RegisteredSegment[]> {
  if (values[1].length === 0) return [];
  return (await client.query<RegisteredSegment>({ name, text: statements[name], values })).rows;
}

const distinct = (values: (string | undefined)[]) => [...new Set(values.filter((value) => value !== undefined))];
