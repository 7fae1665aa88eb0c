import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { isJunk, junkAgentWord, junkExceptions, junkWord } from './junk.js';
import { junkWords } from '../rules/junk-words.js';

const words = (
  '| |null|NULL|undefined|None|nil|NaN|nan|(null)|[object Object]|[OBJECT OBJECT]|true|False|anonymous|Guest|' +
  'not_authenticated| null\t'
).split('|');
const zeros = ['0', '0000', '00000000-0000-0000-0000-000000000000', '0'.repeat(64)];
const hex = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex');
const digests = ['', 'null', 'NULL', 'Null', 'NaN', 'nan', '[object Object]', 'Undefined', 'GUEST'].flatMap((word) =>
  ['md5', 'sha1', 'sha256'].flatMap((algorithm) => [hex(algorithm, word), hex(algorithm, word).toUpperCase()]),
);
const persons = 'u-1|100|0a|nullable|guest-1|truest|anonymous@shop.example|[object]|no|unknown'.split('|');
const agents = ['mob:and:raw:38400000-8cf0-11bd-b23e-10b96e40000d', 'kiosk:0', 'till:null', 'web:1:0', ':', 'tv:1:'];
const hashes = [hex('sha256', 'ann@example.org'), hex('md5', 'nullable')];

describe('junk', () => {
  it.each([words, zeros, digests].flat())('is "%s", also as an agent', (value) => {
    expect(isJunk(value)).toBe(true);
    expect(junkAgentWord(value)).toBeDefined();
  });

  it.each([persons, agents, hashes].flat())('is not "%s"', (value) => {
    expect(isJunk(value)).toBe(false);
    expect(junkAgentWord(value)).toBeUndefined();
  });

  it.each(['mob:ios:raw:00000000-0000-0000-0000-000000000000', 'MOV:0', 'tv:12:000', ' tv:0 '])(
    'is the agent "%s" of a device without consent, but no other identifier',
    (value) => {
      expect(junkAgentWord(value)).toBeDefined();
      expect(isJunk(value)).toBe(false);
    },
  );
});

describe('a word that a datamart has taken out of the list', () => {
  const exceptions = junkExceptions([' Guest ']);

  it.each(['guest', 'GUEST', ' guest', hex('sha256', 'guest'), hex('md5', 'Guest')])('is none: "%s"', (value) => {
    expect(junkWord(value)).toBe('guest');
    expect(junkWord(value, exceptions)).toBeUndefined();
    expect(junkAgentWord(value, exceptions)).toBeUndefined();
  });

  it.each(['', '0', 'mob:ios:raw:0', ...junkWords.filter((word) => word !== 'guest')])('"%s" stays one', (value) => {
    expect(junkAgentWord(value, exceptions)).toBeDefined();
  });
});

it.each([
  ['', 'empty'],
  [' ', 'empty'],
  [hex('sha1', ''), 'empty'],
  ['00', 'all zeros'],
  ['NULL', 'null'],
  [hex('md5', '[object Object]'), '[object Object]'],
])('the word of "%s" is %s', (value, word) => {
  expect(junkWord(value)).toBe(word);
});
