import type { Activity } from './activity.js';
import { activityOf, type Delivery } from './delivery.js';
import { uuid7 } from './facilities/unique-id.js';
import { givenText, isObject } from './given.js';
import type { Identifiers } from './identifiers.js';
import type { Consent, DroppedReason } from './options.js';
import type { Queue } from './queue.js';
import type { QueueEntry } from './storage/queue-storage.js';
import { bytesOf } from './take-batch.js';

/** A longer activity does not fit into a request. */
const maxActivityBytes = 1_000_000;
const choiceEvent = '$set_user_choice';

export interface IntakeOptions {
  defaults: Partial<Activity>;
  whenFull: 'drop' | 'wait';
  maxBytes: number;
  /** Whether the storage may have refusals while consent is pending. It makes nothing then. */
  hasRefusals: boolean;
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
    this.usePersistence();
    delivery.isAllowed = (entry) => this.isGranted || this.sendsAllWhilePending || isChoice(activityOf(entry));
  }

  get isGranted(): boolean {
    return this.consent === 'granted';
  }

  /** @returns its id once it is in the queue, undefined if it is dropped */
  async take(given: unknown): Promise<string | undefined> {
    try {
      if (isObject(given)) return await this.admit(this.withKey(given as unknown as Activity));
    } catch {
      // A cycle, a BigInt, or a property that throws.
    }
    return this.drop(outlineOf(given), 'invalid');
  }

  private async admit(activity: Activity): Promise<string | undefined> {
    if (this.consent === 'denied' && !isChoice(activity)) return this.drop(activity, 'consent');
    // Identifiers are added when consent is granted: then there are some.
    if (this.consent === 'pending' && !isChoice(activity))
      return this.enter(activity, (entry) => this.queue.hold(entry));
    return this.enter(this.complete(activity), (entry) => this.queue.add(entry));
  }

  /** @param queueFirst queues activities that are sent before those that wait */
  async setConsent(consent: Consent, queueFirst?: () => void): Promise<void> {
    this.consent = consent;
    this.usePersistence();
    if (queueFirst) {
      queueFirst();
      // Further calls of the same moment come first, too.
      await Promise.resolve();
      if (this.consent !== consent) return;
    }
    if (consent === 'pending') return;
    const held = this.queue.takeHeld();
    if (consent === 'denied') return this.empty(held);
    await Promise.all([
      this.queue.save(),
      ...held.map((entry) => this.queue.add({ ...entry, line: JSON.stringify(this.complete(activityOf(entry))) })),
    ]);
    this.delivery.schedule();
  }

  /** A refusal that an earlier page could not send is in the storage while the next page is pending. */
  private usePersistence(): void {
    this.queue.isPersistent = this.consent !== 'pending' || this.options.hasRefusals;
  }

  private get sendsAllWhilePending(): boolean {
    return this.consent === 'pending' && !this.options.hasRefusals;
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
  private withKey(given: Activity): Activity {
    const activity = { ...this.options.defaults, ...given };
    const $unique_key = (givenText(activity.$unique_key) ?? uuid7()).toLowerCase();
    // The platform refuses a time before 1970, which a device's clock may show.
    const $ts = activity.$ts ?? NaN;
    return { ...activity, $unique_key, $ts: Number.isNaN($ts) ? Math.max(1, Date.now()) : $ts };
  }

  private complete(activity: Activity): Activity {
    const own = activity.$user_identifiers;
    // All identifiers of an activity become one person's: with those of `identify`, two people would be merged.
    const $user_identifiers = own && own.length > 0 ? own : this.identifiers.list(this.isGranted);
    return { ...(this.isGranted && this.options.pageFields(activity.$type)), ...activity, $user_identifiers };
  }

  private async enter(activity: Activity, add: (entry: QueueEntry) => unknown): Promise<string | undefined> {
    const id = String(activity.$unique_key);
    // The line would not have the id.
    if (typeof activity['toJSON'] === 'function') return this.drop(outlineOf(activity), 'invalid');
    const line = JSON.stringify(activity);
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

/** The part of a value that is no activity which a listener may look at. */
function outlineOf(given: unknown): Activity {
  try {
    const { $type, $unique_key } = given as Partial<Activity>;
    return { $type: String($type), ...($unique_key && { $unique_key: String($unique_key) }) };
  } catch {
    return { $type: String(undefined) };
  }
}
