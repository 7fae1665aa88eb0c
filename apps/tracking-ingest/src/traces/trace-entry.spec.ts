import { describe, expect, it } from '@jest/globals';
import { TraceCredential, traceSteps, type TraceStep } from '@tributary/contracts/traces/activity-trace';
import fc from 'fast-check';
import { decodeEntries, decodeEntry, encodeEntries, type TraceEntry } from './trace-entry.js';

const uuid = '0199f1c4-52aa-7b0c-9d1e-3f6c2a9b8e01';
const stored_ts = 1_795_261_991_709;
const plain: TraceEntry = {
  received_ts: stored_ts - 12,
  credential: { kind: 'API_TOKEN', id: '1234' },
  execution_id: undefined,
  hash: '0123456789ab',
  steps: [],
  user_point_id: uuid,
};

const bytesOf = (entries: (TraceEntry | undefined)[]) => Buffer.from(encodeEntries(entries, stored_ts), 'hex');

const step: fc.Arbitrary<TraceStep> = fc.record(
  {
    step: fc.constantFrom(...traceSteps),
    ts: fc.integer({ min: 0, max: 2 * stored_ts }),
    activity_analyzer_id: fc.stringMatching(/^[1-9]\d{0,5}$/),
    changed: fc.boolean(),
  },
  { requiredKeys: ['step', 'ts'] },
);
const id = fc.oneof(fc.stringMatching(/^[1-9]\d{0,8}$/), fc.string({ maxLength: 12, unit: 'grapheme-ascii' }));
const entry: fc.Arbitrary<TraceEntry> = fc.record({
  received_ts: fc.integer({ min: 0, max: 2 * stored_ts }),
  credential: fc.option(fc.record({ kind: fc.constantFrom(...TraceCredential.shape.kind.options), id }), {
    nil: undefined,
  }),
  execution_id: fc.option(id, { nil: undefined }),
  hash: fc.constantFrom(undefined, '0123456789ab'),
  steps: fc.array(step, { maxLength: 5 }),
  user_point_id: fc.option(fc.uuid(), { nil: undefined }),
});

describe('entries of traces', () => {
  it('are read as they were written, at every position and beside duplicates', () => {
    fc.assert(
      fc.property(fc.array(fc.option(entry, { nil: undefined }), { minLength: 1, maxLength: 20 }), (entries) => {
        const bytes = bytesOf(entries);
        expect(entries.map((_entry, position) => decodeEntry(bytes, position, stored_ts))).toEqual(entries);
        expect(decodeEntries(bytes, stored_ts)).toEqual(entries.filter((one) => one !== undefined));
      }),
    );
  });

  it('of a plain live activity have 26 bytes, of a line fewer', () => {
    expect(bytesOf([plain])).toHaveLength(26);
    const line = { ...plain, credential: undefined, hash: undefined, execution_id: '123456', received_ts: 0 };
    expect(bytesOf([line]).length).toBeLessThan(32);
  });

  it('have at most 1 KiB, and keep the first step and the end of very many', () => {
    const analyzed = Array.from({ length: 500 }, (_, index) => ({
      step: 'ANALYZED' as const,
      ts: stored_ts + index,
      activity_analyzer_id: String(index),
      changed: true,
    }));
    const end = { step: 'DROPPED' as const, ts: stored_ts, activity_analyzer_id: '7' };
    const bytes = bytesOf([{ ...plain, steps: [...analyzed, end] }]);
    expect(bytes.length).toBeLessThanOrEqual(1_024);
    const steps = decodeEntry(bytes, 0, stored_ts)?.steps ?? [];
    expect([steps[0], steps.at(-1)]).toEqual([analyzed[0], end]);
  });

  it('are unknown behind the last one', () => {
    expect(decodeEntry(bytesOf([plain]), 1, stored_ts)).toBeUndefined();
  });
});
