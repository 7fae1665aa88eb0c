/** Parts of the statements that scan what grows, and why they may. */
export const scansThatGrow: Record<string, string[]> = {
  'jobs that take all that has collected, and leave nothing': [
    'with changes as (delete from collection_changes returning *)',
    'with changes as (delete from segment_count_changes returning *)',
    'delete from collection_changes where day = $1',
    'select datamart_id from pending_namings group by datamart_id',
    'from erased_identifiers where kept_ts is distinct from erasure_ts',
    'from gains where not is_judged order by ts limit',
  ],
  'what has collected since such a job': [
    'from pending_namings where datamart_id = $1 and named && $2::uuid[]',
    'from pending_namings where datamart_id = $1 and ($2::uuid[] is null or named && $2)',
    'from segment_count_changes where datamart_id = any($1::bigint[])',
  ],
  'deleted segments whose memberships are being deleted': [
    'min(request_ts)::float8 as oldest_ts from deleted_segments where finish_ts is null',
    'from deleted_segments where finish_ts is null and lease_ts <= $1',
  ],
  'refusals, of which a datamart keeps a limited number': [
    'from refused_activities where datamart_id = $1 group by sender',
    'delete from refused_activities where datamart_id = $1 and',
    'delete from refused_activities where (datamart_id, id) = ($1, $2)',
  ],
  'examples of the values of a property, which are limited': [
    'delete from observed_values v using ( select name, property, value, row_number()',
    'select p.name as event_name, property as name, types, example.value',
  ],
  'all members of a segment': [
    'from user_segments s where s.datamart_id = $1 and s.segment_id = $2',
    'from user_segments where (datamart_id, segment_id) = ($1, $2) and write_version < $3',
    'where (s.datamart_id, s.segment_id) = (d.datamart_id, d.segment_id) and s.write_version < d.version',
  ],
  'lists, with their total': [
    'from compartments where datamart_id = $1 union all',
    'from flagged_people where datamart_id = $1 and until_ts > $2',
    'from flagged_people where until_ts > $1 group by datamart_id',
    'from activity_reconciliation where hour_ts >= $1',
  ],
  'compartments that an editor has made exclusive, which are few': [
    'from compartments where datamart_id = any($1::bigint[]) and exclusive',
  ],
  'a preview over all activities of a week, within its time limit': [
    'with came as ( select user_point_id, count(*) as activities from activities where datamart_id = $1',
  ],
  'an index of all datamarts by time, from one datamart to the next': [
    'from erased_identifiers where erasure_ts < $1 and kept_ts = erasure_ts',
  ],
  // The estimates of both indexes are one row, and the planner takes the younger index.
  'one membership, found among those of a segment that is not analyzed yet: open': [
    'delete from user_segments s using unnest($1::bigint[], $2::uuid[], $3::text[]) as deletion',
  ],
  'a report of an operator': ['from stored_junk junk join user_identifiers i'],
};
