import type { ImportOperation } from '@tributary/contracts/imports/import-messages';
import { describe, type Checked, type Checker } from '@tributary/http/parse';
import { badData } from '@tributary/contracts/errors';
import { withExactIntegers } from '@tributary/http/body/exact-integers';
import { rawMembers, type RawMembers } from '@tributary/http/body/raw-members';

/** One record of a file, decoded. */
export interface Line {
  value: unknown;
  /** The members of a JSON line as the client wrote them. The cells of a CSV row are converted to members. */
  members: () => RawMembers;
  /** The line itself. */
  text: string;
}

/** What parsing a line needs besides its text. */
export interface LineContext {
  /** Physical line, from 1. */
  line: number;
  /** Returns the id for an activity without `$unique_key`; `idsOfLines` creates this function. */
  idOf: (line: number) => string;
  /** When the execution was created. Durations count from it, so parsing a line again has the same result. */
  creation_ts: number;
  /** Counts junk identifiers that a valid line does without. */
  leaveOut?: (identifiers: number) => void;
}

/** Throws an ApiError if the line is invalid. */
export type ReadLine = (line: Line, context: LineContext) => ImportOperation;

export const jsonLine = (text: string, value: unknown): Line => ({ text, value, members: () => rawMembers(text) });

/** Validates the line against a schema. Throws BAD_REQUEST_DATA with the problems. */
export function conforming<Schema extends Checker>(schema: Schema, line: Line): Checked<Schema> {
  const result = schema.safeParse(withExactIntegers(line));
  if (!result.success) throw badData(describe(result.error));
  return result.data;
}
