import { numericId, type DateFormat, type SqlDialect } from '../facts/sql-dialect.js';
import { eventBits } from './event-bits.js';
import { distinctMembers, facts, measurements, memberships } from './relations.js';

const formats: Record<DateFormat, string> = {
  yyyymmdd: '%Y%m%d',
  yyyymmddhh: '%Y%m%d%H',
  'yyyy-mm-dd': '%Y-%m-%d',
  'yyyy-mm-ddThh': '%Y-%m-%dT%H',
  'yyyy-mm-ddThh:mm': '%Y-%m-%dT%H:%i',
};

/** lowerUTF8 is ICU's full mapping, which makes a final sigma, and two code points of a dotted I. */
const simpleLower = (text: string) => `lowerUTF8(replaceAll(replaceAll(${text}, 'İ', 'i'), 'Σ', 'σ'))`;

export const clickHouseDialect: SqlDialect = {
  facts,
  memberships,
  distinctMembers,
  measurements,
  text: (value) => `toString(${value})`,
  number: (value) => `toFloat64(${value})`,
  // A cast of a decimal is not the nearest double. Parsing its text is, with precise_float_parsing.
  decimalNumber: (value) => `toFloat64(toString(${value}))`,
  decimalText: (value) => `toString(${value})`,
  wholeNumber: (text) => `if(match(${text}, '^(?:${numericId})$'), toInt64OrNull(toString(${text})), null)`,
  unitsSince1970: (ts, unitMs) => `intDiv(${ts}, ${unitMs})`,
  dateText: (units, unitMs, format) =>
    `formatDateTime(fromUnixTimestamp64Milli((${units}) * ${unitMs}, 'UTC'), '${formats[format]}')`,
  containsIgnoringCase: (text, part) => `position(${simpleLower(text)}, ${simpleLower(part)}) > 0`,
  isOneOf: (value, list) => `has(${list}, ${value})`,
  expand: (relation, list, name) =>
    `(select *, arrayJoin(if(empty(${list}), [null], ${list}::Array(Nullable(String)))) as ${name} from ${relation})`,
  eventBits,
  anyOfList: (_relation, list, _condition, matches) =>
    `arrayExists(value -> coalesce(${matches('value')}, false), ${list})`,
  table: (columns) => {
    const names = Object.keys(columns);
    const values = names.map((name, index) => `tupleElement(row, ${index + 1}) as ${name}`);
    return `(select ${values.join(', ')} from (select arrayJoin(arrayZip(${Object.values(columns).join(', ')})) as row))`;
  },
  latest: (value, by) => `argMax(${value}, ${by})`,
};
