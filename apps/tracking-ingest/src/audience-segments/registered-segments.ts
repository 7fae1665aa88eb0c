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
  const byName = await read(client, 'registered-by-name', [datamart_id, names]);
  const byId = await read(client, 'registered-by-id', [datamart_id, ids]);
  return {
    byId: new Map(byId.map((segment) => [segment.segment_id, segment])),
    byTechnicalName: new Map(byName.map((segment) => [segment.technical_name ?? '', segment])),
  };
}

const columns = 'id::text as segment_id, technical_name, default_ttl::float8';

const statements = {
  'registered-by-name': `select ${columns} from audience_segments
    where datamart_id = $1 and technical_name = any($2::text[]) order by id for key share`,
  'registered-by-id': `select ${columns} from audience_segments where datamart_id = $1 and id = any($2::bigint[])`,
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
