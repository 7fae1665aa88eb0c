import { describe, expect, it, jest } from '@jest/globals';
import { FailureGroups, mostExamples, mostGroups, reasonOf } from './group-failures.js';
import { readFailures, type LineFailure } from './read-failures.js';

const failure = (line: number, error: string): LineFailure => ({
  line,
  byte_offset: line * 10,
  error_code: 'BAD_REQUEST_DATA',
  error,
  content: '{}',
});

describe('FailureGroups', () => {
  it('groups what differs in values and places only, the most frequent first', () => {
    const groups = new FailureGroups();
    groups.add([failure(1, 'a: is required'), failure(2, 'b[0]: "x" is bad'), failure(3, 'b[7]: "y" is bad')]);
    expect(groups.list()).toMatchObject([
      { reason: 'b[…]: "…" is bad', count: 2, examples: [{ line: 2 }, { line: 3 }] },
      { reason: 'a: is required', count: 1 },
    ]);
  });

  it(`keeps ${mostExamples} examples of a reason, and ${mostGroups} reasons and the others`, () => {
    const groups = new FailureGroups();
    groups.add(Array.from({ length: 500 }, (_, line) => failure(line, 'same')));
    for (let one = 0; one < 500; one += 1) groups.add([failure(one, `${'x'.repeat(one)}y`)]);
    const list = groups.list();
    expect(list).toHaveLength(mostGroups + 1);
    expect(list.reduce((sum, { count }) => sum + count, 0)).toBe(1_000);
    expect(Math.max(...list.map(({ examples }) => examples.length))).toBe(mostExamples);
  });

  it('keeps the words of the rule on junk', () => expect(reasonOf('is "null"')).toBe('is "null"'));
});

describe('readFailures', () => {
  const text = `${[1, 2, 3].map((line) => JSON.stringify(failure(line, 'é'))).join('\n')}\n`;
  const bytes = new TextEncoder().encode(text);

  const streamOf = (size: number, onCancel = () => undefined) => {
    let at = 0;
    return new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        if (at >= bytes.length) return controller.close();
        controller.enqueue(bytes.slice(at, (at += size)));
      },
      cancel: onCancel,
    });
  };

  it.each([1, 7, 1_000])('reads lines that arrive in pieces of %d bytes', async (size) => {
    const lines: number[] = [];
    const isWhole = await readFailures(streamOf(size), 1_000_000, (read) =>
      lines.push(...read.map(({ line }) => line)),
    );
    expect({ isWhole, lines }).toEqual({ isWhole: true, lines: [1, 2, 3] });
  });

  it('stops at the limit, and ends the request', async () => {
    const onCancel = jest.fn(() => undefined);
    const lines: number[] = [];
    const stop = bytes.length / 2;
    expect(await readFailures(streamOf(5, onCancel), stop, (read) => lines.push(...read.map(({ line }) => line)))).toBe(
      false,
    );
    expect(lines).toEqual([1]);
    expect(onCancel).toHaveBeenCalled();
  });
});
