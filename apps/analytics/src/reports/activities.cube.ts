/**
 * How the values of a dimension are compared, sorted and shown:
 * - text: a string;
 * - date: a day, shown as its ISO text;
 * - id: a string that is shown as a number, and sorts by it, when it is written like one.
 */
export type DimensionType = 'text' | 'date' | 'id';

export interface Dimension {
  /** Over one row of the cube's table. */
  sql: string;
  type: DimensionType;
}

export interface Cube {
  table: string;
  dimensions: ReadonlyMap<string, Dimension>;
  /** Name → SQL over a group of rows; a number, 0 over no rows. */
  metrics: ReadonlyMap<string, string>;
}

/** What a channel or segment id looks like that is shown as a number: 15 digits are exact in every JSON reader. */
export const numericId = '0|[1-9][0-9]{0,14}';

/** Activities that count as sessions. */
const visitTypes = ['SITE_VISIT', 'APP_VISIT', 'CTV_VISIT'];

/** One fact per stored activity. */
export const activitiesCube: Cube = {
  table: 'facts',
  dimensions: new Map<string, Dimension>([
    ['type', { sql: 'type', type: 'text' }],
    ['channel_id', { sql: 'channel_id', type: 'id' }],
    ['date_yyyy_mm_dd', { sql: 'day', type: 'date' }],
  ]),
  metrics: new Map([
    ['users', 'count(distinct user_point_id)'],
    ['sessions', `count(*) filter (where type in (${visitTypes.map((type) => `'${type}'`).join(', ')}))`],
  ]),
};
