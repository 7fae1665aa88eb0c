import type { Auth } from './options.js';
import { readAnswer, type Answer, type Failed } from './read-answer.js';
import { readRetryAfter } from './retry-delay.js';
import { sign } from './sign.js';
import type { QueueEntry } from './storage/queue-storage.js';

export interface SenderOptions {
  url: string;
  datamart: string | number;
  auth?: Auth | undefined;
  requestTimeoutMs: number;
  fetch: typeof fetch;
}

type Key = Extract<Auth, { secret: string }>;

/** A clock that differs by more is corrected. The platform takes signatures of five minutes, and `Date` has seconds only. */
const clockToleranceMs = 60_000;
/** A shorter text is part of many others. */
const shortestSecret = 8;
/** The text of the platform's refusal if its clock and that of the signature differ by too much. */
const isClockError = ({ error_code, error }: Failed) =>
  error_code === 'MAC_ERROR' && error.includes('differs from the time');

/** With the time of the `Date` header; NaN if there is none. */
type TimedFailure = Failed & { platformTime?: number };
type TimedAnswer = Exclude<Answer, Failed> | TimedFailure;

/** Sends activities in one request. */
export class Sender {
  private readonly target: string;
  auth: Auth | undefined;
  /** The time of the platform minus that of this device, as far as it matters for signatures. */
  private clockOffsetMs = 0;

  constructor(private readonly options: SenderOptions) {
    this.target = `/v1/datamarts/${encodeURIComponent(options.datamart)}/user_activities`;
    this.auth = options.auth;
  }

  /** Never rejects. @param outlivesPage whether the browser goes on when the page is closed */
  async send(entries: QueueEntry[], signal: AbortSignal, outlivesPage = false): Promise<Answer> {
    const answer = await this.attempt(entries, signal, outlivesPage);
    if (answer.kind !== 'failed' || answer.error_code !== 'MAC_ERROR') return answer;
    const second = this.correctClock(answer) ? await this.attempt(entries, signal, outlivesPage) : answer;
    // The credential may be right: the clock is set some day, or the next answer has a time.
    return second.kind === 'failed' && isClockError(second) ? { ...second, reason: 'unavailable' } : second;
  }

  /** @returns whether a signature of another time may be accepted */
  private correctClock(failed: TimedFailure): boolean {
    const offsetMs = (failed.platformTime ?? NaN) - Date.now();
    const isOff = isClockError(failed) || Math.abs(offsetMs - this.clockOffsetMs) > clockToleranceMs;
    if (!isOff || Number.isNaN(offsetMs)) return false;
    this.clockOffsetMs = offsetMs;
    return true;
  }

  private async attempt(entries: QueueEntry[], signal: AbortSignal, outlivesPage: boolean): Promise<TimedAnswer> {
    const body = entries.map(({ line }) => line).join('\n');
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(new Error('no answer in time')), this.options.requestTimeoutMs);
    const stop = () => {
      clearTimeout(timer);
      abort.abort(new Error('closed'));
    };
    // Some implementations of `fetch` and WebCrypto never answer.
    const aborted = new Promise<never>((_resolve, reject) => {
      abort.signal.addEventListener('abort', () => reject(abort.signal.reason as Error));
    });
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    try {
      const { signal } = abort;
      return await Promise.race([this.request(body, entries, { keepalive: outlivesPage, signal }), aborted]);
    } catch (error) {
      return { kind: 'failed', reason: 'unavailable', error: this.withoutSecret(String(error)) };
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  }

  /** An error of a `fetch` may quote the request. */
  private withoutSecret(text: string): string {
    const { auth } = this;
    const secret = auth && ('secret' in auth ? auth.secret : auth.token);
    return secret && secret.length >= shortestSecret ? text.replaceAll(secret, '…') : text;
  }

  private async request(body: string, entries: QueueEntry[], init: RequestInit): Promise<TimedAnswer> {
    // Without a signature nothing is awaited before the request: a page that is closing runs no further step.
    const headers = this.auth && 'secret' in this.auth ? await this.signed(this.auth, body) : this.headers();
    // The API never redirects.
    const common = { method: 'POST', redirect: 'error', headers, body } as const;
    const response = await this.options.fetch(this.options.url + this.target, { ...common, ...init });
    return answerOf(response, entries);
  }

  private headers(): Record<string, string> {
    const type = { 'Content-Type': 'application/x-ndjson' };
    return this.auth && 'token' in this.auth ? { ...type, Authorization: this.auth.token } : type;
  }

  private async signed({ keyId, secret, headerPrefix = 'Svc' }: Key, body: string) {
    const ts = String(Date.now() + this.clockOffsetMs);
    return {
      ...this.headers(),
      [`X-${headerPrefix}-Mac`]: await sign(secret, [this.target, keyId, ts, body]),
      [`X-${headerPrefix}-Key-Id`]: keyId,
      [`X-${headerPrefix}-Ts`]: ts,
    };
  }
}

async function answerOf(response: Response, entries: QueueEntry[]): Promise<TimedAnswer> {
  const text = await response.text();
  const ids = entries.map(({ id }) => id);
  const answer = readAnswer(response.status, text, ids);
  if (answer.kind !== 'failed') return answer;
  const platformTime = Date.parse(response.headers.get('Date') ?? '');
  // A clock that is wrong does not make a pause longer.
  const now = Number.isNaN(platformTime) ? Date.now() : platformTime;
  const retryAfterMs = readRetryAfter(response.headers.get('Retry-After'), now);
  return { ...answer, platformTime, ...(retryAfterMs && { retryAfterMs }) };
}
