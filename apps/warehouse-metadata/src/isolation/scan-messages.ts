import type { ErrorCode } from '@tributary/contracts/errors';
import type { EngineType } from '@tributary/contracts/warehouses/warehouse';
import type { GuardSettings } from '@tributary/security/addresses/address-guard';
import type { Scan, SeenDatabase, SeenSchema, SeenTable } from '../engines/engine.js';

/** Asks a scan process for one scan. */
export interface ScanRequest {
  /** Whether it only signs in: the answer is then an empty scan. */
  only_connects: boolean;
  engine_type: EngineType;
  credentials: unknown;
  guard: GuardSettings;
}

/** An answer of a scan process: the parts of the scan in order, then `done`; or `failed`. */
export type ScanAnswer =
  | { kind: 'database'; name: string; isReadable: boolean }
  | { kind: 'schema'; name: string; isReadable: boolean }
  | { kind: 'tables'; tables: SeenTable[] }
  | { kind: 'done'; isComplete: boolean }
  /** The reason is for the log. */
  | { kind: 'failed'; code: ErrorCode; message: string; reason: string };

/** Columns per message, about 1 MB: the receiver serves requests between two messages. */
const columnsPerMessage = 5_000;

/** The scan as messages. Tables that share a column object still share it within one message. */
export function* answersOf({ databases, isComplete }: Scan): Generator<ScanAnswer> {
  for (const { name, schemas } of databases) {
    yield { kind: 'database', name, isReadable: schemas !== undefined };
    for (const { name, tables } of schemas ?? []) {
      yield { kind: 'schema', name, isReadable: tables !== undefined };
      yield* tableAnswers(tables ?? []);
    }
  }
  yield { kind: 'done', isComplete };
}

function* tableAnswers(tables: SeenTable[]): Generator<ScanAnswer> {
  let next: SeenTable[] = [];
  let size = 0;
  for (const table of tables) {
    next.push(table);
    size += 1 + (table.columns?.length ?? 0);
    if (size < columnsPerMessage) continue;
    yield { kind: 'tables', tables: next };
    [next, size] = [[], 0];
  }
  if (next.length > 0) yield { kind: 'tables', tables: next };
}

/** Puts the parts of a scan together again. */
export class ScanAssembler {
  private readonly databases: SeenDatabase[] = [];
  private schemas: SeenSchema[] = [];
  private tables: SeenTable[] = [];

  /** The scan, once its last part has been added. */
  add(part: Exclude<ScanAnswer, { kind: 'failed' }>): Scan | undefined {
    if (part.kind === 'done') return { databases: this.databases, isComplete: part.isComplete };
    if (part.kind === 'tables') this.tables.push(...part.tables);
    else if (part.kind === 'schema') {
      this.tables = [];
      this.schemas.push({ name: part.name, ...(part.isReadable && { tables: this.tables }) });
    } else {
      this.schemas = [];
      this.databases.push({ name: part.name, ...(part.isReadable && { schemas: this.schemas }) });
    }
    return undefined;
  }
}
