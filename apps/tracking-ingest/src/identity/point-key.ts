import { plainColumns } from '@tributary/database/plain-array';

/** Identifies a user point. */
export interface PointKey {
  datamart_id: string;
  user_point_id: string;
}

/** One text per user point and datamart. */
export const pointKey = (datamart_id: string, user_point_id: string) => `${datamart_id}|${user_point_id}`;

/** The order in which every transaction locks user points, so that no two transactions wait for each other. */
export const inGlobalOrder = (a: PointKey, b: PointKey) =>
  a.datamart_id === b.datamart_id
    ? Number(a.user_point_id > b.user_point_id) - Number(a.user_point_id < b.user_point_id)
    : Number(a.datamart_id > b.datamart_id) - Number(a.datamart_id < b.datamart_id);

/** Columns of array parameters for `unnest`. */
export const pointColumns = (points: PointKey[]) => plainColumns(points, 'datamart_id', 'user_point_id');
