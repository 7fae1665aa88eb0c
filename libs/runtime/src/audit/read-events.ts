import type { Publisher } from '@tributary/bus/publishing/publisher';
import type { RecordedEvent } from '@tributary/contracts/audit/audit-event';
import { eventsRecorded } from '@tributary/contracts/topics/topics';
import { uuid7, uuid8 } from '@tributary/contracts/values/uuid';
import { hourMs } from '@tributary/contracts/rules/time-units';

/** Reads that wait while the bus takes none. Further ones are counted as lost. */
const maxWaiting = 50_000;
/** Below the size limit of a message. */
const eventsPerMessage = 500;

/** Reads of people that are not published yet, in bounded memory. A killed process loses those of its last half second. */
export class ReadEvents {
  private waiting: RecordedEvent[] = [];
  /** Signed reads of this hour, by credential and datamart: an event of each grows until the hour ends. */
  private readonly counts = new Map<string, RecordedEvent & { count: number }>();
  private readonly changed = new Set<string>();
  private readonly instance = uuid7();
  lost = 0;

  constructor(private readonly publisher: Publisher) {}

  get size(): number {
    return this.waiting.length + this.changed.size;
  }

  add(event: RecordedEvent): void {
    if (this.waiting.length < maxWaiting) this.waiting.push(event);
    else this.lost += 1;
  }

  /** Counts a signed read, which apps send often, with those of the same credential in this hour. */
  count(event: RecordedEvent): void {
    const ts = event.ts - (event.ts % hourMs);
    const key = `${event.credential_id}/${event.datamart_id}/${event.resource}/${ts}`;
    const known = this.counts.get(key);
    if (known) known.count += 1;
    else {
      this.forgetBefore(ts);
      if (this.counts.size >= maxWaiting) return void (this.lost += 1);
      const { address: _address, purpose: _purpose, ...rest } = event;
      this.counts.set(key, { ...rest, id: uuid8(`${this.instance}/${key}`), ts, resource_id: '', count: 1 });
    }
    this.changed.add(key);
  }

  /** Publishes what waits. If it fails, that waits for the next call. */
  async publish(): Promise<void> {
    const [events, keys] = [this.waiting, [...this.changed]];
    if (events.length + keys.length === 0) return;
    this.waiting = [];
    this.changed.clear();
    try {
      await publishEvents(this.publisher, [...events, ...keys.flatMap((key) => this.counts.get(key) ?? [])]);
    } catch (error) {
      this.waiting = events.concat(this.waiting);
      for (const key of keys) this.changed.add(key);
      throw error;
    }
  }

  private forgetBefore(hour: number): void {
    for (const [key, { ts }] of this.counts) if (ts < hour && !this.changed.has(key)) this.counts.delete(key);
  }
}

/** Resolves when the bus has them. */
export async function publishEvents(publisher: Publisher, events: readonly RecordedEvent[]): Promise<void> {
  await publisher.publish(eventsRecorded, eventMessages(events));
}

/** Messages of `eventsRecorded`, each below the size limit. */
export const eventMessages = (events: readonly RecordedEvent[]) =>
  Array.from({ length: Math.ceil(events.length / eventsPerMessage) }, (_, index) => ({
    id: uuid7(),
    value: { events: events.slice(index * eventsPerMessage, (index + 1) * eventsPerMessage) },
  }));
