import type { Scan, SeenColumn, SeenDatabase, SeenSchema, SeenTable } from '../engines/engine.js';
import { refused, unusable } from '../engines/engine-errors.js';

/** The largest scan that a refresh accepts (docs/warehouses.md). */
const scanLimits = {
  databases: 1_000,
  schemas: 10_000,
  tables: 50_000,
  columns: 500_000,
  /** BigQuery's own limit, the highest of the three engines. */
  columnsPerTable: 10_000,
  /** Characters of a name. The name of a nested BigQuery field is a path of up to 15 names of 300 characters. */
  name: 5_000,
  /** Characters of all names and types together. */
  text: 32 * 1024 * 1024,
};

/** Bytes that one scan may receive, over all its connections. */
export const maxScanBytes = 64 * 1024 * 1024;

/** Memory of a scan process. Node.js and the largest driver use about 130 MB of it. */
export const processMemory = { heapMb: 192, semiSpaceMb: 8, maxBytes: 384 * 1024 * 1024, signal: 'SIGTERM' } as const;

type Counted = 'databases' | 'schemas' | 'tables' | 'columns' | 'columnsPerTable' | 'text';

/**
 * Checks every value of a scan: a hostile engine chooses their types, too.
 *
 * @throws CONSTRAINT_VIOLATION_EXCEPTION if the scan is larger than the limits, SERVICE_UNAVAILABLE if it is malformed
 */
export function checkScan({ databases, isComplete }: Scan): Scan {
  new ScanCheck().checkDatabases(databases);
  return { databases, isComplete };
}

class ScanCheck {
  private readonly counts: Record<Counted, number> = {
    databases: 0,
    schemas: 0,
    tables: 0,
    columns: 0,
    columnsPerTable: 0,
    text: 0,
  };

  checkDatabases(databases: SeenDatabase[]): void {
    this.count('databases', list(databases).length);
    for (const { name, schemas } of databases) {
      this.checkText(name);
      if (schemas !== undefined) this.checkSchemas(schemas);
    }
  }

  private checkSchemas(schemas: SeenSchema[]): void {
    this.count('schemas', list(schemas).length);
    for (const { name, tables } of schemas) {
      this.checkText(name);
      if (tables !== undefined) this.checkTables(tables);
    }
  }

  private checkTables(tables: SeenTable[]): void {
    this.count('tables', list(tables).length);
    for (const { name, has_read_access, columns } of tables) {
      this.checkText(name);
      checkFlags(has_read_access);
      if (columns !== undefined) this.checkColumns(columns);
    }
  }

  private checkColumns(columns: SeenColumn[]): void {
    this.counts.columnsPerTable = 0;
    this.count('columnsPerTable', list(columns).length);
    this.count('columns', columns.length);
    const names = new Set<string>();
    for (const { column_name, type_name, nullable, primary_key, repeated, has_read_access } of columns) {
      this.checkText(column_name);
      this.checkText(type_name);
      checkFlags(nullable, primary_key, repeated, has_read_access);
      names.add(column_name);
    }
    if (names.size < columns.length) throw unusable('a table has two columns of the same name');
  }

  private checkText(text: unknown): void {
    // PostgreSQL stores no NUL, and would store another name for one that is not well-formed.
    if (typeof text !== 'string' || text.includes('\0') || !text.isWellFormed())
      throw unusable('a name is not well-formed text');
    if (text.length > scanLimits.name) throw tooLarge('name', 'characters in one name');
    this.count('text', text.length);
  }

  private count(what: Counted, more: number): void {
    this.counts[what] += more;
    if (this.counts[what] > scanLimits[what]) throw tooLarge(what, nameOf[what]);
  }
}

const nameOf: Record<Counted, string> = {
  databases: 'databases',
  schemas: 'schemas',
  tables: 'tables',
  columns: 'columns',
  columnsPerTable: 'columns in one table',
  text: 'characters in all names',
};

const tooLarge = (limit: keyof typeof scanLimits, what: string) =>
  refused(`The engine returned more than ${scanLimits[limit]} ${what}; ${wayOut}`);

/** Advice about a warehouse beyond the limits. */
export const wayOut = 'limit the credentials to one database, or grant their user less';

function list<T>(value: T[]): T[] {
  if (!Array.isArray(value)) throw unusable('a list is missing');
  return value;
}

function checkFlags(...flags: unknown[]): void {
  if (flags.some((flag) => typeof flag !== 'boolean')) throw unusable('a flag is not a boolean');
}
