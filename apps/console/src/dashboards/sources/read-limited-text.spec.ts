import { describe, expect, it } from '@jest/globals';
import { parseFile, readLimitedText } from './read-limited-text.js';

const streamOf = (...chunks: Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

const bytes = new TextEncoder().encode('{"é":1}');

describe('readLimitedText', () => {
  it('reads characters that the network cuts', async () =>
    expect(await readLimitedText(streamOf(bytes.slice(0, 3), bytes.slice(3)))).toBe('{"é":1}'));

  it('reads a file of the largest size', async () =>
    expect(await readLimitedText(streamOf(bytes), bytes.length)).toBe('{"é":1}'));

  it('stops at a larger one', async () => {
    await expect(readLimitedText(streamOf(bytes), bytes.length - 1)).rejects.toThrow('larger than');
  });
});

describe('parseFile', () => {
  it('reads JSON', () => expect(parseFile('[1]')).toEqual([1]));
  it('says what is wrong with other files', () => expect(() => parseFile('a,b')).toThrow('the file is not JSON'));
});
