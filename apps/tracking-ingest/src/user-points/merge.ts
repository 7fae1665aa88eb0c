/** A user point that has become part of an older one. */
export interface Merge {
  datamart_id: string;
  merged_id: string;
  survivor_id: string;
}
