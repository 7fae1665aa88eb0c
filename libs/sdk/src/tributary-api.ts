import type { Activity, ActivityEvent, UserIdentifier } from './activity.js';
import type { Auth, Consent, ConsentAnswer, FlushOptions, FlushResult, Identity, ListenedEvents } from './options.js';

/** A queue of activities on their way to a datamart. None of its methods throws or rejects, with any value. */
export interface Tributary {
  /**
   * Queues an activity. Its id and its time are fixed now.
   *
   * @returns its id once the queue holds it (`fileStorage`: once it is on the disk), undefined if it is dropped
   */
  activity(activity: Activity): Promise<string | undefined>;
  /** Queues a SITE_VISIT. */
  siteVisit(events: ActivityEvent[], fields?: Partial<Activity>): Promise<string | undefined>;
  /** Queues a TOUCH with one event. */
  track(name: string, properties?: Record<string, unknown>): Promise<string | undefined>;
  /** Queues a page view: with `pages`, of the page as it is now, which then counts no further one for this address. */
  page(properties?: Record<string, unknown>): Promise<string | undefined>;
  /** Adds identifiers to all activities that follow and have none of their own. */
  identify(identity: Identity): void;
  /** Forgets the identifiers, that of the browser too: for a sign-out on a shared device. */
  reset(): void;
  /** Updates properties of the person's profile. Needs an account: of `identify`, or `$user_account_id` in the properties. */
  setProfile(properties: Record<string, unknown>): Promise<string | undefined>;
  /** Records a choice of the person for a processing. It is sent under any consent. Without an identifier it is refused. */
  choice(
    processingId: string,
    accepted: boolean,
    custom?: Record<string, unknown>,
    identifiers?: UserIdentifier[],
  ): Promise<string | undefined>;
  /**
   * Records that the person accepts or refuses a processing. Unless consent was `granted` from the start, the first acceptance
   * grants it, and it is denied once no processing is accepted; a refusal is then sent only under an identifier that exists.
   */
  consent(processingId: string, accepted: boolean): Promise<ConsentAnswer>;
  setConsent(consent: Consent): Promise<void>;
  /** Replaces the credential, and sends again if the last one was refused. */
  setAuth(auth: Auth | undefined): void;
  /** Waits until every activity queued before is answered, or says what is kept and why. Respects `Retry-After`. */
  flush(options?: FlushOptions): Promise<FlushResult>;
  /** Takes no more activities, flushes, ends the request in flight at the time-out, and releases the storage. */
  close(options?: FlushOptions): Promise<FlushResult>;
  /** @param name of an event, or `*` for all of them @returns a function that removes the listener */
  on<Name extends keyof ListenedEvents>(name: Name, listener: (event: ListenedEvents[Name]) => void): () => void;
}
