import { createHash } from 'node:crypto';

/** Trackers send these without an identifier: JavaScript, SQL and other languages write nothing in these words. */
const words = 'null|undefined|none|nil|NaN|(null)|[object Object]|true|false|anonymous|guest|not_authenticated'.split(
  '|',
);
const longestWord = Math.max(...words.map(({ length }) => length));
const folded: ReadonlySet<string> = new Set(['', ...words.map((word) => word.toLowerCase())]);

/** Some clients hash a placeholder, too. */
const digests: ReadonlySet<string> = new Set(
  ['', ...words.flatMap(spellings)].flatMap((text) =>
    ['md5', 'sha1', 'sha256'].map((algorithm) => createHash(algorithm).update(text).digest('hex')),
  ),
);

function spellings(word: string): string[] {
  const lower = word.toLowerCase();
  return [word, lower, word.toUpperCase(), lower.charAt(0).toUpperCase() + lower.slice(1)];
}

const allZeros = /^0[0-]*$/;

/** Placeholder values that trackers send without an identifier. To join on one would merge unrelated people. */
export function isJunk(value: string): boolean {
  const text = value.trim();
  if (allZeros.test(text)) return true;
  return (text.length <= longestWord ? folded : digests).has(text.toLowerCase());
}

/** Agents of devices end with an advertising id, `mob:ios:raw:<id>`, which is all zeros without consent. */
const ofDevice = /^(?:mob|mov|tv):/i;

export const isJunkAgent = (value: string): boolean =>
  isJunk(value) || (ofDevice.test(value.trim()) && allZeros.test(value.slice(value.lastIndexOf(':') + 1).trim()));

/** Follows the name of a field. */
export const isJunkMessage = 'is empty or a placeholder such as "null" or all zeros, and identifies no person';
