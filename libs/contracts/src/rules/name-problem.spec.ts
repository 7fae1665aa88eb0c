import { describe, expect, it } from '@jest/globals';
import { nameProblem } from './name-problem.js';

/** The first and the last of each range that is refused, and their neighbours, which are not. */
const refused = [0x00, 0x1f, 0x7f, 0x9f, 0x61c, 0x200e, 0x200f, 0x2028, 0x202e, 0x2066, 0x2069];
const neighbours = [0x20, 0x7e, 0xa0, 0x61b, 0x61d, 0x200d, 0x2010, 0x2027, 0x202f, 0x2065, 0x206a];
const codePoint = (code: number) => `U+${code.toString(16).padStart(4, '0')}`;

describe('nameProblem', () => {
  it.each(refused.map((code) => [codePoint(code), code]))('refuses %s in a name', (_name, code) =>
    expect(nameProblem(`a${String.fromCodePoint(code as number)}b`)).toMatch(/^must not hold line breaks, control/),
  );

  it.each(neighbours.map((code) => [codePoint(code), code]))('accepts %s in a name (control)', (_name, code) =>
    expect(nameProblem(`a${String.fromCodePoint(code as number)}b`)).toBeUndefined(),
  );

  it.each([
    ['a space', ' '],
    ['a no-break space', '\u00a0'],
    ['an ideographic space', '\u3000'],
    ['a zero-width space', '\u200b'],
    ['joiners', '\u200c\u200d'],
    ['a word joiner', '\u2060'],
    ['a byte order mark', '\ufeff'],
    ['a soft hyphen', '\u00ad'],
    ['a Hangul filler', '\u3164'],
    ['a variation selector', '\ufe0f'],
    ['tags', '\u{e0041}\u{e007f}'],
    ['a braille blank', '\u2800'],
    ['all of them', ' \u200b\u3164\u2800'],
  ])('refuses a name of nothing but %s', (_case, name) =>
    expect(nameProblem(name)).toBe('must hold a visible character'),
  );

  it.each([
    'x',
    '-',
    '日本',
    'نامه\u200cها',
    '👨\u200d👩\u200d👧',
    '❤\ufe0f',
    'Zürich 2',
    ' padded ',
    'e\u0301',
    '\u0e33',
    '',
  ])('accepts %j', (name) => expect(nameProblem(name)).toBeUndefined());
});
