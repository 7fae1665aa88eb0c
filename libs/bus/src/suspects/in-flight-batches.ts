import { context, createContextKey, type Context } from '@opentelemetry/api';

/** Messages that one call of a handler has in flight. */
export interface InFlightBatch {
  group: string;
  topic: string;
  /** A name for each message: its position in Kafka, its id in process. */
  messages: string[];
  /** Whether it is a suspect message, which is handled alone. */
  wasSuspect: boolean;
}

/** The entry of a batch, from the time when it is taken until it is released. */
export interface Hold {
  /** Replaces the messages, and forgets a suspicion. */
  hold(messages: string[]): void;
  /** Whether the watchdog has found the thread blocked by this batch. */
  isSuspect(): boolean;
  release(): void;
}

const slots = 64;
/** Enough for a batch of 1,000 messages with a UUID each. */
const slotBytes = 64 * 1024;
/** State and length, four bytes each. */
const headBytes = 8;
const states = { free: 0, held: 1, suspect: 2 };

const entriesKey = createContextKey('tributary.in-flight-batches');

/** A connection that a handler has opened keeps its context: its callbacks run in it long after the batch is released. */
interface Entry {
  slot: number;
  wasSuspect: boolean;
  isReleased: boolean;
}

/**
 * The batches that handlers have in flight, in memory that the watchdog's thread shares: it reads them while this thread is
 * blocked. Taking and releasing a batch costs one serialization of its message names.
 */
export class InFlightBatches {
  private readonly heads: Int32Array;

  constructor(readonly memory = new SharedArrayBuffer(slots * slotBytes)) {
    this.heads = new Int32Array(memory);
  }

  /** Undefined if more batches are in flight than the memory has room for: the watchdog then does not know this one. */
  take(
    group: string,
    topic: string,
    wasSuspect = false,
  ): (Hold & { context: (active: Context) => Context }) | undefined {
    for (let slot = 0; slot < slots; slot++) {
      if (this.state(slot) !== states.free) continue;
      this.setState(slot, states.held);
      this.write(slot, { group, topic, messages: [], wasSuspect });
      const entry: Entry = { slot, wasSuspect, isReleased: false };
      return {
        hold: (messages) => this.write(slot, { group, topic, messages, wasSuspect }),
        isSuspect: () => this.state(slot) === states.suspect,
        release: () => {
          entry.isReleased = true;
          this.setState(slot, states.free);
        },
        context: (active) => withEntries(active, [entry]),
      };
    }
    return undefined;
  }

  /** The context of code that runs for the batches of all these contexts. */
  static combine(active: Context, contexts: Context[]): Context {
    return withEntries(active, contexts.flatMap(entriesIn));
  }

  /** The slots of the batches whose code runs: one in a handler, several in combined work, none outside of both. */
  static current(active = context.active()): number[] {
    return entriesIn(active)
      .filter(({ isReleased }) => !isReleased)
      .map(({ slot }) => slot);
  }

  /** Slots of all batches in flight. For the watchdog. */
  taken(): number[] {
    return Array.from({ length: slots }, (_, slot) => slot).filter((slot) => this.state(slot) !== states.free);
  }

  /** Marks the batch as suspect, and returns it. For the watchdog, while the other thread is blocked. */
  suspect(slot: number): InFlightBatch | undefined {
    const length = this.heads[this.head(slot) + 1] ?? 0;
    try {
      // A copy: JSON.parse needs a text, and the other thread may go on.
      const batch = JSON.parse(this.body(slot).toString('utf8', 0, length)) as InFlightBatch;
      this.setState(slot, states.suspect);
      return batch;
    } catch {
      return undefined;
    }
  }

  private write(slot: number, batch: InFlightBatch): void {
    const text = JSON.stringify(batch);
    // Ids have no limit of length. The first half of the messages is suspected then; the others are when they come again.
    if (Buffer.byteLength(text) > slotBytes - headBytes)
      return this.write(slot, { ...batch, messages: batch.messages.slice(0, batch.messages.length >> 1) });
    this.heads[this.head(slot) + 1] = this.body(slot).write(text);
    this.setState(slot, states.held);
  }

  private state(slot: number): number {
    return Atomics.load(this.heads, this.head(slot));
  }

  private setState(slot: number, state: number): void {
    Atomics.store(this.heads, this.head(slot), state);
  }

  private head(slot: number): number {
    return (slot * slotBytes) / 4;
  }

  private body(slot: number): Buffer {
    return Buffer.from(this.memory, slot * slotBytes + headBytes, slotBytes - headBytes);
  }
}

/** Whether the message is handled alone: a handler that combines batches must not combine this one. */
export const isHandledAlone = (active = context.active()): boolean =>
  entriesIn(active).some(({ wasSuspect }) => wasSuspect);

const withEntries = (active: Context, entries: Entry[]): Context => active.setValue(entriesKey, entries);
const entriesIn = (active: Context) => (active.getValue(entriesKey) as Entry[] | undefined) ?? [];
