import { numericId, type DateFormat, type SqlDialect } from '../facts/sql-dialect.js';

const formats: Record<DateFormat, string> = {
  yyyymmdd: '%Y%m%d',
  yyyymmddhh: '%Y%m%d%H',
  'yyyy-mm-dd': '%Y-%m-%d',
  'yyyy-mm-ddThh': '%Y-%m-%dT%H',
  'yyyy-mm-ddThh:mm': '%Y-%m-%dT%H:%M',
};

export const duckDbDialect: SqlDialect = {
  // Merges and erasures have changed the tables themselves, and the cubes name the datamart.
  facts: () => 'facts',
  memberships: () => 'memberships',
  distinctMembers: (from) => `(select distinct survivor_id, segment_id ${from})`,
  measurements: 'measurements',
  text: (value) => `${value}::varchar`,
  number: (value) => `${value}::double`,
  decimalNumber: (value) => `${value}::double`,
  decimalText: (value) => `rtrim(rtrim(${value}::varchar, '0'), '.')`,
  wholeNumber: (text) => `case when regexp_full_match(${text}, '${numericId}') then ${text}::bigint end`,
  unitsSince1970: (ts, unitMs) => `${ts} // ${unitMs}`,
  dateText: (units, unitMs, format) => `strftime(make_timestamp((${units}) * ${unitMs * 1_000}), '${formats[format]}')`,
  containsIgnoringCase: (text, part) => `contains(lower(${text}), lower(${part}))`,
  isOneOf: (value, list) => `${value} in (select unnest(${list}))`,
  expand: (relation, list, name) =>
    `(select *, unnest(case when len(${list}) > 0 then ${list} else [null] end) as ${name} from ${relation})`,
  eventMasks: {
    mask: 'event_mask',
    codes: (datamart) =>
      `(select name, bit from event_codes where datamart_id = ${datamart}::bigint union all select '', 0)`,
  },
  anyOfList: (relation, list, condition, matches) =>
    `rowid in (select id from (select rowid as id, unnest(${list}) as value from ${relation} where ${condition}) where ${matches('value')})`,
  table: (columns) =>
    `(select ${Object.entries(columns)
      .map(([name, list]) => `unnest(${list}) as ${name}`)
      .join(', ')})`,
  latest: (value, by) => `arg_max(${value}, ${by})`,
};
