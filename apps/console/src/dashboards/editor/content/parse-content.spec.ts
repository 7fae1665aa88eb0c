import { describe, expect, it } from '@jest/globals';
import { printContent, parseContent } from './parse-content.js';

const content = { sections: [{ title: 'x', cards: [] }], extra: [1] };

describe('parseContent', () => {
  it('reads what printContent writes', () =>
    expect(parseContent(printContent(content))).toEqual({ kind: 'content', content }));

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
