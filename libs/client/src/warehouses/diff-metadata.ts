import type { Column, Database, Table } from '../generated/types.gen.js';

export interface MetadataChange {
  kind: 'database' | 'schema' | 'table' | 'column';
  /** `sales.public.orders.id`. */
  path: string;
  /** The difference, in words; only for a change. */
  detail?: string;
}

export interface MetadataDiff {
  added: MetadataChange[];
  disappeared: MetadataChange[];
  changed: MetadataChange[];
}

interface Element extends MetadataChange {
  parent?: string;
  table?: Table;
  column?: Column;
}

/**
 * The changes by a refresh. An element that is added or has disappeared is listed by itself, without all that is below it.
 *
 * @param stored without the elements that have disappeared before
 * @param read the elements that the engine has now
 */
export function diffMetadata(stored: readonly Database[], read: readonly Database[]): MetadataDiff {
  const before = elementsOf(stored);
  const after = elementsOf(read);
  const changed = [...after].flatMap(([key, element]) => {
    const detail = detailOf(before.get(key), element);
    return detail === undefined ? [] : [{ ...changeOf(element), detail }];
  });
  return { added: missing(after, before), disappeared: missing(before, after), changed };
}

export const isSame = ({ added, disappeared, changed }: MetadataDiff): boolean =>
  added.length + disappeared.length + changed.length === 0;

const changeOf = ({ kind, path }: Element): MetadataChange => ({ kind, path });

/** The elements of one tree that the other lacks, though the other has their parent. */
const missing = (elements: Map<string, Element>, others: Map<string, Element>): MetadataChange[] =>
  [...elements].flatMap(([key, element]) =>
    !others.has(key) && (element.parent === undefined || others.has(element.parent)) ? [changeOf(element)] : [],
  );

/** Names may contain dots, so the key is JSON. */
function elementsOf(databases: readonly Database[]): Map<string, Element> {
  const elements = new Map<string, Element>();
  const add = (kind: Element['kind'], names: string[], rest: Pick<Element, 'table' | 'column'> = {}) => {
    const parent = names.length > 1 ? { parent: JSON.stringify(names.slice(0, -1)) } : {};
    elements.set(JSON.stringify(names), { kind, path: names.join('.'), ...parent, ...rest });
  };
  for (const database of databases) {
    add('database', [database.name]);
    for (const schema of database.schemas) {
      add('schema', [database.name, schema.name]);
      for (const table of schema.tables) {
        add('table', [database.name, schema.name, table.name], { table });
        for (const column of table.columns)
          add('column', [database.name, schema.name, table.name, column.column_name], { column });
      }
    }
  }
  return elements;
}

function detailOf(before: Element | undefined, after: Element): string | undefined {
  if (before?.table && after.table) return accessDetail(before.table, after.table);
  if (!before?.column || !after.column) return undefined;
  const details = columnDetails(before.column, after.column);
  return details.length > 0 ? details.join(', ') : undefined;
}

function columnDetails(before: Column, after: Column): string[] {
  const details: string[] = [];
  if (before.type_name !== after.type_name) details.push(`type ${before.type_name} → ${after.type_name}`);
  if (before.nullable !== after.nullable) details.push(after.nullable ? 'is nullable now' : 'is not nullable any more');
  if (before.primary_key !== after.primary_key)
    details.push(after.primary_key ? 'is in the primary key now' : 'is no longer in the primary key');
  if (before.repeated !== after.repeated) details.push(after.repeated ? 'is an array now' : 'is no array any more');
  const access = accessDetail(before, after);
  return access === undefined ? details : [...details, access];
}

function accessDetail(before: Table | Column, after: Table | Column): string | undefined {
  if (before.has_read_access === after.has_read_access) return undefined;
  return after.has_read_access ? 'can be read again' : 'can no longer be read';
}
