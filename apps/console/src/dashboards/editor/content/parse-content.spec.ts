import { describe, expect, it } from '@jest/globals';
import { readContent } from '@tributary/dashboards/content/read-content';
import { changedNumbers, isChanged } from '@tributary/testing/changed-numbers';
import fc from 'fast-check';
import { editSection, type Content } from './edit-content.js';
import { printContent, parseContent } from './parse-content.js';

const content = { sections: [{ title: 'x', cards: [] }], extra: [1] };

describe('parseContent', () => {
  it('reads what printContent writes', () =>
    expect(parseContent(printContent(content))).toEqual({ kind: 'content', content }));

  it('keeps each number outside of an edit, and so does the edit', () =>
    fc.assert(
      fc.property(fc.array(changedNumbers, { minLength: 1 }), (numbers) => {
        const extra = numbers.join();
        const textOf = (title: string) => `{"sections":[{"title":"${title}","cards":[]}],"extra":[${extra}]}`;
        const read = parseContent(textOf('x'));
        const renamed =
          read.kind === 'content' && editSection(read.content, { section: 0 }, (one) => [{ ...one, title: 'y' }]);
        expect(JSON.stringify(renamed)).toBe(textOf('y'));
        expect(isChanged(textOf('y'))).toBe(true);
        expect(parseContent(printContent(renamed as Content))).toEqual({ kind: 'content', content: renamed });
      }),
    ));

  it('takes a place on the grid in any spelling of its number', () => {
    const text = '{"sections":[{"cards":[{"x":1.0,"y":0e1,"w":1E0,"h":3.00,"charts":[]}]}]}';
    const read = parseContent(text);
    expect(read.kind === 'content' && JSON.stringify(read.content)).toBe(text);
    expect(readContent(read.kind === 'content' && read.content).sections[0]?.cards).toMatchObject([
      { x: 1, y: 0, w: 1, h: 3 },
    ]);
  });

  it.each([
    ['{"sections":', '', /^This is not JSON/],
    ['[]', '', /must be an object/],
    ['{}', 'sections', /is required/],
    ['{"sections":[{"cards":[{"x":-1,"y":0,"w":1,"h":1,"charts":[]}]}]}', 'sections[0].cards[0].x', /whole number/],
    [' '.repeat(2_000_001), '', /too long/],
  ])('refuses %.60s', (text, path, message) =>
    expect(parseContent(text)).toEqual({
      kind: 'problems',
      problems: [{ path, message: expect.stringMatching(message) }],
    }),
  );
});
