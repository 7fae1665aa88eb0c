import { plainArray } from '@tributary/database/plain-array';

/** What names a user point. */
export interface PointKey {
  datamart_id: string;
  user_point_id: string;
}

/** In which all transactions lock user points, so that none waits for another that waits for it. */
export const inGlobalOrder = (a: PointKey, b: PointKey) =>
  a.datamart_id === b.datamart_id
    ? Number(a.user_point_id > b.user_point_id) - Number(a.user_point_id < b.user_point_id)
    : Number(a.datamart_id > b.datamart_id) - Number(a.datamart_id < b.datamart_id);

/** Their columns, as the text of arrays for `unnest`. */
export const pointColumns = (points: PointKey[]): [datamart_ids: string, user_point_ids: string] => [
  plainArray(points.map(({ datamart_id }) => datamart_id)),
  plainArray(points.map(({ user_point_id }) => user_point_id)),
];
