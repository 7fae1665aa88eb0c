import { describe, expect, it } from '@jest/globals';
import { acceptsHtml, asksForHtml, chooseEncoding, encodings, type Encoding } from './choose-encoding.js';

const all = new Set(encodings);

describe('the encoding of a file', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.1, gzip;q=1', 'br'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['br;q=0, *', 'gzip'],
    ['deflate', 'identity'],
    ['identity', 'identity'],
    ['br;q=x', 'identity'],
    ['browser', 'identity'],
  ])('for %j is %s', (accepted, expected) => expect(chooseEncoding(accepted, all)).toBe(expected));

  it('is one that the file has', () =>
    expect(chooseEncoding('br, gzip', new Set<Encoding>(['identity']))).toBe('identity'));
});

describe('a client', () => {
  it.each([
    ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', true, true],
    ['TEXT/HTML', true, true],
    ['text/html;q=0.5', true, true],
    ['text/html;charset=utf-8', true, true],
    ['text/html;q=0, */*', false, false],
    ['*/*', false, true],
    ['text/*', false, true],
    ['*/*;q=0', false, false],
    ['application/json', false, false],
    ['application/text/html', false, false],
    ['', false, true],
    [undefined, false, true],
  ])('that sends %j asks for HTML: %s, accepts it: %s', (accepted, asks, accepts) =>
    expect([asksForHtml(accepted), acceptsHtml(accepted)]).toEqual([asks, accepts]),
  );
});
