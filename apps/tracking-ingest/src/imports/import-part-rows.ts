import type { ChunkParsed, LineFailure } from '@tributary/contracts/import-messages';
import type { Statement } from '@tributary/database/transaction';
import type pg from 'pg';

type PartId = Pick<ChunkParsed, 'execution_id' | 'chunk' | 'part'>;

/** `partKey` → the lines that failed, of parts that have been applied. */
export type PartOutcomes = ReadonlyMap<string, LineFailure[]>;

/** Equal texts, equal parts. */
export const partKey = ({ execution_id, chunk, part }: PartId) => `${execution_id}/${chunk}/${part}`;

const keyColumns = (parts: PartId[]) => [
  parts.map(({ execution_id }) => execution_id),
  parts.map(({ chunk }) => chunk),
  parts.map(({ part }) => part),
];

/** `partKey` of those that nobody has applied. Waits for a transaction that is about to apply one of them. */
export async function claimParts(client: pg.ClientBase, parts: PartId[], now: number): Promise<Set<string>> {
  if (parts.length === 0) return new Set();
  const { rows } = await client.query<PartId>(
    `insert into import_parts (execution_id, chunk, part, applied_ts)
      select *, $4 from unnest($1::text[], $2::int[], $3::int[]) order by 1, 2, 3
      on conflict do nothing returning execution_id, chunk, part`,
    [...keyColumns(parts), now],
  );
  return new Set(rows.map(partKey));
}

/** Keeps those of claimed parts, to be told again when they come again. */
export function keepOutcomes(parts: ChunkParsed[], outcomes: PartOutcomes): Statement {
  const failures = parts.map((part) => outcomes.get(partKey(part)) ?? []);
  return {
    text: `update import_parts p set total_success = done.total_success, failures = done.failures::json
      from unnest($1::text[], $2::int[], $3::int[], $4::int[], $5::text[])
        as done (execution_id, chunk, part, total_success, failures)
      where (p.execution_id, p.chunk, p.part) = (done.execution_id, done.chunk, done.part)`,
    values: [
      ...keyColumns(parts),
      parts.map(({ lines }, index) => lines.length - (failures[index]?.length ?? 0)),
      failures.map((failed) => JSON.stringify(failed)),
    ],
  };
}

export async function readOutcomes(client: pg.ClientBase, parts: PartId[]): Promise<PartOutcomes> {
  if (parts.length === 0) return new Map();
  const { rows } = await client.query<PartId & { failures: LineFailure[] }>(
    `select execution_id, chunk, part, failures from import_parts
      where (execution_id, chunk, part) in (select * from unnest($1::text[], $2::int[], $3::int[]))`,
    keyColumns(parts),
  );
  return new Map(rows.map((row) => [partKey(row), row.failures]));
}
