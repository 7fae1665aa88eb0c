/** Dates of a stored element, epoch milliseconds. Null in a row is an absent member in the API. */
export interface StoredDates {
  discovery_date: number;
  last_seen_date: number;
  disappearance_date: number | null;
}

export interface DatabaseRow extends StoredDates {
  id: string;
  data_warehouse_id: string;
  name: string;
}

export interface SchemaRow extends StoredDates {
  id: string;
  database_id: string;
  name: string;
}

export interface TableRow extends StoredDates {
  id: string;
  schema_id: string;
  name: string;
  has_read_access: boolean;
  read_access_disappearance_date: number | null;
  /** When its columns were last read. */
  columns_seen_date: number | null;
}

export interface ColumnRow {
  id: string;
  table_id: string;
  column_name: string;
  type_name: string;
  index: number;
  nullable: boolean;
  primary_key: boolean;
  repeated: boolean;
  has_read_access: boolean;
  discovery_date: number;
  /** Null while the column is in the latest list of its table: then `columns_seen_date` of the table applies. */
  last_seen_date: number | null;
  disappearance_date: number | null;
}

/** The tree down to its tables. */
export interface Outline {
  databases: DatabaseRow[];
  schemas: SchemaRow[];
  tables: TableRow[];
}

export const emptyOutline: Outline = { databases: [], schemas: [], tables: [] };
