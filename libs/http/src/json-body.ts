import { isUtf8 } from 'node:buffer';
import { badData, badFormat } from '@tributary/contracts/errors';
import { isStorable, maxBodyDepth } from '@tributary/contracts/rules/json/body-limits';
import { hasUnstorableEscape } from './body/escapes.js';
import { findLongNumber, maxNumberLength } from './body/long-number.js';
import { isDeeperThan } from './body/nesting.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Deepest nesting of the route's JSON body; absent: `maxBodyDepth`. */
    maxDepth?: number;
  }
}

/**
 * Parses a request body, or a line of one.
 *
 * @throws BAD_REQUEST_FORMAT if it is not UTF-8 or not JSON
 * @throws BAD_REQUEST_DATA if the stores cannot hold it: nesting beyond `depth`, U+0000 or half a surrogate pair; or if
 * a number is longer than `maxNumberLength`
 */
export function parseJson(bytes: Buffer, depth = maxBodyDepth): { text: string; value: unknown } {
  if (!isUtf8(bytes)) throw badFormat('the body is not valid UTF-8');
  const text = bytes.toString('utf8');
  const value = jsonValue(text);
  // Valid UTF-8 has no lone surrogates and valid JSON has no raw U+0000, so only an escape can produce them.
  const hasEscapes = text.includes('\\u');
  const isTooDeep = isDeeperThan(bytes, depth);
  // This is the hot path: only a body that may be invalid is walked through, to name the field.
  if (hasEscapes || isTooDeep) assertStorable(value, { hasEscapes, depth }, []);
  // The value lacks a member that another one of its name replaces, but the text is what the stores get.
  if (isTooDeep) throw badData(`body: nested deeper than ${depth} levels`);
  if (hasEscapes && hasUnstorableEscape(text)) throw badData(`body: ${unstorable}`);
  const longNumber = findLongNumber(text);
  if (longNumber) throw badData(`${fieldPath(longNumber)}: a number has more than ${maxNumberLength} characters`);
  return { text, value };
}

/** Bytes of the byte order mark of UTF-8 at the start. */
export const markLength = (bytes: Buffer): number =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;

/** A body or a line of one, as text and parsed. */
export type ParsedJson = ReturnType<typeof parseJson>;

const unstorable = 'holds U+0000 or half a surrogate pair';

function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw badFormat(`the body is not JSON${positionOf(error as SyntaxError)}`);
  }
}

/** V8's message quotes the text around the error, which may be personal data: only the position is returned. */
function positionOf({ message }: SyntaxError): string {
  const [position] = /at position \d+/.exec(message) ?? [];
  return position ? `, ${position}` : '';
}

interface StorableRules {
  hasEscapes: boolean;
  depth: number;
}

function assertStorable(value: unknown, rules: StorableRules, path: (string | number)[]): void {
  const { hasEscapes, depth } = rules;
  if (typeof value === 'string') {
    if (hasEscapes && !isStorable(value)) throw badData(`${fieldPath(path)}: ${unstorable}`);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (path.length >= depth) throw badData(`${fieldPath(path)}: nested deeper than ${depth} levels`);
  for (const key in value) {
    if (hasEscapes && !isStorable(key))
      throw badData(`${fieldPath(path)}: a key holds U+0000 or half a surrogate pair`);
    path.push(Array.isArray(value) ? Number(key) : key);
    assertStorable((value as Record<string, unknown>)[key], rules, path);
    path.pop();
  }
}

/** `['$events', 0, '$event_name']` → `$events[0].$event_name`; the empty path → `body`. */
export function fieldPath(path: readonly PropertyKey[]): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return text === '' ? 'body' : text.replace(/^\./, '');
}
