import type { Auth } from './options.js';
import { readAnswer, type Answer } from './read-answer.js';
import { readRetryAfter } from './retry-delay.js';
import type { Signer, TimedAnswer } from './signing/signer.js';
import type { QueueEntry } from './storage/queue-storage.js';

export interface SenderOptions {
  url: string;
  datamart: string | number;
  auth?: Auth | undefined;
  requestTimeoutMs: number;
  fetch: typeof fetch;
}

type Key = Extract<Auth, { secret: string }>;
const valueOf = (auth: Exclude<Auth, Key>) => ('collectKey' in auth ? auth.collectKey : auth.token);

/** A shorter text is part of many others. */
const shortestSecret = 8;

/** Sends activities in one request. */
export class Sender {
  private readonly target: string;
  auth: Auth | undefined;
  /** @param signer absent where nothing is signed */
  constructor(
    private readonly options: SenderOptions,
    private readonly signer?: Signer,
  ) {
    this.target = `/v1/datamarts/${encodeURIComponent(options.datamart)}/user_activities`;
    this.auth = options.auth;
  }

  /** Whether anyone can read the credential. */
  get isPublic(): boolean {
    return this.auth !== undefined && 'collectKey' in this.auth;
  }

  /** Never rejects. @param outlivesPage whether the browser goes on when the page is closed */
  async send(entries: QueueEntry[], signal: AbortSignal, outlivesPage = false): Promise<Answer> {
    const attempt = () => this.attempt(entries, signal, outlivesPage);
    const answer = await attempt();
    const isOfSignature = answer.kind === 'failed' && answer.error_code === 'MAC_ERROR';
    return isOfSignature && this.signer ? this.signer.afterRefusal(answer, attempt) : answer;
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
    const secret = auth && ('secret' in auth ? auth.secret : valueOf(auth));
    return secret && secret.length >= shortestSecret ? text.replaceAll(secret, '…') : text;
  }

  private async request(body: string, entries: QueueEntry[], init: RequestInit): Promise<TimedAnswer> {
    // Without a signature nothing is awaited before the request: a page that is closing runs no further step.
    const { auth } = this;
    const signed = auth && 'secret' in auth ? await this.signer?.headers(auth, this.target, body) : undefined;
    const headers = { ...this.headers(), ...signed };
    // The API never redirects.
    const common = { method: 'POST', redirect: 'error', headers, body } as const;
    const response = await this.options.fetch(this.options.url + this.target, { ...common, ...init });
    return answerOf(response, entries);
  }

  private headers(): Record<string, string> {
    const type = { 'Content-Type': 'application/x-ndjson' };
    return this.auth && !('secret' in this.auth) ? { ...type, Authorization: valueOf(this.auth) } : type;
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
