import type { ImportOperation } from '@tributary/contracts/import-messages';
import { describe, type Checked, type Checker } from '@tributary/http/parse';
import { badData } from '@tributary/contracts/errors';
import { rawMembers, type RawMembers } from './raw-members.js';

/** One record of a file, decoded. */
export interface Line {
  value: unknown;
  /** Members as they were written; of a CSV row, what its cells mean. */
  members: () => RawMembers;
  /** The line itself. */
  text: string;
}

/** What a line is read with beside its text. */
export interface LineContext {
  /** Physical line, from 1. */
  line: number;
  /** What a line is called that brings no id: `idsOfLines`. */
  idOf: (line: number) => string;
  /** When the execution was created: what durations count from, so that a line means the same whenever it is parsed. */
  creation_ts: number;
}

/** Throws an ApiError when the line breaks a rule. */
export type ReadLine = (line: Line, context: LineContext) => ImportOperation;

export const jsonLine = (text: string, value: unknown): Line => ({ text, value, members: () => rawMembers(text) });

/** The line by its schema; BAD_REQUEST_DATA names what is wrong. */
export function conforming<Schema extends Checker>(schema: Schema, { value }: Line): Checked<Schema> {
  const result = schema.safeParse(value);
  if (!result.success) throw badData(describe(result.error));
  return result.data;
}
