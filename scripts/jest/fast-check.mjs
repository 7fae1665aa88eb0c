// fast-check, as specs import it. To see whether it can shrink a text, its unit `binary` makes a table of all million
// characters, which takes a second and 150 MB in each process; this one calculates.
import fc from '../../node_modules/fast-check/lib/fast-check.js';

const firstSurrogate = 0xd800;
const surrogates = 0x800;

/** Any character: a code point that is no surrogate. */
const anyCharacter = fc.nat(0x10ffff - surrogates).map(
  (number) => String.fromCodePoint(number < firstSurrogate ? number : number + surrogates),
  (character) => {
    const code = typeof character === 'string' ? (character.codePointAt(0) ?? -1) : -1;
    const number = code < firstSurrogate ? code : code - surrogates;
    if (code === -1 || !character.isWellFormed() || String.fromCodePoint(code) !== character)
      throw new Error('not a character');
    return number;
  },
);

export * from '../../node_modules/fast-check/lib/fast-check.js';
export const string = (constraints = {}) =>
  fc.string(constraints.unit === 'binary' ? { ...constraints, unit: anyCharacter } : constraints);
export default { ...fc, string };
