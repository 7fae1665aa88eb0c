import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { diffLines, shortenDiff } from './diff-lines.js';

const texts = fc
  .array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 12 })
  .map((lines) => lines.join('\n'));
const side = (diff: ReturnType<typeof diffLines>, kind: 'theirs' | 'mine') =>
  diff
    .filter((line) => line.kind === 'same' || line.kind === kind)
    .map(({ text }) => text)
    .join('\n');

describe('diffLines', () => {
  it('has both texts in it, and no change between equal ones', () =>
    fc.assert(
      fc.property(texts, texts, (theirs, mine) => {
        const diff = diffLines(theirs, mine);
        expect(side(diff, 'theirs')).toBe(theirs);
        expect(side(diff, 'mine')).toBe(mine);
        expect(diffLines(mine, mine).every(({ kind }) => kind === 'same')).toBe(true);
      }),
    ));

  it('finds the line that differs', () =>
    expect(diffLines('a\nb\nc', 'a\nx\nc').filter(({ kind }) => kind !== 'same')).toEqual([
      { kind: 'theirs', text: 'b' },
      { kind: 'mine', text: 'x' },
    ]));

  it('stays fast with large texts that have nothing in common', () => {
    const large = (prefix: string) => Array.from({ length: 5_000 }, (_each, index) => `${prefix}${index}`).join('\n');
    expect(diffLines(large('a'), large('b'))).toHaveLength(10_000);
  });
});

describe('shortenDiff', () => {
  it('leaves out what is far from a change', () => {
    const same = Array.from({ length: 20 }, (_each, index) => String(index)).join('\n');
    expect(shortenDiff(diffLines(same, `${same}\nx`)).map((line) => ('text' in line ? line.text : line.count))).toEqual(
      [17, '17', '18', '19', 'x'],
    );
  });
});
