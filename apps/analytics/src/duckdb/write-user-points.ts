import { BIGINT, UUID, type DuckDBConnection } from '@duckdb/node-api';
import {
  linkUserPoints,
  type KnownUserPoint,
  type Links,
  type Merge,
  type UserPoint,
} from '../facts/link-user-points.js';
import { stage, uuidValue, type StagedColumns } from './staging.js';

const namedColumns: StagedColumns<UserPoint> = {
  datamart_id: { type: BIGINT, of: ({ datamart_id }) => BigInt(datamart_id) },
  user_point_id: { type: UUID, of: ({ id }) => uuidValue(id) },
};
const movedColumns: StagedColumns<Merge> = {
  datamart_id: { type: BIGINT, of: ({ datamart_id }) => BigInt(datamart_id) },
  merged_id: { type: UUID, of: ({ merged_id }) => uuidValue(merged_id) },
  survivor_id: { type: UUID, of: ({ survivor_id }) => uuidValue(survivor_id) },
};

/**
 * Assigns the facts and memberships of merged user points to the survivor, and deletes those of erased people. Writing
 * pays this cost once, instead of every report.
 */
export async function writeUserPoints(
  connection: DuckDBConnection,
  merges: Merge[],
  erasures: UserPoint[],
): Promise<void> {
  const named = [
    ...merges.flatMap(({ datamart_id, merged_id, survivor_id }) => [
      { datamart_id, id: merged_id },
      { datamart_id, id: survivor_id },
    ]),
    ...erasures,
  ];
  const links = linkUserPoints(await readKnown(connection, named), merges, erasures);
  if (links.moved.length > 0) await move(connection, links.moved);
  if (links.erased.length > 0) await erase(connection, links);
}

async function readKnown(connection: DuckDBConnection, named: UserPoint[]): Promise<KnownUserPoint[]> {
  await stage(connection, 'named_user_points', namedColumns, named);
  const reader = await connection.runAndReadAll(`
    with known as (
      select distinct n.datamart_id, n.user_point_id, coalesce(m.survivor_id, n.user_point_id) as survivor_id
      from named_user_points n
      left join merged_user_points m on m.datamart_id = n.datamart_id and m.merged_id = n.user_point_id
    )
    select datamart_id::varchar as datamart_id, user_point_id::varchar as id, survivor_id::varchar as survivor_id,
      exists (
        select 1 from erased_user_points e where e.datamart_id = k.datamart_id and e.user_point_id = k.survivor_id
      ) as is_erased
    from known k`);
  await connection.run('drop table named_user_points');
  return reader.getRowObjects() as unknown as KnownUserPoint[];
}

async function move(connection: DuckDBConnection, moved: Links['moved']): Promise<void> {
  await stage(connection, 'moved_user_points', movedColumns, moved);
  for (const [table, column] of [
    ['merged_user_points', 'survivor_id'],
    ['facts', 'user_point_id'],
    ['memberships', 'survivor_id'],
  ]) {
    await connection.run(`
      update ${table} set ${column} = moved.survivor_id from moved_user_points moved
      where ${table}.datamart_id = moved.datamart_id and ${table}.${column} = moved.merged_id`);
  }
  await connection.run('insert into merged_user_points select * from moved_user_points; drop table moved_user_points');
}

async function erase(connection: DuckDBConnection, { erased }: Links): Promise<void> {
  await stage(connection, 'erased_now', namedColumns, erased);
  for (const [table, column] of [
    ['facts', 'user_point_id'],
    ['memberships', 'survivor_id'],
  ]) {
    await connection.run(`
      delete from ${table} using erased_now erased
      where ${table}.datamart_id = erased.datamart_id and ${table}.${column} = erased.user_point_id`);
  }
  await connection.run(`
    insert into erased_user_points
    select * from erased_now n where not exists (
      select 1 from erased_user_points e where e.datamart_id = n.datamart_id and e.user_point_id = n.user_point_id
    )`);
  await connection.run('drop table erased_now');
}
