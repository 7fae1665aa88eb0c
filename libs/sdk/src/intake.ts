import type { Activity } from './activity.js';
import { activityOf, type Delivery } from './delivery.js';
import type { Identifiers } from './identifiers.js';
import type { Consent, DroppedReason } from './options.js';
import type { Queue } from './queue.js';
import type { QueueEntry } from './storage/queue-storage.js';
import { bytesOf } from './take-batch.js';
import { uuid7 } from './unique-id.js';

/** A longer activity does not fit into a request. */
const maxActivityBytes = 1_000_000;
const choiceEvent = '$set_user_choice';

export interface IntakeOptions {
  defaults: Partial<Activity>;
  whenFull: 'drop' | 'wait';
  maxBytes: number;
  /** Fields that depend on the page, without those that an activity already has. */
  pageFields: (type: string | undefined) => Partial<Activity>;
}

/** Lets activities into the queue: completes them, and applies the consent and the limits. */
export class Intake {
  isClosed = false;

  constructor(
    private consent: Consent,
    private readonly queue: Queue,
    private readonly delivery: Delivery,
    private readonly identifiers: Identifiers,
    private readonly options: IntakeOptions,
  ) {
    queue.isPersistent = consent !== 'pending';
    delivery.isAllowed = (entry) => this.consent !== 'denied' || isChoice(activityOf(entry));
  }

  get isGranted(): boolean {
    return this.consent === 'granted';
  }

  /** @returns its id once it is in the queue, undefined if it is dropped */
  async take(given: Activity): Promise<string | undefined> {
    const activity = this.withKey(given);
    if (this.consent === 'denied' && !isChoice(activity)) return this.drop(activity, 'consent');
    // Identifiers are added when consent is granted: then there are some.
    if (this.consent === 'pending' && !isChoice(activity))
      return this.enter(activity, (entry) => this.queue.hold(entry));
    return this.enter(this.complete(activity), (entry) => this.queue.add(entry));
  }

  async setConsent(consent: Consent): Promise<void> {
    this.consent = consent;
    this.queue.isPersistent = consent !== 'pending';
    if (consent === 'pending') return;
    const held = this.queue.takeHeld();
    if (consent === 'denied') return this.empty(held);
    await Promise.all([
      this.queue.save(),
      ...held.map((entry) => this.queue.add({ ...entry, line: JSON.stringify(this.complete(activityOf(entry))) })),
    ]);
    this.delivery.schedule();
  }

  private async empty(held: QueueEntry[]): Promise<void> {
    this.identifiers.forget();
    const entries = [...held, ...(await this.queue.list())];
    await this.delivery.drop(
      entries.filter((entry) => !isChoice(activityOf(entry))),
      'consent',
    );
  }

  /** Its id and time stay the same from here on. */
  private withKey(activity: Activity): Activity {
    const { defaults } = this.options;
    const $unique_key = String(activity.$unique_key ?? uuid7()).toLowerCase();
    return { ...defaults, ...activity, $unique_key, $ts: activity.$ts ?? Date.now() };
  }

  private complete(activity: Activity): Activity {
    const own = activity.$user_identifiers ?? [];
    // All identifiers of an activity become one person's: with those of `identify`, two people would be merged.
    const $user_identifiers = own.length > 0 ? own : this.identifiers.list(this.isGranted);
    return { ...(this.isGranted && this.options.pageFields(activity.$type)), ...activity, $user_identifiers };
  }

  private async enter(activity: Activity, add: (entry: QueueEntry) => unknown): Promise<string | undefined> {
    const id = String(activity.$unique_key);
    const line = toJson(activity);
    if (line === undefined) return this.drop({ $type: activity.$type, $unique_key: id }, 'invalid');
    if (bytesOf(line) > Math.min(maxActivityBytes, this.options.maxBytes)) return this.drop(activity, 'too_large');
    while (!this.isClosed && this.options.whenFull === 'wait' && !this.queue.hasRoomFor(line)) await this.queue.room();
    if (this.isClosed) return this.drop(activity, 'closed');
    // Two activities with the same key are one: the first.
    if (this.queue.has(id)) return id;
    if (!this.queue.hasRoomFor(line)) return this.drop(activity, 'queue_full');
    const added = add({ id, queuedAt: Date.now(), line });
    this.delivery.schedule();
    await added;
    return id;
  }

  private drop(activity: Activity, reason: DroppedReason): undefined {
    this.delivery.reportDropped(activity, reason);
  }
}

const isChoice = ({ $events }: Activity): boolean =>
  Array.isArray($events) && $events.length > 0 && $events.every((event) => event?.$event_name === choiceEvent);

function toJson(activity: Activity): string | undefined {
  try {
    return JSON.stringify(activity);
  } catch {
    // A cycle, or a BigInt.
    return undefined;
  }
}
