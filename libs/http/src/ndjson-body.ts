import { maxLines } from '@tributary/contracts/collecting/collect-query';
import { ApiError, badData, badFormat } from '@tributary/contracts/errors';
import { markLength, parseJson, type ParsedJson } from './json-body.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route also takes `application/x-ndjson`. Its body is then the checked bytes, for `mapLines`. */
    takesNdjson?: true;
  }
}

/** Statuses of errors that are about one line: it is malformed, or the caller may not send it. */
const refusing = new Set([400, 403]);

/**
 * Reads an NDJSON body line by line: each line obeys the rules of a JSON body, and blank lines are skipped. A line that is
 * refused gives its error instead of a result and does not affect the others. Errors of other kinds are thrown.
 *
 * @param read gets each line that is JSON, without white space around it, and its number: from 1, refused lines count and
 *   blank ones do not
 * @param onRefused gets each line that is refused
 * @returns results in the order of the lines
 * @throws BAD_REQUEST_FORMAT for an empty body, and for a JSON body in several lines
 * @throws BAD_REQUEST_DATA for more than `maxLines`
 */
export function mapLines<Result>(
  bytes: Buffer,
  read: (line: ParsedJson, number: number) => Result,
  onRefused?: (line: Buffer, error: ApiError) => void,
): (Result | ApiError)[] {
  const lines = splitLines(bytes);
  if (lines.length === 0) throw badFormat('the body has no lines');
  return lines.map((line, index) => {
    try {
      return read(parseJson(line), index + 1);
    } catch (error) {
      if (!(error instanceof ApiError) || !refusing.has(error.status)) throw error;
      // The first line of such a body is no JSON, but a later one may be: without this check it would be stored alone.
      if (index === 0 && lines.length > 1 && isJson(bytes))
        throw badFormat('the body is one JSON text in several lines: send it as application/json');
      onRefused?.(line, error);
      return error;
    }
  });
}

/** The lines of a body that was refused whole. One JSON text in several lines is one, as is an empty body. */
export function linesOf(bytes: Buffer): Buffer[] {
  const lines = splitLines(bytes, Infinity);
  return lines.length === 0 || isJson(bytes) ? [bytes] : lines;
}

/** The lines that are not blank, without the white space around them. A byte order mark at the start is skipped. */
function splitLines(bytes: Buffer, most = maxLines): Buffer[] {
  const lines: Buffer[] = [];
  let start = skipSpace(bytes, markLength(bytes));
  while (start < bytes.length) {
    if (lines.length === most) throw badData(`the body has more than ${maxLines} lines`);
    const lineFeed = bytes.indexOf(newLine, start);
    const next = lineFeed === -1 ? bytes.length : lineFeed;
    let end = next;
    while (isSpace(bytes[end - 1])) end -= 1;
    lines.push(bytes.subarray(start, end));
    start = skipSpace(bytes, next);
  }
  return lines;
}

const [space, tab, newLine, carriageReturn] = [0x20, 0x09, 0x0a, 0x0d];

/** The white space of JSON. No other UTF-8 character contains these bytes. */
const isSpace = (byte: number | undefined) =>
  byte === space || byte === tab || byte === newLine || byte === carriageReturn;

function skipSpace(bytes: Buffer, start: number): number {
  let at = start;
  while (isSpace(bytes[at])) at += 1;
  return at;
}

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString('utf8'));
    return true;
  } catch {
    return false;
  }
}
