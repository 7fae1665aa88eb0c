import { inOwnSpelling } from '@tributary/contracts/imports/own-spelling';
import type { ImportOperation } from '@tributary/contracts/imports/import-messages';
import type { JunkExceptions } from '@tributary/contracts/tracking/junk';
import { type Checked, parseOrThrow } from '@tributary/http/parse';
import { withExactIntegers } from '@tributary/http/body/exact-integers';
import { rawMembers, type RawMembers } from '@tributary/http/body/raw-members';
import { z } from 'zod';

/** One record of a file, decoded. */
export interface Line {
  value: unknown;
  /** The members of a JSON line as the client wrote them. The cells of a CSV row are converted to members. */
  members: () => RawMembers;
  /** The line itself. */
  text: string;
}

/** The settings that parsing a line needs besides its text. */
export interface LineContext {
  /** Physical line, from 1. */
  line: number;
  /** Returns the id for an activity without `$unique_key`; `idsOfLines` creates this function. */
  idOf: (line: number) => string;
  /** When the execution was created. Durations count from it, so parsing a line again has the same result. */
  creation_ts: number;
  /** Words of the junk list that identify people in the datamart. */
  junkExceptions: JunkExceptions;
  /** Counts junk identifiers that a valid line does without. */
  leaveOut?: (identifiers: number) => void;
  /** Gets the fields of the line that its type does not have. */
  ignore?: (fields: string[]) => void;
  /** Called for a line with a time before the year 2000, for each of them. */
  sawEarlyTime?: () => void;
}

/** Throws an ApiError if the line is invalid. */
export type ReadLine = (line: Line, context: LineContext) => ImportOperation;

export const jsonLine = (text: string, value: unknown): Line => ({ text, value, members: () => rawMembers(text) });

/** Validates the line against a schema. Throws BAD_REQUEST_DATA with the problems. */
export function conforming<Schema extends z.ZodType>(
  schema: Schema,
  line: Line,
  context: LineContext,
): Checked<Schema> {
  const value = inOwnSpelling(withExactIntegers(line), fieldsOf(schema).has('type'));
  const read = parseOrThrow(schema, value);
  const ignored = Object.keys(value as object).filter((field) => !fieldsOf(schema).has(field));
  if (ignored.length > 0) context.ignore?.(ignored);
  return read;
}

const known = new WeakMap<z.ZodType, ReadonlySet<string>>();

/** The fields of the lines of a type. `inOwnSpelling` gives each line an operation. */
function fieldsOf(schema: z.ZodType): ReadonlySet<string> {
  let fields = known.get(schema);
  if (!fields) known.set(schema, (fields = new Set(['operation', ...shapesOf(schema).flatMap(Object.keys)])));
  return fields;
}

const shapesOf = (schema: z.ZodType): object[] =>
  schema instanceof z.ZodDiscriminatedUnion
    ? schema.options.flatMap((option) => shapesOf(option as z.ZodType))
    : schema instanceof z.ZodObject
      ? [schema.shape]
      : [];
