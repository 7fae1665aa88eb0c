/** A person, as the paths of the API name them. */
export interface PersonPath {
  datamart_id: string;
  user_point_selector: string;
}
