import type { Activity, ActivityEvent, UserIdentifier } from './activity.js';
import { isAuth, isConsent } from './checks/values.js';
import { Acceptances } from './consent/acceptances.js';
import { Delivery } from './delivery.js';
import { Emitter } from './emitter.js';
import { maxTimerMs } from './facilities/clock.js';
import { randomId, uuid7 } from './facilities/unique-id.js';
import { givenText, isObject } from './given.js';
import { Identifiers } from './identifiers.js';
import { Intake, type IntakeOptions } from './intake.js';
import { Log } from './log.js';
import type {
  Auth,
  Consent,
  ConsentAnswer,
  FlushOptions,
  FlushResult,
  Identity,
  ListenedEvents,
  PageHelper,
  TributaryEvents,
  TributaryOptions,
} from './options.js';
import { Queue } from './queue.js';
import { Sender } from './sender.js';
import type { Signer } from './signing/signer.js';
import { IndexedDbStorage } from './storage/indexed-db-storage.js';
import type { QueueStorage } from './storage/queue-storage.js';
import type { Tributary } from './tributary-api.js';

const isPage = () => typeof document !== 'undefined';

export class Client implements Tributary {
  private readonly emitter = new Emitter<TributaryEvents>();
  private readonly identifiers: Identifiers;
  private readonly storage: QueueStorage | undefined;
  private readonly queue: Queue;
  private readonly sender: Sender;
  private readonly delivery: Delivery;
  private readonly intake: Intake;
  private readonly pages: PageHelper | undefined;
  private readonly pageLife: PageLife | undefined;
  private readonly log: Log;
  private readonly acceptances: Acceptances;
  /** Made before any activity. */
  private readonly firstKey = uuid7();
  private closing: Promise<FlushResult> | undefined;

  /** @param options as `checkOptions` returns them @param signer for credentials that sign */
  constructor(options: TributaryOptions, signer?: Signer) {
    this.log = new Log(options.debug);
    this.on('*', (event) => this.log.onEvent(event));
    const { datamart, defaults = {} } = options;
    const { maxCount = 1_000, maxBytes = 1_000_000, whenFull = 'drop' } = options.queue ?? {};
    const url = options.url.replace(/(\/+v1)?\/*$/, '');
    this.acceptances = new Acceptances(datamart, options.consent);
    const consent = this.acceptances.consent;
    const mayCreate = () => this.intake.isGranted;
    this.storage = storageOf(options, () => new IndexedDbStorage(`tributary:${url}:${datamart}`, mayCreate));
    this.identifiers = new Identifiers(datamart, options.identifiers ?? [], options.identifyBrowser ?? isPage());
    // Without consent there may be none.
    const onStorageFailure = () => mayCreate() && this.log.warn('the storage fails: the queue goes on in memory');
    this.queue = new Queue(this.storage, { maxCount, maxBytes }, onStorageFailure);
    const { requestTimeoutMs = 15_000, fetch = (...request) => globalThis.fetch(...request) } = options;
    this.sender = new Sender({ url, datamart, auth: options.auth, requestTimeoutMs, fetch }, signer);
    const { lingerMs = 500, maxRetryDelayMs = 60_000 } = options;
    const delivery = { lingerMs, maxRetryDelayMs };
    this.delivery = new Delivery(this.queue, this.sender, this.storage, this.emitter, delivery);
    this.pages = options.pages;
    const pageFields: IntakeOptions['pageFields'] = (type) => this.guard('pages', () => this.pages?.fields(type)) ?? {};
    const hasRefusals = options.consent === 'required' && options.storage === undefined;
    const intake = { defaults, whenFull, maxBytes, pageFields, hasRefusals };
    this.intake = new Intake(consent, this.queue, this.delivery, this.identifiers, intake);
    if (isPage()) this.pageLife = new PageLife(this.delivery, (key) => this.followOtherTab(key));
    // The listeners of the caller come first.
    queueMicrotask(() => void this.start(consent));
  }

  activity(activity: Activity): Promise<string | undefined> {
    return this.intake.take(activity);
  }

  siteVisit(events: ActivityEvent[], fields: Partial<Activity> = {}): Promise<string | undefined> {
    const visit = () => ({ ...fields, $type: 'SITE_VISIT', $events: events });
    return this.intake.take(this.guard('siteVisit', visit));
  }

  track(name: string, properties: Record<string, unknown> = {}): Promise<string | undefined> {
    const $event_name = givenText(name);
    // Not a visit: the first view of a session is that.
    return this.intake.take(
      $event_name && { $type: 'TOUCH', $events: [{ $event_name, $properties: properties ?? {} }] },
    );
  }

  page(properties: Record<string, unknown> = {}): Promise<string | undefined> {
    const view = () => {
      const { $events: [event] = [], ...seen } = this.pages?.view?.() ?? { $type: 'TOUCH' };
      const $properties = { ...event?.$properties, ...properties };
      return { ...seen, $events: [{ $event_name: '$page_view', $properties }] };
    };
    return this.intake.take(this.guard('page', view));
  }

  identify(identity: Identity): void {
    this.guard('identify', () => isObject(identity) && this.identifiers.identify(identity));
  }

  reset(): void {
    this.identifiers.forget();
    this.guard('pages', () => this.pages?.forget());
  }

  setProfile(properties: Record<string, unknown>): Promise<string | undefined> {
    return this.activity(technical('$set_user_profile_properties', properties));
  }

  choice(
    processingId: string,
    accepted: boolean,
    custom: Record<string, unknown> = {},
    identifiers: UserIdentifier[] = [],
  ): Promise<string | undefined> {
    const choice = () => ({ ...choiceOf(processingId, accepted, custom), $user_identifiers: identifiers });
    return this.intake.take(this.guard('choice', choice));
  }

  async consent(processingId: string, accepted: boolean): Promise<ConsentAnswer> {
    const processing = givenText(processingId);
    if (processing === undefined || typeof accepted !== 'boolean') return this.ignore('consent') ?? {};
    const { isGranted } = this.intake;
    // A refusal makes no identifier of a person who has not accepted anything.
    const identifiers = accepted || isGranted ? [] : this.identifiers.existing();
    const consent = this.acceptances.change(processing, accepted);
    let queued: Promise<string | undefined> | undefined;
    const choose = () => {
      const $unique_key = this.queue.heldCount > 0 ? earlierKey(this.firstKey) : undefined;
      const choice = { ...choiceOf(processing, accepted), $unique_key, $user_identifiers: identifiers };
      if (accepted || isGranted || identifiers.length > 0) queued = this.intake.take(choice);
    };
    // The platform stores what the person has accepted before: so an acceptance comes before what has waited for it.
    if (accepted && consent) await this.intake.setConsent(consent, choose);
    else choose();
    if (!accepted && consent) await this.setConsent(consent);
    const id = await queued;
    if (id === undefined) return {};
    return accepted && this.sender.isPublic ? { id, not_effective: 'possible' } : { id };
  }

  setConsent(consent: Consent): Promise<void> {
    if (!isConsent(consent)) return Promise.resolve(this.ignore('setConsent'));
    if (consent === 'denied') {
      this.acceptances.forget();
      this.guard('pages', () => this.pages?.forget());
    }
    return this.intake.setConsent(consent);
  }

  setAuth(auth: Auth | undefined): void {
    const isNone = auth === undefined || auth === null;
    if (!isNone && !this.guard('setAuth', () => isAuth(auth))) return this.ignore('setAuth');
    this.sender.auth = isNone ? undefined : auth;
    this.delivery.resume(true);
  }

  async flush(options?: FlushOptions): Promise<FlushResult> {
    const given = this.guard('flush', () => Number(options?.timeoutMs ?? NaN));
    const timeoutMs = given === undefined || Number.isNaN(given) ? 10_000 : Math.min(Math.max(0, given), maxTimerMs);
    const { kept, reason } = await this.delivery.settle(timeoutMs);
    const held = this.queue.heldCount;
    const why = reason ?? (held > 0 ? 'consent' : undefined);
    return { ...this.delivery.takeCounts(), kept: kept + held, ...(why && { reason: why }) };
  }

  close(options?: FlushOptions): Promise<FlushResult> {
    this.closing ??= this.shutDown(options);
    return this.closing;
  }

  on<Name extends keyof ListenedEvents>(name: Name, listener: (event: ListenedEvents[Name]) => void): () => void {
    if (typeof listener === 'function') return this.emitter.on(name, listener);
    this.ignore('on');
    return () => {};
  }

  /** Runs code of the page, or that reads a value of any kind. @returns undefined if it throws */
  private guard<Result>(name: string, run: () => Result): Result | undefined {
    try {
      return run();
    } catch {
      return this.ignore(name);
    }
  }

  private ignore(name: string): undefined {
    this.log.warn(`${name} is ignored: it throws, or has a value of another kind`);
  }

  /** @param key of localStorage that another tab has changed, null for all of them */
  private followOtherTab(key: string | null): void {
    const consent = this.acceptances.afterChangeOf(key);
    if (consent) void this.setConsent(consent);
  }

  private async start(consent: Consent): Promise<void> {
    if (consent === 'denied') await this.setConsent(consent);
    if (this.closing) return;
    this.guard('pages', () => this.pages?.start((view) => void this.activity(view)));
    // The queue of an earlier page or process is sent now.
    this.delivery.schedule();
  }

  private async closeStorage(): Promise<void> {
    try {
      await this.storage?.close();
    } catch {
      // It has nothing that is needed any more.
    }
  }

  private async shutDown(options?: FlushOptions): Promise<FlushResult> {
    this.intake.isClosed = true;
    this.queue.notifyRoom();
    this.guard('pages', () => this.pages?.stop());
    const result = await this.flush(options);
    this.pageLife?.stop();
    await this.delivery.stop();
    const lost = [...this.queue.unsaved(), ...this.queue.takeHeld()];
    await this.delivery.drop(lost, 'closed');
    await this.closeStorage();
    return { ...result, dropped: result.dropped + lost.length, kept: Math.max(0, result.kept - lost.length) };
  }
}

function storageOf({ storage = isPage() ? undefined : 'memory' }: TributaryOptions, ofBrowser: () => QueueStorage) {
  return storage === 'memory' ? undefined : (storage ?? ofBrowser());
}

/** Not a visit: reports count those as sessions. */
const technical = ($event_name: string, $properties: Record<string, unknown>): Activity => {
  return { $type: 'TOUCH', $session_status: 'NO_SESSION', $events: [{ $event_name, $properties }] };
};

const choiceOf = ($processing_id: string, $choice_acceptance_value: boolean, custom: Record<string, unknown> = {}) =>
  technical('$set_user_choice', { ...custom, $processing_id, $choice_acceptance_value });

/** An id of the same moment: the queue sends in the order of the ids. */
const earlierKey = (key: string) => key.slice(0, 24) + randomId().slice(20);

/** Sends when the page may end, tries again when the device is online, and follows what other tabs store. */
class PageLife {
  private readonly stopping = new AbortController();

  constructor(delivery: Delivery, onLocalChange: (key: string | null) => void) {
    const { signal } = this.stopping;
    const send = () => void delivery.sendBeforeUnload();
    // On phones a hidden page may end without a further event.
    document.addEventListener('visibilitychange', () => document.hidden && send(), { signal });
    addEventListener('pagehide', send, { signal });
    addEventListener('pageshow', () => delivery.schedule(), { signal });
    addEventListener('online', () => delivery.resume(), { signal });
    addEventListener('storage', ({ key }) => onLocalChange(key), { signal });
  }

  stop(): void {
    this.stopping.abort();
  }
}
