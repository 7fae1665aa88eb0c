import type { ColumnOptions } from 'typeorm';

/** 64-bit integer below 2^53, such as epoch milliseconds: read as a number, where pg would return text. */
export const safeInteger: ColumnOptions = { type: 'bigint', transformer: { to: keep, from: Number } };

/** The same, nullable. Null is read as undefined. */
export const optionalInteger: ColumnOptions = {
  type: 'bigint',
  nullable: true,
  transformer: { to: keep, from: (text: string | null) => (text === null ? undefined : Number(text)) },
};

/** Nullable column. Null is read as undefined, so JSON omits the property; write `emptied` to set null. */
export const optional: ColumnOptions = { nullable: true, transformer: { to: keep, from: orUndefined } };

/** JSON in a text column. */
export const json: ColumnOptions = {
  type: 'text',
  transformer: { to: (value: unknown) => JSON.stringify(value), from: (text: string): unknown => JSON.parse(text) },
};

/** Nullable JSON in a text column: TypeORM gives a list for a jsonb column to pg, which writes an array of PostgreSQL. */
export const optionalJson: ColumnOptions = {
  type: 'text',
  nullable: true,
  transformer: {
    to: (value: unknown) => value && JSON.stringify(value),
    from: (text: string | null): unknown => (text === null ? undefined : JSON.parse(text)),
  },
};

/** Sets an `optional` column to null in an update: TypeORM ignores undefined values. */
export const emptied = () => 'null';

function keep<T>(value: T): T {
  return value;
}

function orUndefined<T>(value: T | null): T | undefined {
  return value ?? undefined;
}
