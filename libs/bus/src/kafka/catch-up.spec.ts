import { beforeEach, describe, expect, it } from '@jest/globals';
import { CatchUp } from './catch-up.js';

const [topic, partition] = ['states', 0];

let progress: CatchUp;
beforeEach(async () => {
  progress = new CatchUp([topic], { ranges: () => Promise.resolve([{ partition, low: 0n, high: 7n }]) });
  await progress.captureTargets();
});

describe('a reader has caught up', () => {
  it('at the end that its topics had at the start', () => {
    expect(progress.isDone()).toBe(false);
    progress.advance(topic, partition, 6n);
    expect(progress.isDone()).toBe(false);
    progress.advance(topic, partition, 7n);
    expect(progress.isDone()).toBe(true);
  });

  it('with a topic that was deleted and created again, at the end of the new one', () => {
    progress.advance(topic, partition, 6n);
    progress.forget(topic, partition);
    expect([progress.isDone(), progress.nextOf(topic, partition)]).toEqual([false, undefined]);
    progress.begin({ topic, partition }, 0n, 2n);
    expect(progress.isDone()).toBe(false);
    progress.advance(topic, partition, 2n);
    expect(progress.isDone()).toBe(true);
  });

  it('also when a partition is added later, or begins once more', () => {
    progress.advance(topic, partition, 7n);
    expect(progress.isDone()).toBe(true);
    progress.begin({ topic, partition: 1 }, 0n, 5n);
    progress.forget(topic, partition);
    expect(progress.isDone()).toBe(true);
  });
});
