import type { Received } from '@tributary/bus/messages/message';
import { aDeletion, aMerge, aMessage, anActivity, anEnd, anErasure, aSegmentChange } from '../messages.js';
import type { TestStore } from '../stores.js';

/** A message of any topic that fills the facts. */
export type FactMessage = ReturnType<
  typeof aMessage | typeof aMerge | typeof anErasure | typeof aSegmentChange | typeof aDeletion
>;

interface Membership {
  version: number;
  write_version: number;
}

/** An act of people. Numbers choose among the people, activities and segments that there are. */
export type Operation =
  | { kind: 'activity'; person: number }
  | { kind: 'merge' | 'join' | 'leave'; person: number; other: number }
  | { kind: 'erase'; person: number }
  | { kind: 'delete-segment'; other: number }
  /** An activity of the lost timeline comes in again: its person is another user point now. */
  | { kind: 'again'; activity: number; person: number };

/** An activity has one time. */
const ts = Date.now();

const uuid = (kind: number, number: number) =>
  `${kind.toString(16).padStart(8, '0')}-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

/** The database of tracking-ingest, as far as reports depend on it. Each operation is committed and returns its messages. */
export class TrackingModel {
  private activities = new Map<string, string>();
  /** Ids that were ever stored. They outlive the activity, so that an erased one is not stored again. */
  private receipts = new Set<string>();
  private merges = new Map<string, string>();
  private erased = new Set<string>();
  /** By user point and segment. */
  private memberships = new Map<string, Membership>();
  /** Versions by segment. */
  private deletions = new Map<string, number>();
  private version = 0;
  private made = 0;

  /** @param timeline distinguishes the user points that each timeline makes; activities are the clients' own */
  constructor(readonly timeline = 0) {}

  /** The database as its backup has it: sequences resume where they were. */
  restored(timeline: number): TrackingModel {
    const copy = new TrackingModel(timeline);
    copy.activities = new Map(this.activities);
    copy.receipts = new Set(this.receipts);
    copy.merges = new Map(this.merges);
    copy.erased = new Set(this.erased);
    copy.memberships = new Map(this.memberships);
    copy.deletions = new Map(this.deletions);
    copy.version = this.version;
    return copy;
  }

  run(operation: Operation): FactMessage[] {
    switch (operation.kind) {
      case 'activity':
        return this.store(uuid(0xa, this.timeline * 1_000 + this.made++), operation.person);
      case 'again':
        return this.store(uuid(0xa, operation.activity), operation.person);
      case 'merge':
        return this.merge(this.rootOf(operation.person), this.rootOf(operation.other));
      case 'join':
        return this.change(this.rootOf(operation.person), operation.other, true);
      case 'leave':
        return this.change(this.rootOf(operation.person), operation.other, false);
      case 'erase':
        return this.erase(this.rootOf(operation.person));
      case 'delete-segment':
        return this.deleteSegment(String(operation.other));
    }
  }

  /** The messages of a backfill that reads the database now. */
  backfill(request_id: string): FactMessage[] {
    const { timeline } = this;
    const id = (step: string, number: number) => ({ id: `${request_id}/${number}/${step}/0`, timeline });
    return [
      ...[...this.erased].map((point, n) => anErasure([point], id('erasures', n))),
      ...[...this.merges].map((merge, n) => aMerge([merge], id('merges', n))),
      ...[...this.deletions].map(([segment_id, version], n) => aDeletion(segment_id, version, id('deletions', n))),
      ...[...this.memberships].map(([key, membership], n) => {
        const [user_point_id = '', segment_id] = key.split('/');
        return aSegmentChange([{ user_point_id, segment_id, ...membership }], id('memberships', n));
      }),
      ...[...this.activities].map(([activity_id, user_point_id], n) =>
        aMessage({ activities: [anActivity({ activity_id, user_point_id, ts })], ...id('activities', n) }),
      ),
    ];
  }

  /** Activities with their people, and memberships, as reports should have them. */
  facts(): string[] {
    const survivor = (point: string) => this.merges.get(point) ?? point;
    return [
      ...[...this.activities].map(([activity, point]) => `${activity} of ${survivor(point)}`),
      ...[...this.memberships.keys()].map((key) => `${key} is a member`),
    ].sort();
  }

  private store(activity_id: string, person: number): FactMessage[] {
    const user_point_id = this.rootOf(person);
    if (this.receipts.has(activity_id) || this.erased.has(user_point_id)) return [];
    this.receipts.add(activity_id);
    this.activities.set(activity_id, user_point_id);
    return [this.stamped(aMessage({ activities: [anActivity({ activity_id, user_point_id, ts })] }))];
  }

  private merge(one: string, other: string): FactMessage[] {
    if (one === other || this.erased.has(one) || this.erased.has(other)) return [];
    const [survivor, merged] = [one, other].sort() as [string, string];
    for (const [point, root] of this.merges) if (root === merged) this.merges.set(point, survivor);
    this.merges.set(merged, survivor);
    const moved = [...this.memberships.keys()].filter((key) => key.startsWith(merged));
    const changes = moved.flatMap((key) => {
      const segment = Number(key.split('/')[1]);
      const both = [key, `${survivor}/${segment}`].map((one) => this.memberships.get(one)?.write_version ?? 0);
      return [...this.change(merged, segment, false), ...this.change(survivor, segment, true, Math.max(...both))];
    });
    return [this.stamped(aMerge([[merged, survivor]])), ...changes];
  }

  /** @param moved the write that a moved membership stems from */
  private change(user_point_id: string, segment: number, is_member: boolean, moved?: number): FactMessage[] {
    const key = `${user_point_id}/${segment}`;
    if (this.erased.has(user_point_id) || (!is_member && !this.memberships.has(key))) return [];
    const version = ++this.version;
    const write_version = moved ?? version;
    if (is_member) this.memberships.set(key, { version, write_version });
    else this.memberships.delete(key);
    const change = { user_point_id, segment_id: String(segment), is_member, version };
    return [this.stamped(aSegmentChange([{ ...change, ...(moved !== undefined && { write_version }) }]))];
  }

  private deleteSegment(segment: string): FactMessage[] {
    const version = ++this.version;
    this.deletions.set(segment, version);
    for (const key of [...this.memberships.keys()]) if (key.endsWith(`/${segment}`)) this.memberships.delete(key);
    return [this.stamped(aDeletion(segment, version))];
  }

  private erase(root: string): FactMessage[] {
    if (this.erased.has(root)) return [];
    const ids = [root, ...[...this.merges].filter(([, survivor]) => survivor === root).map(([merged]) => merged)];
    for (const id of ids) {
      this.erased.add(id);
      this.merges.delete(id);
      for (const key of [...this.memberships.keys()]) if (key.startsWith(id)) this.memberships.delete(key);
    }
    for (const [activity, point] of [...this.activities]) if (ids.includes(point)) this.activities.delete(activity);
    return [this.stamped(anErasure(ids))];
  }

  private rootOf(person: number): string {
    // Half of the people are as old as the platform; the others are made in this timeline.
    const point = uuid(0xb, person % 2 === 0 ? person : this.timeline * 1_000 + person);
    return this.merges.get(point) ?? point;
  }

  private stamped<Message extends FactMessage>(message: Message): Message {
    return Object.assign(message, this.timeline > 0 && { timeline: this.timeline });
  }
}

/** Passes a message to the store as the bus would. */
export function deliver({ store }: TestStore, message: FactMessage): Promise<void> {
  if ('activities' in message.value) return store.storeActivities([message as ReturnType<typeof aMessage>]);
  if ('merges' in message.value) return store.mergeUserPoints([message as ReturnType<typeof aMerge>]);
  if ('version' in message.value) return store.deleteSegments([message as ReturnType<typeof aDeletion>]);
  if ('changes' in message.value) return store.changeSegments([message as ReturnType<typeof aSegmentChange>]);
  return store.eraseUserPoints([message as Received<{ datamart_id: string; user_point_ids: string[] }>]);
}

/** The request that the store has due, marked as published. */
export async function takeRequest({ store }: TestStore): Promise<string | undefined> {
  const request_id = await store.nextBackfill();
  if (request_id) await store.markBackfillRequested(request_id);
  return request_id;
}

export async function endBackfill({ store }: TestStore, request_id: string, messages: number, timeline: number) {
  await store.endBackfills([anEnd(request_id, messages, { timeline })]);
  await store.nextBackfill();
}
