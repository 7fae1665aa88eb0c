import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';

const dist = path.join(import.meta.dirname, '../dist');

/** Most bytes, compressed with gzip, that a browser loads before it shows the first page. */
const firstLoadBytes = 220_000;

/** The page, and the scripts and styles that it names. */
function firstLoad(page: string): string[] {
  const elements = page.match(/<(?:script|link)\s[^>]*>/g) ?? [];
  const loaded = elements.filter((element) => /<script\s|rel="(?:stylesheet|modulepreload)"/.test(element));
  return loaded.flatMap((element) => /\s(?:src|href)="\.\/([^"]+)"/.exec(element)?.[1] ?? []);
}

const sizeOf = (contents: Buffer[]) =>
  contents.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0);

describe('the first load of the console', () => {
  const page = readFileSync(path.join(dist, 'index.html'));
  const files = firstLoad(page.toString());

  it('has a script and a style sheet', () => {
    expect(files).toContainEqual(expect.stringMatching(/^assets\/.*\.js$/));
    expect(files).toContainEqual(expect.stringMatching(/^assets\/.*\.css$/));
  });

  it(`is at most ${firstLoadBytes} bytes`, () => {
    const contents = files.map((file) => readFileSync(path.join(dist, file)));
    expect(sizeOf([page, ...contents])).toBeLessThanOrEqual(firstLoadBytes);
  });
});

describe('the files that a page loads first', () => {
  it('are its scripts, style sheets and preloaded modules', () =>
    expect(
      firstLoad(`
        <link rel="icon" href="./favicon.svg">
        <script type="module" crossorigin src="./assets/index-1.js" nonce="x"></script>
        <link rel="modulepreload" crossorigin href="./assets/vendor-2.js">
        <link rel="stylesheet" crossorigin href="./assets/index-3.css">
        <link rel="prefetch" href="./assets/later-4.js">`),
    ).toEqual(['assets/index-1.js', 'assets/vendor-2.js', 'assets/index-3.css']));
});
