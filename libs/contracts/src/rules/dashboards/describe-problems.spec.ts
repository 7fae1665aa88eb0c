import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { invalidContents, unstorableContents, validContents } from '../../../test/content-cases.js';
import { describeProblems, maxContentProblems } from './describe-problems.js';

describe('describeProblems', () => {
  it.each(validContents)('finds none in %s', (_case, content) => expect(describeProblems(content)).toEqual([]));

  it.each([...invalidContents, ...unstorableContents])('finds %s, and names the path', (_case, content, path) => {
    expect(describeProblems(content)).toEqual([{ path, message: expect.any(String) }]);
  });

  it('finds every problem of a content, up to a limit', () => {
    const cards = Array.from({ length: 100 }, () => ({ x: -1, y: 0, w: 1, h: 1, charts: [] }));
    const problems = describeProblems({ sections: [{ cards }] });
    expect(problems).toHaveLength(maxContentProblems);
    expect(problems[1]).toEqual({ path: 'sections[0].cards[1].x', message: 'must be a whole number from 0 to 1000' });
  });

  it('counts bytes, not characters', () => {
    expect(describeProblems({ sections: [], extra: 'e'.repeat(524_288) })).toEqual([]);
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.jsonValue(), (content) => void describeProblems(content)));
  });
});
