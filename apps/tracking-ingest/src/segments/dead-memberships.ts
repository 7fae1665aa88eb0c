/**
 * SQL: whether the membership `s` is dead, because its segment was deleted after the write that it stems from. Null for a
 * segment that was never deleted.
 */
export const isDead = `s.write_version < (
  select d.version from deleted_segments d where (d.datamart_id, d.segment_id) = (s.datamart_id, s.segment_id))`;
