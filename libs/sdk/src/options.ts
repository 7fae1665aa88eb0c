import type { Activity, QueuedActivity, UserIdentifier } from './activity.js';
import type { QueueStorage } from './storage/queue-storage.js';

/**
 * A collect key, which is public and for web pages; a token, or a key that signs requests. Browsers and apps cannot keep the
 * last two secret: see the docs.
 */
export type Auth =
  | { collectKey: string }
  | { token: string }
  | { keyId: string; secret: string; /** Default: `Svc`. */ headerPrefix?: string };

/**
 * - `granted`: activities are queued, stored and sent.
 * - `pending`: activities stay in memory, and no identifier is made. Choices are sent.
 * - `denied`: activities are dropped, the queue and the identifiers are removed. Choices are sent.
 */
export type Consent = 'pending' | 'granted' | 'denied';

export interface QueueLimits {
  /** Activities. Default: 1,000. */
  maxCount?: number;
  /** Bytes of JSON. Default: 1,000,000. */
  maxBytes?: number;
  /** The treatment of an activity that does not fit: `drop` reports it as dropped (default), `wait` waits for room. */
  whenFull?: 'drop' | 'wait';
}

/** The part of a web page that extends activities and sends page views: `pages()` of `@tributary/sdk/pages`. */
export interface PageHelper {
  /** Called only when consent is granted: it may read and write in the browser's storage. @param type of the activity */
  fields(type: string | undefined): Partial<Activity>;
  start(view: (activity: Activity) => void): void;
  stop(): void;
  /** Removes what identifies the visit. */
  forget(): void;
  /** A view of the page as it is now, for `page()`. */
  view?(): Activity;
}

export interface TributaryOptions {
  /** Address of the API without `/v1`, such as `https://data.example.com`. */
  url: string;
  datamart: string | number;
  /** Absent if a proxy of your own adds the credential. */
  auth?: Auth;
  /** Fields that every activity gets unless it has them, such as `$site_id`. */
  defaults?: Partial<Activity>;
  /** Identifiers of every activity that has none of its own, as after `identify`. */
  identifiers?: UserIdentifier[];
  /**
   * `required`: `pending` until the person accepts a processing (`consent`), which the browser remembers; `denied` once none is
   * accepted any more. Default: `granted`.
   */
  consent?: Consent | 'required';
  /** Whether to identify this browser by an id in localStorage, once consent is granted. Default: true in a browser. */
  identifyBrowser?: boolean;
  /** Where the queue is. Default: IndexedDB in a browser, memory elsewhere; `fileStorage(path)` survives the process. */
  storage?: 'memory' | QueueStorage;
  queue?: QueueLimits;
  /** Page views, sessions, campaigns and devices: `pages()` of `@tributary/sdk/pages`. Default: none. */
  pages?: PageHelper | undefined;
  /** How long an activity waits for others before they are sent together. Default: 500 ms. */
  lingerMs?: number;
  /** Default: 15,000. */
  requestTimeoutMs?: number;
  /** Longest pause between two attempts, unless `Retry-After` asks for more. Default: 60,000. */
  maxRetryDelayMs?: number;
  /** Default: the global `fetch`. */
  fetch?: typeof fetch;
  /** Whether to log each event. Default: the first trouble of each kind, as a warning; with `false` nothing. */
  debug?: boolean;
}

/** Values that are null, empty or no text are absent: the identifier stays as it was. */
export interface Identity {
  /** Account id. */
  account?: string;
  /** Compartment of the account. */
  compartment?: string;
  /** E-mail address. Prefer its hash: the address is stored as it is in the activities. */
  email?: string;
  /** SHA-256 of the trimmed, lower-cased address, in hexadecimal digits. */
  emailHash?: string;
}

/** Why activities are still in the queue: they will be sent again, with the same ids. */
export type KeptReason = 'unavailable' | 'unauthorized' | 'consent' | 'timeout';

/** Why an activity has left the queue, or not entered it, without an answer. */
export type DroppedReason = 'queue_full' | 'too_large' | 'too_old' | 'consent' | 'closed' | 'invalid';

export interface TributaryEvents {
  /** The platform has it: durable. */
  sent: { activity: QueuedActivity; received_ts: number };
  /** The platform has refused it. It is not sent again. */
  refused: { activity: QueuedActivity; error_code: string; error: string };
  /** It is not sent, or not again. */
  dropped: { activity: Activity; reason: DroppedReason };
  /** An attempt has failed. All of its activities stay in the queue. */
  kept: { activities: QueuedActivity[]; reason: KeptReason; error: string; status?: number; retryInMs?: number };
}

/** An event with its name. */
export type AnyEvent = {
  [Name in keyof TributaryEvents]: { type: Name } & TributaryEvents[Name];
}[keyof TributaryEvents];

export interface ListenedEvents extends TributaryEvents {
  /** Every event. */
  '*': AnyEvent;
}

export interface FlushResult {
  /** Activities that left the queue since the last flush, by this client. */
  sent: number;
  refused: number;
  dropped: number;
  /** Activities of before the call that are still in the queue, and why. */
  kept: number;
  reason?: KeptReason;
}

/** The answer of `consent`. */
export interface ConsentAnswer {
  /** The id of the activity with the choice. Absent if none is sent: a refusal of a person without an identifier. */
  id?: string;
  /**
   * An acceptance sent with a collect key does not count if your systems have last recorded a refusal of the person. The
   * platform does not answer whether it is so: a public key reads nothing about people. The change log says it (`$effective`).
   */
  not_effective?: 'possible';
}

export interface FlushOptions {
  /** Default: 10,000. */
  timeoutMs?: number;
}
