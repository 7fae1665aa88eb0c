import type { PipeTransform } from '@nestjs/common';
import { badData, badFormat } from '@tributary/contracts/errors';
import { explainIssue } from '@tributary/contracts/values/explain-issue';
import { maxProblems } from '@tributary/contracts/values/list-of';
import type { z } from 'zod';
import { withExactIntegers } from './body/exact-integers.js';
import { fieldPath, type ParsedJson } from './json-body.js';

/** A zod schema, or an object with a compatible `safeParse`. */
export interface Checker {
  safeParse(value: unknown, context?: { error: z.core.$ZodErrorMap }): z.ZodSafeParseResult<unknown>;
}

/** The type of a value that passed the check. */
export type Checked<Schema extends Checker> = Extract<ReturnType<Schema['safeParse']>, { success: true }>['data'];

/**
 * The pipe that turns a body, query or parameter object into the schema's type.
 *
 * @example list(\@Query(parse(ListQuery)) query: ListQuery)
 */
export const parse = <Schema extends Checker>(schema: Schema): PipeTransform<unknown, Checked<Schema>> => ({
  transform: (value) => parseOrThrow(schema, value),
});

/** @throws BAD_REQUEST_DATA naming each invalid field (`$events[0].$event_name: …`), BAD_REQUEST_FORMAT without a body */
export function parseOrThrow<Schema extends Checker>(schema: Schema, value: unknown): Checked<Schema> {
  if (value === undefined) throw badFormat('a JSON body is required, with Content-Type: application/json');
  const result = schema.safeParse(value, { error: explainIssue });
  if (!result.success) throw badData(describe(result.error));
  return result.data;
}

/** As `parseOrThrow`, for a JSON text: integers in place of ids become their digits as sent. */
export const parseExactly = <Schema extends Checker>(schema: Schema, json: ParsedJson): Checked<Schema> =>
  parseOrThrow(schema, withExactIntegers(json));

/** One clause per problem, the first `maxProblems` of them. Several checks of a field may say the same. */
function describe(error: z.ZodError): string {
  const clauses = [...new Set(error.issues.map((issue) => `${fieldPath(issue.path)}: ${issue.message}`))];
  return clauses.slice(0, maxProblems).join('; ') + (clauses.length > maxProblems ? '; and more' : '');
}
