import type { Auth } from './options.js';
import { readAnswer, type Answer } from './read-answer.js';
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

/** Sends activities in one request. */
export class Sender {
  private readonly target: string;
  auth: Auth | undefined;

  constructor(private readonly options: SenderOptions) {
    this.target = `/v1/datamarts/${encodeURIComponent(options.datamart)}/user_activities`;
    this.auth = options.auth;
  }

  /** Never rejects. @param outlivesPage whether the browser goes on when the page is closed */
  async send(entries: QueueEntry[], signal: AbortSignal, outlivesPage = false): Promise<Answer> {
    const body = entries.map(({ line }) => line).join('\n');
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(new Error('no answer in time')), this.options.requestTimeoutMs);
    const stop = () => {
      clearTimeout(timer);
      abort.abort(new Error('closed'));
    };
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    try {
      // Without a signature nothing is awaited before the request: a page that is closing runs no further step.
      const headers = this.auth && 'secret' in this.auth ? await this.signed(this.auth, body) : this.headers();
      const response = await this.options.fetch(this.options.url + this.target, {
        method: 'POST',
        headers,
        body,
        keepalive: outlivesPage,
        // The API never redirects.
        redirect: 'error',
        signal: abort.signal,
      });
      return await answerOf(response, entries);
    } catch (error) {
      return { kind: 'failed', reason: 'unavailable', error: String(error) };
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  }

  private headers(): Record<string, string> {
    const type = { 'Content-Type': 'application/x-ndjson' };
    return this.auth && 'token' in this.auth ? { ...type, Authorization: this.auth.token } : type;
  }

  private async signed({ keyId, secret, headerPrefix = 'Svc' }: Extract<Auth, { secret: string }>, body: string) {
    const ts = String(Date.now());
    return {
      ...this.headers(),
      [`X-${headerPrefix}-Mac`]: await sign(secret, [this.target, keyId, ts, body]),
      [`X-${headerPrefix}-Key-Id`]: keyId,
      [`X-${headerPrefix}-Ts`]: ts,
    };
  }
}

async function answerOf(response: Response, entries: QueueEntry[]): Promise<Answer> {
  const text = await response.text();
  const ids = entries.map(({ id }) => id);
  const answer = readAnswer(response.status, text, ids);
  const retryAfterMs = readRetryAfter(response.headers.get('Retry-After'), Date.now());
  return answer.kind === 'failed' && retryAfterMs ? { ...answer, retryAfterMs } : answer;
}
