import { describe, expect, it } from '@jest/globals';
import { printJson, readJson } from './read-json.js';

const content = { sections: [{ title: 'x', cards: [] }], extra: [1] };

describe('readJson', () => {
  it('reads what printJson writes', () => expect(readJson(printJson(content))).toEqual({ kind: 'content', content }));

  it.each([
    ['{"sections":', '', /^is not JSON/],
    ['[]', '', /must be an object/],
    ['{}', 'sections', /is required/],
    ['{"sections":[{"cards":[{"x":-1,"y":0,"w":1,"h":1,"charts":[]}]}]}', 'sections[0].cards[0].x', /whole number/],
    [' '.repeat(2_000_001), '', /too long/],
  ])('refuses %.60s', (text, path, message) =>
    expect(readJson(text)).toEqual({ kind: 'problems', problems: [{ path, message: expect.stringMatching(message) }] }),
  );
});
