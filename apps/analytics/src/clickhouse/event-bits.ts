import type { EventBits } from '../facts/sql-dialect.js';
import { ofDatamart } from './relations.js';

/** A mask is a UInt64. Its last bit is an activity without events. */
const named = 63;

/** Scalar subqueries with the same text are evaluated once a query, so all places have the same bits. */
const namesOf = (datamart: string) => `(
  select arrayResize(groupArray(name::String), ${named}, '') from (
    select arrayJoin(event_types) as name from facts where ${ofDatamart(datamart)}
    group by name order by count() desc, name limit ${named}))`;
const bits = `(select groupArray(bitShiftLeft(1::UInt64, number)) from numbers(${named}))`;
const noEvents = `bitShiftLeft(1::UInt64, ${named})`;

/**
 * The bits are those of the most frequent event types of the datamart. Their names are read first: one small column, and a
 * name that no fact of the report has does no harm.
 */
export const eventBits: EventBits = {
  // Over LowCardinality, transform looks up each name of a block once.
  mask: (datamart) =>
    `if(empty(event_types), ${noEvents}, arraySum(arrayDistinct(
      arrayMap(name -> transform(name, ${namesOf(datamart)}, ${bits}, 0::UInt64), event_types))))`,
  expandMask: (relation, datamart) =>
    `(select *, arrayJoin(arrayFilter((name, bit) -> bitAnd(mask, bit) <> 0,
      arrayPushBack(${namesOf(datamart)}::Array(Nullable(String)), null), arrayPushBack(${bits}, ${noEvents}))) as event_type
    from ${relation})`,
  expandOthers: (relation, datamart) =>
    `(select *, arrayJoin(arrayFilter(name -> not has(${namesOf(datamart)}, name), event_types))::Nullable(String) as event_type
    from ${relation} where ${namesOf(datamart)}[${named}] <> '')`,
};
