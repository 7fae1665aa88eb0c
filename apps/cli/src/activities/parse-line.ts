import { ExactNumber, parseJson } from '@tributary/client/exact-json';
import type { Activity } from '@tributary/sdk';

type ParsedLine = { activity: Activity } | { error_code: string; error: string };

/** The activity of a line. Its numbers keep their texts. */
export function parseLine(text: string | undefined): ParsedLine {
  if (text === undefined)
    return { error_code: 'BAD_REQUEST_FORMAT', error: 'the line is longer than an activity may be' };
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return { error_code: 'BAD_REQUEST_FORMAT', error: 'the line is not JSON' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof ExactNumber)
    return { error_code: 'BAD_REQUEST_DATA', error: 'the line is not a JSON object' };
  const { $user_identifiers } = value as Record<string, unknown>;
  if ($user_identifiers != null && !Array.isArray($user_identifiers))
    return { error_code: 'BAD_REQUEST_DATA', error: '$user_identifiers: must be a list' };
  return { activity: value as Activity };
}
