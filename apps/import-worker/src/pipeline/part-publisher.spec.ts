import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { toText } from '@tributary/bus/written-json';
import type { Outgoing } from '@tributary/bus/message';
import { Publisher } from '@tributary/bus/publisher';
import { badData, unavailable } from '@tributary/contracts/errors';
import type { ChunkApplied, ChunkParsed } from '@tributary/contracts/import-messages';
import { chunkParsed } from '@tributary/contracts/topics';
import type { Topic } from '@tributary/contracts/topic';
import type { ChunkOfFile, ChunksRepository } from './chunks.repository.js';
import type { ChunkPart } from './parse-chunk.js';
import { PartPublisher } from './part-publisher.js';
import { shards } from './shard-of-line.js';

const chunk: ChunkOfFile = {
  ...{ execution_id: '7', datamart_id: '1', document_type: 'USER_SEGMENT', creation_ts: 1, input_key: 'file' },
  ...{ chunk: 3, first_line: 1, byte_start: 0, byte_end: 1, records: 1, is_oversized: false, applied_parts: [] },
  ...{ encoding: 'utf-8', csv_columns: null, csv_delimiter: null },
};
type Chunks = Pick<ChunksRepository, 'countApplied'>;
const refusesNothing: Chunks = { countApplied: () => Promise.resolve(false) };

/** A bus that takes its time, and may refuse a part. */
class SlowBus extends Publisher {
  readonly calls: ChunkParsed[][] = [];
  /** Most calls of one shard that were under way at once. */
  atOnce = 0;
  private readonly busy = new Map<number, number>();

  constructor(
    private readonly isRefused: (part: ChunkParsed) => boolean = () => false,
    private readonly refusal = unavailable('down'),
  ) {
    super();
  }

  async publish<T>(_topic: Topic<T>, messages: Outgoing<T>[]): Promise<void> {
    const parts = messages.map((message) =>
      'json' in message ? (JSON.parse(toText(message.json)) as ChunkParsed) : undefined,
    );
    const call = parts.filter((part) => part !== undefined);
    const shard = call[0]?.shard ?? -1;
    const busy = (this.busy.get(shard) ?? 0) + 1;
    this.busy.set(shard, busy);
    this.atOnce = Math.max(this.atOnce, busy);
    await delay(5);
    this.busy.set(shard, busy - 1);
    if (call.some(this.isRefused)) throw this.refusal;
    this.calls.push(call);
  }

  isEmpty(): Promise<boolean> {
    return Promise.resolve(false);
  }
}

const lineOf = (line: number) => ({
  line,
  operation: {
    kind: 'delete_segment' as const,
    identifier: { type: 'USER_AGENT' as const, value: 'x' },
    segment_id: '1',
  },
});

/** Parts of one line each, round the shards. */
const partsOf = (count: number): ChunkPart[] =>
  Array.from({ length: count }, (_, part) => {
    const { datamart_id, execution_id, creation_ts } = chunk;
    const shard = part % shards;
    const value: ChunkParsed = { datamart_id, execution_id, chunk: 3, part, shard, creation_ts, lines: [lineOf(part)] };
    return { part, key: chunkParsed.key(value), json: new TextEncoder().encode(JSON.stringify(value)) };
  });

const publish = (bus: SlowBus, count: number, applied_parts: number[] = [], chunks: Chunks = refusesNothing) =>
  new PartPublisher({ ...chunk, applied_parts }, bus, chunks).publish(partsOf(count));

const linesOf = (bus: SlowBus, shard: number) =>
  bus.calls.flat().flatMap((part) => (part.shard === shard ? part.lines.map(({ line }) => line) : []));
const every = (count: number, shard: number) =>
  Array.from({ length: count }, (_, line) => line).filter((line) => line % shards === shard);

describe('the parts of a chunk on their way', () => {
  it('keep the order of their shard, one call of it after the other, four together', async () => {
    const bus = new SlowBus();
    await publish(bus, 103);
    for (let shard = 0; shard < shards; shard += 1) expect(linesOf(bus, shard)).toEqual(every(103, shard));
    expect(bus.atOnce).toBe(1);
    expect(Math.max(...bus.calls.map((call) => call.length))).toBe(4);
  });

  it('are not sent again when they were applied at an earlier attempt', async () => {
    const bus = new SlowBus();
    await publish(bus, 40, [0, 5, 39]);
    const sent = bus.calls.flat().map(({ part }) => part);
    expect(sent.toSorted((a, b) => a - b)).toEqual([...Array(40).keys()].filter((part) => ![0, 5, 39].includes(part)));
  });

  it('are not overtaken in their shard when they cannot be sent; the chunk fails', async () => {
    const bus = new SlowBus(({ part }) => part === 21);
    await expect(publish(bus, 200)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(linesOf(bus, 1).every((line) => line < 21)).toBe(true);
    // (control: the others have all been sent before it was told)
    expect(linesOf(bus, 0)).toEqual(every(200, 0));
  });

  it('fail alone when they are more than the bus carries, and that is told of their lines', async () => {
    const bus = new SlowBus(({ part }) => part === 21, badData('more than the bus carries'));
    const told: unknown[] = [];
    const countApplied = (execution_id: string, answers: ChunkApplied[]) => {
      told.push(
        execution_id,
        ...answers.map(({ chunk, part, total_success, failures }) => ({ chunk, part, total_success, failures })),
      );
      return Promise.resolve(false);
    };
    await publish(bus, 40, [], { countApplied });
    const failures = [{ line: 21, error_code: 'BAD_REQUEST_DATA', error: 'more than the bus carries' }];
    expect(told).toEqual(['7', { chunk: 3, part: 21, total_success: 0, failures }]);
    expect(linesOf(bus, 1)).toEqual(every(40, 1).filter((line) => line !== 21));
  });
});
