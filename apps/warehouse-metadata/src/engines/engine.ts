import type { EngineType } from '@tributary/contracts/warehouse';

export interface SeenColumn {
  column_name: string;
  type_name: string;
  nullable: boolean;
  primary_key: boolean;
  repeated: boolean;
}

export interface SeenTable {
  name: string;
  has_read_access: boolean;
  /** In order; absent when the engine would not tell. */
  columns?: SeenColumn[];
}

export interface SeenSchema {
  name: string;
  tables?: SeenTable[];
}

export interface SeenDatabase {
  name: string;
  /** Absent for a database that exists and could not be entered. */
  schemas?: SeenSchema[];
}

/** What an engine has shown. A list that is there is proven complete; one that could not be read to its end is absent. */
export interface Scan {
  databases: SeenDatabase[];
  /** False when the engine may hold databases that were not looked for. */
  isComplete: boolean;
}

/** The port to the engines. */
export interface Engine {
  /**
   * Reads everything, or rejects: with CONSTRAINT_VIOLATION_EXCEPTION when the engine refuses, with SERVICE_UNAVAILABLE
   * when it is down, cut off, or not done when the signal is given.
   *
   * @param credentials the JSON document of this engine, as `credentialsOf` has checked it
   */
  scan(credentials: unknown, signal: AbortSignal): Promise<Scan>;
}

/** The engines by type, each loading its driver when it is first used; the token under which Nest injects them. */
export abstract class Engines {
  abstract of(type: EngineType): Engine;
}
