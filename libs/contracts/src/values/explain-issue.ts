import type { z } from 'zod';

const typeNames: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  tuple: 'a list',
  null: 'null',
};

const formNames: Record<string, string> = {
  guid: 'a UUID',
  uuid: 'a UUID',
  url: 'an absolute URL',
  email: 'an e-mail address',
};

/** Units of sizes. Numbers have none. */
const unitNames: Record<string, [one: string, many: string]> = {
  string: ['character', 'characters'],
  array: ['element', 'elements'],
  record: ['member', 'members'],
};

/**
 * The words of every refusal whose schema has none of its own: what the field must be, never the validator's sentence.
 *
 * @example schema.safeParse(value, { error: explainIssue }) // an absent text: `is required`
 */
export const explainIssue: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${typeNames[issue.expected] ?? 'of another type'}`;
    case 'invalid_value':
      return issue.input === undefined ? 'is required' : mustBeOneOf(issue.values);
    case 'too_small':
      return explainMinimum(issue);
    case 'too_big':
      return explainMaximum(issue);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return `must be ${formNames[issue.format] ?? 'in another form'}`;
    case 'unrecognized_keys':
      return `has unknown members: ${issue.keys.join(', ')}`;
    case 'invalid_union':
      return explainUnion(issue);
    default:
      return 'is not allowed';
  }
};

function mustBeOneOf(values: readonly unknown[]): string {
  const texts = values.map(String);
  return texts.length <= 2 ? `must be ${texts.join(' or ')}` : `must be one of ${texts.join(', ')}`;
}

function explainMinimum({ origin, minimum, inclusive }: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string {
  const units = unitNames[origin];
  if (units) return Number(minimum) === 1 ? 'must not be empty' : `must have at least ${minimum} ${units[1]}`;
  return inclusive === false ? `must be greater than ${minimum}` : `must be at least ${minimum}`;
}

function explainMaximum({ origin, maximum, inclusive }: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>): string {
  const units = unitNames[origin];
  if (units) return `must have at most ${maximum} ${units[Number(maximum) === 1 ? 0 : 1]}`;
  return inclusive === false ? `must be less than ${maximum}` : `must be at most ${maximum}`;
}

/** A union that is chosen by a member is refused at that member. */
function explainUnion({ discriminator, options, input }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>): string {
  if (discriminator === undefined) return 'has none of the allowed forms';
  const chosen = (input as Record<string, unknown> | null | undefined)?.[discriminator];
  if (chosen === undefined) return 'is required';
  return Array.isArray(options) && options.length > 0 ? mustBeOneOf(options) : 'must be one of the documented values';
}
