import { z } from 'zod';
import type { SeenColumn } from './engine.js';

/** A field of a BigQuery table. A RECORD has nested fields. */
export interface Field {
  name: string;
  type: string;
  mode?: string;
  fields?: Field[];
}

export const Field: z.ZodType<Field> = z.object({
  name: z.string(),
  type: z.string(),
  mode: z.string().optional(),
  get fields(): z.ZodOptional<z.ZodArray<z.ZodType<Field>>> {
    return z.array(Field).optional();
  },
});

/**
 * Turns nested fields into columns, each after its record and named by its path (`address.city`), as in BigQuery's
 * INFORMATION_SCHEMA. Paths are unique, because a name cannot contain a dot.
 */
export function flattenFields(fields: Field[], primaryKey: string[], prefix = ''): SeenColumn[] {
  return fields.flatMap(({ name, type, mode, fields: nested = [] }) => {
    const column_name = prefix + name;
    const column: SeenColumn = {
      column_name,
      type_name: type,
      nullable: mode !== 'REQUIRED' && mode !== 'REPEATED',
      primary_key: primaryKey.includes(column_name),
      repeated: mode === 'REPEATED',
      // The listing API says nothing about the policy tags of columns.
      has_read_access: true,
    };
    return [column, ...flattenFields(nested, primaryKey, `${column_name}.`)];
  });
}
