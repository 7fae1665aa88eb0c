import { isStorable, maxBodyBytes, maxBodyDepth } from '../json/body-limits.js';

/** A problem that makes the server refuse a content with 400. */
export interface ContentProblem {
  /** `sections[0].cards[1].x`; empty for the whole content. */
  path: string;
  message: string;
}

interface Place {
  value: unknown;
  path: string;
  depth: number;
}

/**
 * Finds texts that no request body may hold: U+0000, half a surrogate pair, too much nesting; and a content that is too
 * large.
 */
export function findUnstorable(content: object): ContentProblem[] {
  const problems: ContentProblem[] = [];
  const places: Place[] = [{ value: content, path: '', depth: 1 }];
  // A list of places instead of recursion: a pasted JSON may be nested deeper than the stack.
  for (let place = places.pop(); place; place = places.pop()) {
    const problem = describe(place);
    if (problem) problems.push({ path: place.path, message: problem });
    else places.push(...within(place));
  }
  return problems.length === 0 && isTooLarge(content)
    ? [{ path: '', message: `must not be larger than ${maxBodyBytes} bytes as JSON` }]
    : problems;
}

function describe({ value, depth }: Place): string | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : 'must not hold U+0000 or half a surrogate pair';
  const isContainer = typeof value === 'object' && value !== null;
  return isContainer && depth > maxBodyDepth ? `must not be nested deeper than ${maxBodyDepth} levels` : undefined;
}

function within({ value, path, depth }: Place): Place[] {
  if (Array.isArray(value))
    return (value as unknown[]).map((each, index) => ({ value: each, path: `${path}[${index}]`, depth: depth + 1 }));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]): Place[] => {
    const place = { path: path === '' ? name : `${path}.${name}`, depth: depth + 1 };
    return [
      { value: each, ...place },
      { value: name, ...place },
    ];
  });
}

function isTooLarge(content: object): boolean {
  const text = JSON.stringify(content);
  // A character has 1 to 3 bytes for each UTF-16 unit, so most contents need no count.
  if (text.length * 3 <= maxBodyBytes) return false;
  let bytes = 0;
  for (const character of text) bytes += utf8Length(character.codePointAt(0) ?? 0);
  return bytes > maxBodyBytes;
}

function utf8Length(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
