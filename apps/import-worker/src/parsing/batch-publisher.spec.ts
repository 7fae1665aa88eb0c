import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { toText } from '@tributary/bus/messages/raw-json';
import type { Outgoing } from '@tributary/bus/messages/message';
import { Publisher } from '@tributary/bus/publishing/publisher';
import { badData, unavailable } from '@tributary/contracts/errors';
import type { ChunkApplied, ChunkParsed } from '@tributary/contracts/imports/import-messages';
import { chunkParsed } from '@tributary/contracts/topics/topics';
import type { Topic } from '@tributary/contracts/topics/topic';
import type { ChunkOfFile, ChunksRepository } from '../chunks/chunks.repository.js';
import { BatchPublisher } from './batch-publisher.js';
import type { ChunkBatch } from './parse-chunk.js';
import { shards } from './shard-of-line.js';

const chunk: ChunkOfFile = {
  execution_id: '7',
  datamart_id: '1',
  document_type: 'USER_SEGMENT',
  creation_ts: 1,
  input_key: 'file',
  chunk: 3,
  first_line: 1,
  byte_start: 0,
  byte_end: 1,
  records: 1,
  is_oversized: false,
  is_ordered: false,
  line_secret: null,
  credential: null,
  user_id: null,
  applied_batches: [],
  encoding: 'utf-8',
  csv_columns: null,
  csv_delimiter: null,
};
type Chunks = Pick<ChunksRepository, 'countApplied'>;
const refusesNothing: Chunks = { countApplied: () => Promise.resolve(false) };

/** A slow bus that may refuse a batch. */
class SlowBus extends Publisher {
  readonly calls: ChunkParsed[][] = [];
  /** Most concurrent calls of one shard. */
  maxConcurrency = 0;
  private readonly busy = new Map<number, number>();

  constructor(
    private readonly isRefused: (batch: ChunkParsed) => boolean = () => false,
    private readonly refusal = unavailable('down'),
  ) {
    super();
  }

  async publish<T>(_topic: Topic<T>, messages: Outgoing<T>[]): Promise<void> {
    const batches = messages.map((message) =>
      'json' in message ? (JSON.parse(toText(message.json)) as ChunkParsed) : undefined,
    );
    const call = batches.filter((batch) => batch !== undefined);
    const shard = call[0]?.shard ?? -1;
    const busy = (this.busy.get(shard) ?? 0) + 1;
    this.busy.set(shard, busy);
    this.maxConcurrency = Math.max(this.maxConcurrency, busy);
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

/** Batches of one line each, round-robin over the shards. */
const batchesOf = (count: number): ChunkBatch[] =>
  Array.from({ length: count }, (_, batch) => {
    const { datamart_id, execution_id, creation_ts } = chunk;
    const shard = batch % shards;
    const value: ChunkParsed = {
      datamart_id,
      execution_id,
      chunk: 3,
      batch,
      shard,
      creation_ts,
      lines: [lineOf(batch)],
    };
    return { batch, key: chunkParsed.key(value), json: new TextEncoder().encode(JSON.stringify(value)) };
  });

const publish = (bus: SlowBus, count: number, applied_batches: number[] = [], chunks: Chunks = refusesNothing) =>
  new BatchPublisher({ ...chunk, applied_batches }, bus, chunks).publish(batchesOf(count));

const linesOf = (bus: SlowBus, shard: number) =>
  bus.calls.flat().flatMap((batch) => (batch.shard === shard ? batch.lines.map(({ line }) => line) : []));
const every = (count: number, shard: number) =>
  Array.from({ length: count }, (_, line) => line).filter((line) => line % shards === shard);

describe('publishing the batches of a chunk', () => {
  it('keeps the order of each shard: one call at a time, with up to four batches', async () => {
    const bus = new SlowBus();
    await publish(bus, 103);
    for (let shard = 0; shard < shards; shard += 1) expect(linesOf(bus, shard)).toEqual(every(103, shard));
    expect(bus.maxConcurrency).toBe(1);
    expect(Math.max(...bus.calls.map((call) => call.length))).toBe(4);
  });

  it('skips the batches that an earlier attempt applied', async () => {
    const bus = new SlowBus();
    await publish(bus, 40, [0, 5, 39]);
    const sent = bus.calls.flat().map(({ batch }) => batch);
    expect(sent.toSorted((a, b) => a - b)).toEqual(
      [...Array(40).keys()].filter((batch) => ![0, 5, 39].includes(batch)),
    );
  });

  it('sends no batch after one of its shard that cannot be sent, and fails the chunk', async () => {
    const bus = new SlowBus(({ batch }) => batch === 21);
    await expect(publish(bus, 200)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(linesOf(bus, 1).every((line) => line < 21)).toBe(true);
    // Control: the other shards were all sent before the error was thrown.
    expect(linesOf(bus, 0)).toEqual(every(200, 0));
  });

  it('counts the lines of a batch as failed if it is larger than the bus allows, and sends the others', async () => {
    const bus = new SlowBus(({ batch }) => batch === 21, badData('more than the bus carries'));
    const counted: unknown[] = [];
    const countApplied = (execution_id: string, answers: ChunkApplied[]) => {
      counted.push(
        execution_id,
        ...answers.map(({ chunk, batch, total_success, failures }) => ({ chunk, batch, total_success, failures })),
      );
      return Promise.resolve(false);
    };
    await publish(bus, 40, [], { countApplied });
    const failures = [{ line: 21, error_code: 'BAD_REQUEST_DATA', error: 'more than the bus carries' }];
    expect(counted).toEqual(['7', { chunk: 3, batch: 21, total_success: 0, failures }]);
    expect(linesOf(bus, 1)).toEqual(every(40, 1).filter((line) => line !== 21));
  });
});
