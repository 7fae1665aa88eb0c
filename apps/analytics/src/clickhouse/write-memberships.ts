import type { Received } from '@tributary/bus/messages/message';
import type { SegmentChanged, SegmentDeleted } from '@tributary/contracts/tracking/user-point';
import type { ClickHouseConnection } from './clickhouse-connection.js';
import { doubleRank, pairVersion } from './row-versions.js';

/**
 * The newest version per user point and segment stays, in any order of arrival. Of rows with the same version, the one
 * that the later backfill has published stays: it confirms the membership.
 */
export const writeMemberships = (
  connection: ClickHouseConnection,
  messages: Received<SegmentChanged>[],
  { timeline, backfill }: { timeline: number; backfill: number },
) =>
  connection.insert(
    'memberships',
    messages.flatMap(({ value: { datamart_id, changes } }) =>
      changes.map(({ user_point_id, segment_id, is_member, expiration_ts, version, write_version = version }) => ({
        timeline,
        datamart_id,
        user_point_id,
        segment_id: segment_id.toWellFormed(),
        is_member,
        expiration_ts: storableExpiration(expiration_ts),
        write_version,
        backfill,
        version: pairVersion(doubleRank(version), BigInt(backfill)),
      })),
    ),
  );

/** Reports leave out the memberships of these segments that were written before. */
export const deleteSegments = (
  connection: ClickHouseConnection,
  messages: Received<SegmentDeleted>[],
  { timeline }: { timeline: number },
) =>
  connection.insert(
    'deleted_segments',
    messages.map(({ value: { datamart_id, segment_id, version } }) => ({
      timeline,
      datamart_id,
      segment_id: segment_id.toWellFormed(),
      version,
      rank: String(doubleRank(version)),
    })),
  );

/** An expiration beyond the safe integers means never. */
const storableExpiration = (ts: number | null) =>
  ts === null || ts > Number.MAX_SAFE_INTEGER ? null : Math.max(Math.floor(ts), 0);
