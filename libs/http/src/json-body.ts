import { isUtf8 } from 'node:buffer';
import { badData, badFormat } from '@tributary/contracts/errors';

/** Deepest nesting of a JSON body; the body itself is depth 1. */
export const maxDepth = 32;

/**
 * Parses a request body. Refuses what is not UTF-8 or not JSON (BAD_REQUEST_FORMAT), and what no store could keep
 * (BAD_REQUEST_DATA): nesting beyond `maxDepth`, U+0000 and halves of surrogate pairs in a text.
 */
export function parseJson(bytes: Buffer): { text: string; value: unknown } {
  if (!isUtf8(bytes)) throw badFormat('the body is not valid UTF-8');
  const text = bytes.toString('utf8');
  const value = jsonValue(text);
  // Valid UTF-8 holds neither half surrogates nor, in valid JSON, a raw U+0000: only an escape can bring them in.
  const hasEscapes = text.includes('\\u');
  // Where a fault is, is kept track of only when there may be one: most bodies are small and flat, and there are many.
  if (hasEscapes || isDeeperThan(value, maxDepth)) assertStorable(value, hasEscapes, []);
  return { text, value };
}

function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) return true;
  for (const key in value) if (isDeeperThan((value as Record<string, unknown>)[key], depth - 1)) return true;
  return false;
}

function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw badFormat(`the body is not JSON${placeOf(error as SyntaxError)}`);
  }
}

/** V8 quotes what surrounds the fault, which may be personal: only where it is goes into the answer. */
function placeOf({ message }: SyntaxError): string {
  const [place] = /at position \d+/.exec(message) ?? [];
  return place ? `, ${place}` : '';
}

function assertStorable(value: unknown, hasEscapes: boolean, path: (string | number)[]): void {
  if (typeof value === 'string') {
    if (hasEscapes && !isStorable(value)) throw badData(`${fieldPath(path)}: holds U+0000 or half a surrogate pair`);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (path.length >= maxDepth) throw badData(`${fieldPath(path)}: nested deeper than ${maxDepth} levels`);
  for (const key in value) {
    if (hasEscapes && !isStorable(key))
      throw badData(`${fieldPath(path)}: a key holds U+0000 or half a surrogate pair`);
    path.push(Array.isArray(value) ? Number(key) : key);
    assertStorable((value as Record<string, unknown>)[key], hasEscapes, path);
    path.pop();
  }
}

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');

/** `['$events', 0, '$event_name']` → `$events[0].$event_name`; the body itself is `body`. */
export function fieldPath(path: readonly PropertyKey[]): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return text === '' ? 'body' : text.replace(/^\./, '');
}
