import type { EngineType } from '@tributary/contracts/warehouses/warehouse';

export interface SeenColumn {
  column_name: string;
  type_name: string;
  nullable: boolean;
  primary_key: boolean;
  repeated: boolean;
  has_read_access: boolean;
}

export interface SeenTable {
  name: string;
  has_read_access: boolean;
  /** In order; absent if they could not be read. */
  columns?: SeenColumn[];
}

export interface SeenSchema {
  name: string;
  tables?: SeenTable[];
}

export interface SeenDatabase {
  name: string;
  /** Absent if the database exists but could not be read. */
  schemas?: SeenSchema[];
}

/** The content of an engine. A list is either complete or absent: it is absent if it could not be read to its end. */
export interface Scan {
  databases: SeenDatabase[];
  /** False if the engine may contain databases that were not listed. */
  isComplete: boolean;
}

/** Port to an engine. */
export interface Engine {
  /**
   * Reads everything or rejects: with CONSTRAINT_VIOLATION_EXCEPTION if the engine refuses, with SERVICE_UNAVAILABLE if it
   * is down, the connection is lost or the signal aborts.
   *
   * @param credentials the JSON document of this engine, validated by `credentialsOf`
   */
  scan(credentials: unknown, signal: AbortSignal): Promise<Scan>;

  /** Signs in with the credentials and reads nothing else. Rejects as `scan` does. */
  connect(credentials: unknown, signal: AbortSignal): Promise<void>;
}

/** The engines by type. An engine loads its driver on first use. The class is also the injection token. */
export abstract class Engines {
  /** @param organisation_id the organisation of the warehouse: each has a share of the scans */
  abstract of(type: EngineType, organisation_id: string): Engine;
}
