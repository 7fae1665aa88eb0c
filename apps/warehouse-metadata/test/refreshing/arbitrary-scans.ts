import fc from 'fast-check';
import type { Scan, SeenColumn, SeenDatabase, SeenSchema, SeenTable } from '../../src/engines/engine.js';

/** The real content of a server, by name: databases ⊃ schemas ⊃ tables ⊃ columns. */
export type World = Record<string, Record<string, Record<string, string[]>>>;

const names = ['a', 'b', 'c'];
const name = fc.constantFrom(...names);
const columns = fc.uniqueArray(name, { maxLength: 3 });

export const world: fc.Arbitrary<World> = fc.dictionary(
  name,
  fc.dictionary(name, fc.dictionary(name, columns, { maxKeys: 3 }), { maxKeys: 2 }),
  { maxKeys: 2 },
);

/** Faults of one scan: the connection is lost, the databases are limited, or some paths cannot be read. */
export interface Faults {
  isCut: boolean;
  isLimited: boolean;
  unread: string[];
}

const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));

export const faults: fc.Arbitrary<Faults> = fc.record({
  isCut: fc.boolean(),
  isLimited: fc.boolean(),
  unread: fc.array(path, { maxLength: 6 }),
});

export const noFaults: Faults = { isCut: false, isLimited: false, unread: [] };

/** A scan of the world with these faults; undefined if the connection is lost. */
export function scanOf(world: World, { isCut, isLimited, unread }: Faults): Scan | undefined {
  if (isCut) return undefined;
  const isRead = (path: string) => !unread.includes(path);
  const tablesOf = (tables: World[string][string], above: string): SeenTable[] =>
    Object.entries(tables).map(([name, columns]) => {
      const readable = isRead(`${above}/${name}`);
      return { name, has_read_access: readable, ...(readable && { columns: columns.map(seenColumn) }) };
    });
  const schemasOf = (schemas: World[string], above: string): SeenSchema[] =>
    Object.entries(schemas).map(([name, tables]) => {
      const path = `${above}/${name}`;
      return { name, ...(isRead(path) && { tables: tablesOf(tables, path) }) };
    });
  const databases = Object.entries(world).map(([name, schemas]): SeenDatabase => ({
    name,
    ...(isRead(name) && { schemas: schemasOf(schemas, name) }),
  }));
  return { databases: isLimited ? databases.slice(0, 1) : databases, isComplete: !isLimited };
}

const seenColumn = (column_name: string): SeenColumn => ({
  column_name,
  type_name: 'text',
  nullable: true,
  primary_key: false,
  repeated: false,
  has_read_access: true,
});

/** Every path that exists. */
export const pathsOf = (world: World): string[] =>
  Object.entries(world).flatMap(([database, schemas]) => [
    database,
    ...Object.entries(schemas).flatMap(([schema, tables]) => [
      `${database}/${schema}`,
      ...Object.entries(tables).flatMap(([table, columns]) => [
        `${database}/${schema}/${table}`,
        ...columns.map((column) => `${database}/${schema}/${table}/${column}`),
      ]),
    ]),
  ]);
