import { createHash } from 'node:crypto';
import { allZeros, junkWords, ofDevice } from '../rules/junk-words.js';

/** The names of what is junk without being a word. */
const empty = 'empty';
const zeros = 'all zeros';

/** The word that a text stands for, lower-cased; also for its hexadecimal hashes: some clients hash a placeholder, too. */
const wordOf = new Map<string, string>([['', empty]]);
for (const word of ['', ...junkWords]) {
  for (const spelling of word === '' ? [''] : spellings(word))
    for (const digest of digestsOf(spelling)) wordOf.set(digest, word || empty);
  if (word !== '') wordOf.set(word.toLowerCase(), word);
}

function spellings(word: string): string[] {
  const lower = word.toLowerCase();
  return [word, lower, word.toUpperCase(), lower.charAt(0).toUpperCase() + lower.slice(1)];
}

function digestsOf(text: string): string[] {
  return ['md5', 'sha1', 'sha256'].map((algorithm) => createHash(algorithm).update(text).digest('hex'));
}

const longest = Math.max(...[...wordOf.keys()].map(({ length }) => length));

/** Words that identify people in a datamart all the same, with their hashes: its `junk_exceptions`, lower-cased. */
export type JunkExceptions = ReadonlySet<string>;

export const noExceptions: JunkExceptions = new Set();

export const junkExceptions = (words: readonly string[]): JunkExceptions =>
  words.length === 0 ? noExceptions : new Set(words.map((word) => word.trim().toLowerCase()));

/**
 * The placeholder value that a tracker has sent without an identifier: one of `junkWords`, `empty` or `all zeros`. Undefined
 * for any other value. To join on a placeholder would merge unrelated people.
 */
export function junkWord(value: string, exceptions = noExceptions): string | undefined {
  const text = value.trim();
  if (allZeros.test(text)) return zeros;
  const word = text.length > longest ? undefined : wordOf.get(text.toLowerCase());
  return word === undefined || exceptions.has(word.toLowerCase()) ? undefined : word;
}

export const isJunk = (value: string, exceptions?: JunkExceptions): boolean =>
  junkWord(value, exceptions) !== undefined;

/** `junkWord` of an agent. */
export const junkAgentWord = (value: string, exceptions?: JunkExceptions): string | undefined =>
  junkWord(value, exceptions) ??
  (ofDevice.test(value.trim()) && allZeros.test(value.slice(value.lastIndexOf(':') + 1).trim()) ? zeros : undefined);

/** Follows the name of a field. */
export const isJunkMessage = 'is empty or a placeholder such as "null" or all zeros, and identifies no person';
