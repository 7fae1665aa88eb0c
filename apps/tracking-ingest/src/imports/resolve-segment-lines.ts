import type { LineFailure } from '@tributary/contracts/imports/import-messages';
import type pg from 'pg';
import { findRegisteredSegments } from '../audience-segments/registered-segments.js';
import { expirationIn, resolveSegment, type RegisteredSegments } from '../audience-segments/resolve-segment.js';
import { failureOf, type DataOperation, type LineOperation } from './line-operation.js';

type Line = Extract<LineOperation, { kind: 'data' }>;
type OperationOf<Kind extends DataOperation['kind']> = Extract<DataOperation, { kind: Kind }>;
type SegmentOperation = OperationOf<'update_segment' | 'delete_segment'>;

/** An operation whose segment and expiration are known. */
export type ReadyOperation =
  | Exclude<DataOperation, SegmentOperation>
  | (OperationOf<'update_segment'> & { segment_id: string; expiration_ts: number | null })
  | (OperationOf<'delete_segment'> & { segment_id: string });

export type DataLine = Omit<Line, 'operation'> & { operation: ReadyOperation };

/** Looks up the segments that lines name by their technical names, and the expirations that lines leave to the segment. */
export async function resolveSegmentLines(
  client: pg.ClientBase,
  lines: Line[],
): Promise<{ lines: DataLine[]; failures: LineFailure[] }> {
  const registered = await findSegmentsOf(client, lines);
  const ready: DataLine[] = [];
  const failures: LineFailure[] = [];
  for (const line of lines) {
    const operation = toReady(line, registered);
    if (typeof operation === 'string') failures.push(failureOf(line.line, operation));
    else ready.push({ ...line, operation });
  }
  return { lines: ready, failures };
}

/** All lines are of one datamart. */
function findSegmentsOf(client: pg.ClientBase, lines: Line[]): Promise<RegisteredSegments> {
  const writes = lines.flatMap(({ operation }) => (needsSegment(operation) ? operation : []));
  return findRegisteredSegments(client, lines[0]?.datamart_id ?? '', writes);
}

/** A line with a segment id and its own expiration is complete. */
const needsSegment = (operation: DataOperation): operation is SegmentOperation =>
  isOfSegment(operation) &&
  (operation.segment_technical_name !== undefined ||
    (operation.kind === 'update_segment' && operation.expiration_ts === undefined));

const isOfSegment = (operation: DataOperation): operation is SegmentOperation =>
  operation.kind === 'update_segment' || operation.kind === 'delete_segment';

/** The operation; a string says why the line fails. */
function toReady({ operation, received_ts }: Line, registered: RegisteredSegments): ReadyOperation | string {
  if (!isOfSegment(operation)) return operation;
  const segment = resolveSegment(operation, registered);
  if (typeof segment === 'string') return segment;
  const { segment_id } = segment;
  if (operation.kind === 'delete_segment') return { ...operation, segment_id };
  return { ...operation, segment_id, expiration_ts: expirationIn(segment, operation.expiration_ts, received_ts) };
}
