import { describe, expect, it } from '@jest/globals';
import { addSample, estimateProgress, samplesOf } from './estimate-progress.js';

const running = {
  status: 'RUNNING' as const,
  num_tasks: 10,
  completed_tasks: 6,
  duration: null,
  result: null,
  parameters: { number_of_lines: 1_000 },
};

describe('estimateProgress', () => {
  it('knows the pace from the samples', () =>
    expect(
      estimateProgress(running, [
        { atMs: 5_000, chunks: 2 },
        { atMs: 7_000, chunks: 6 },
      ]),
    ).toEqual({ percent: 60, linesPerSecond: 200, restSeconds: 2 }));

  it.each([[[]], [[{ atMs: 1, chunks: 6 }]]])('knows no pace from %j', (samples) =>
    expect(estimateProgress(running, samples)).toEqual({ percent: 60 }),
  );

  it('has no chunks before the first', () =>
    expect(estimateProgress({ ...running, status: 'PENDING', num_tasks: 0, completed_tasks: 0 }, []).percent).toBe(0));
});

describe('addSample', () => {
  it('keeps the time of the last progress', () => {
    const samples = [
      { atMs: 0, chunks: 0 },
      { atMs: 1, chunks: 4 },
    ];
    expect(addSample(samples, { atMs: 9, chunks: 4 })).toEqual(samples);
  });

  it('starts again when an execution does', () =>
    expect(addSample([{ atMs: 0, chunks: 5 }], { atMs: 9, chunks: 2 })).toEqual([{ atMs: 9, chunks: 2 }]));
});

describe('samplesOf', () => {
  const kept = { execution_id: '1', samples: [{ atMs: 0, chunks: 5 }] };

  it.each([
    ['1', kept.samples],
    ['2', []],
  ])('are those of the execution %s', (execution_id, samples) =>
    expect(samplesOf(kept, execution_id)).toEqual(samples),
  );
});
