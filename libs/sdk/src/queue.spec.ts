import { describe, expect, it } from '@jest/globals';
import { Queue } from './queue.js';

const limits = { maxCount: 10, maxBytes: 10_000 };
const entry = (id: string) => ({ id, queuedAt: 0, line: '{}' });

describe('a queue', () => {
  it('keeps no results of what it has saved', async () => {
    const queue = new Queue(undefined, limits);
    for (const id of ['a', 'b', 'c']) await queue.add(entry(id));
    // A result would hold the results of all entries before it, for as long as the client lives.
    expect(await queue.saving).toBeUndefined();
  });
});
