import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from '@jest/globals';

/** About 100 MiB for a body, and the rest for the code. */
const maxHeapMb = 128;

/** Handles hostile bodies in a thread with this heap. Rejects if it does not suffice. */
async function handleBodies(workerData: 'product' | 'control'): Promise<unknown[]> {
  const thread = new Worker(new URL('hostile-bodies.mjs', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: 16 },
  });
  return once(thread, 'exit');
}

describe('a heap of 128 MiB', () => {
  it('suffices for any body of 1 MiB', async () => {
    expect(await handleBodies('product')).toEqual([0]);
  });

  it('(control) does not suffice to name all problems of a body', async () => {
    await expect(handleBodies('control')).rejects.toMatchObject({ code: 'ERR_WORKER_OUT_OF_MEMORY' });
  });
});
