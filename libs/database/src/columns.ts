import type { ColumnOptions } from 'typeorm';

/** Integer of 64 bits that stays below 2^53, as milliseconds since the epoch do: a number, where pg would give text. */
export const safeInteger: ColumnOptions = { type: 'bigint', transformer: { to: keep, from: Number } };

/** Column that may be null. The entity's property is then undefined, and so left out of JSON; `emptied` empties it. */
export const optional: ColumnOptions = { nullable: true, transformer: { to: keep, from: orUndefined } };

/** What an update writes into an `optional` column to empty it: TypeORM leaves alone what is undefined. */
export const emptied = () => 'null';

function keep<T>(value: T): T {
  return value;
}

function orUndefined<T>(value: T | null): T | undefined {
  return value ?? undefined;
}
