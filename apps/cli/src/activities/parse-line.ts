import type { Activity } from '@tributary/sdk';

export type ParsedLine = { activity: Activity } | { error_code: string; error: string };

/** Newer than the library of the compiler (ECMAScript: JSON.parse source text access). */
const { parse, rawJSON } = JSON as unknown as {
  parse: (text: string, revive?: (key: string, value: unknown, context: { source?: string }) => unknown) => unknown;
  rawJSON: (text: string) => unknown;
};

/** The activity of a line. Digits of integers beyond 2^53 stay as they are: they are ids. */
export function parseLine(text: string | undefined): ParsedLine {
  if (text === undefined)
    return { error_code: 'BAD_REQUEST_FORMAT', error: 'the line is longer than an activity may be' };
  let value: unknown;
  try {
    value = parse(text, /\d{16}/.test(text) ? keepDigits : undefined);
  } catch {
    return { error_code: 'BAD_REQUEST_FORMAT', error: 'the line is not JSON' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { error_code: 'BAD_REQUEST_DATA', error: 'the line is not a JSON object' };
  const { $user_identifiers } = value as Record<string, unknown>;
  if ($user_identifiers != null && !Array.isArray($user_identifiers))
    return { error_code: 'BAD_REQUEST_DATA', error: '$user_identifiers: must be a list' };
  return { activity: value as Activity };
}

const keepDigits = (_key: string, value: unknown, { source }: { source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && source !== undefined && /^-?\d+$/.test(source)
    ? rawJSON(source)
    : value;
