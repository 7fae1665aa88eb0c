import type { PipeTransform } from '@nestjs/common';
import { badData, badFormat } from '@tributary/contracts/errors';
import type { z } from 'zod';
import { fieldPath } from './json-body.js';

/** A schema, or what is as good as one. */
export interface Checker {
  safeParse(value: unknown): z.ZodSafeParseResult<unknown>;
}

/** What a value is that has been checked. */
export type Checked<Schema extends Checker> = Extract<ReturnType<Schema['safeParse']>, { success: true }>['data'];

/** Most problems named in one message. */
const maxProblems = 5;

/**
 * The pipe that turns a body, query or parameter object into the schema's type.
 *
 * @example list(\@Query(parse(ListQuery)) query: ListQuery)
 */
export const parse = <Schema extends Checker>(schema: Schema): PipeTransform<unknown, Checked<Schema>> => ({
  transform: (value) => parseOrThrow(schema, value),
});

/** Throws BAD_REQUEST_DATA naming each field, `$events[0].$event_name: …`, or BAD_REQUEST_FORMAT without a body. */
export function parseOrThrow<Schema extends Checker>(schema: Schema, value: unknown): Checked<Schema> {
  if (value === undefined) throw badFormat('a JSON body is required, with Content-Type: application/json');
  const result = schema.safeParse(value);
  if (!result.success) throw badData(describe(result.error));
  return result.data;
}

/** One clause per problem, the first `maxProblems` of them. */
export function describe(error: z.ZodError): string {
  const clauses = error.issues.slice(0, maxProblems).map((issue) => `${fieldPath(issue.path)}: ${issue.message}`);
  const more = error.issues.length - clauses.length;
  return clauses.join('; ') + (more > 0 ? `; and ${more} more` : '');
}
