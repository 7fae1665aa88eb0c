import { RE2JS } from 're2js';

/** Instructions of one pattern: a text is checked in at most so many steps for each of its characters. */
const maxProgram = 2_000;

export interface LinearPattern {
  matches: (text: string) => boolean;
  /** Steps for each character of a text. */
  cost: number;
}

/**
 * A pattern of RE2, which runs in time that is linear in the text: without references to groups and without looking ahead
 * or behind.
 *
 * @throws Error with the reason
 */
export function linearPattern(source: string): LinearPattern {
  const compiled = compile(source);
  const size = compiled.programSize();
  if (size > maxProgram) throw new Error(`is larger than ${maxProgram} instructions`);
  return { matches: (text) => compiled.test(text), cost: 1 + Math.ceil(size / 50) };
}

/** The engine's own words name what our users never see: its dialect, and the pattern as translated for it. */
function compile(source: string): RE2JS {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(source));
  } catch {
    throw new Error(
      'must be a pattern of RE2, with closed brackets, and without references to groups and looking ahead or behind',
    );
  }
}
