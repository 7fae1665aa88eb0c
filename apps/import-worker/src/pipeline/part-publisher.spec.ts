import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { Outgoing } from '@tributary/bus/message';
import { Publisher } from '@tributary/bus/publisher';
import { unavailable } from '@tributary/contracts/errors';
import type { ChunkParsed } from '@tributary/contracts/import-messages';
import type { Topic } from '@tributary/contracts/topic';
import type { ChunkOfFile } from './chunks.repository.js';
import { PartPublisher } from './part-publisher.js';
import { shards } from './shard-of-line.js';

const chunk: ChunkOfFile = {
  ...{ execution_id: '7', datamart_id: '1', document_type: 'USER_SEGMENT', creation_ts: 1, input_key: 'file' },
  ...{ chunk: 3, first_line: 1, byte_start: 0, byte_end: 1, records: 1, is_oversized: false, applied_parts: [] },
  ...{ encoding: 'utf-8', csv_columns: null, csv_delimiter: null },
};
const refusesNothing = { countApplied: () => Promise.resolve(false) };

/** A bus that takes its time, and may be down for one shard. */
class SlowBus extends Publisher {
  readonly calls: ChunkParsed[][] = [];
  /** Most calls of one shard that were under way at once. */
  atOnce = 0;
  private readonly busy = new Map<number, number>();

  /** @param held for how long nothing gets any further */
  constructor(
    private readonly isDown: (part: ChunkParsed) => boolean = () => false,
    private readonly held: Promise<void> = Promise.resolve(),
  ) {
    super();
  }

  async publish<T>(_topic: Topic<T>, messages: Outgoing<T>[]): Promise<void> {
    const parts = messages.map((message) => ('value' in message ? (message.value as ChunkParsed) : undefined));
    const call = parts.filter((part) => part !== undefined);
    const shard = call[0]?.shard ?? -1;
    const busy = (this.busy.get(shard) ?? 0) + 1;
    this.busy.set(shard, busy);
    this.atOnce = Math.max(this.atOnce, busy);
    await this.held;
    await delay(5);
    this.busy.set(shard, busy - 1);
    if (call.some(this.isDown)) throw unavailable('down');
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

/** Lines round the shards, each a part of its own. */
async function publishLines(
  bus: SlowBus,
  count: number,
  { applied_parts = [], taken = () => {} }: { applied_parts?: number[]; taken?: (line: number) => void } = {},
): Promise<number> {
  const parts = new PartPublisher({ ...chunk, applied_parts }, bus, refusesNothing);
  for (let line = 0; line < count; line += 1) {
    const full = parts.add(lineOf(line), line % shards, 400 * 1024);
    if (full) await full;
    taken(line);
  }
  return parts.end();
}

const linesOf = (bus: SlowBus, shard: number) =>
  bus.calls.flat().flatMap((part) => (part.shard === shard ? part.lines.map(({ line }) => line) : []));
const every = (count: number, shard: number) =>
  Array.from({ length: count }, (_, line) => line).filter((line) => line % shards === shard);

describe('the parts of a chunk on their way', () => {
  it('keep the order of their shard, one call of it after the other, a few together', async () => {
    const bus = new SlowBus();
    expect(await publishLines(bus, 103)).toBe(103);
    for (let shard = 0; shard < shards; shard += 1) expect(linesOf(bus, shard)).toEqual(every(103, shard));
    expect(bus.atOnce).toBe(1);
    expect(Math.max(...bus.calls.map((call) => call.length))).toBeGreaterThan(1);
    expect(Math.max(...bus.calls.map((call) => call.length))).toBeLessThanOrEqual(4);
  });

  it('have the same numbers at every attempt, and those that were applied are not sent again', async () => {
    const [first, second] = [new SlowBus(), new SlowBus()];
    await publishLines(first, 40);
    await publishLines(second, 40, { applied_parts: [0, 5, 39] });
    const numbers = (bus: SlowBus) => new Map(bus.calls.flat().map(({ part, lines }) => [part, lines[0]?.line]));
    const rest = [...numbers(first)].filter(([part]) => ![0, 5, 39].includes(part));
    expect(new Map([...numbers(second)].sort(([a], [b]) => a - b))).toEqual(new Map(rest.sort(([a], [b]) => a - b)));
  });

  it('are few while tracking is busy, however long the chunk is, and none is left out', async () => {
    let [release, last] = [() => {}, 0];
    const held = new Promise<void>((resolve) => (release = resolve));
    const bus = new SlowBus(undefined, held);
    const published = publishLines(bus, 500, { taken: (line) => (last = line) });
    await delay(100);
    // At most 16 wait, and each shard has no more than 4 on their way.
    expect(last).toBeGreaterThan(16);
    expect(last).toBeLessThan(16 + 4 * shards + shards);
    release();
    expect(await published).toBe(500);
    expect(bus.calls.flat()).toHaveLength(500);
  });

  it('are not overtaken in their shard when they cannot be sent; the chunk fails', async () => {
    const bus = new SlowBus(({ shard, lines }) => shard === 1 && lines[0]?.line === 21);
    await expect(publishLines(bus, 200)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(linesOf(bus, 1).every((line) => line < 21)).toBe(true);
    // (control: the others did go on)
    expect(linesOf(bus, 0).some((line) => line > 21)).toBe(true);
  });
});
