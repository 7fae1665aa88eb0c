import type { LineFailure } from '@tributary/client/imports/read-failures';
import { createTributary, type QueuedActivity, type TributaryEvents } from '@tributary/sdk';
import { requestFailure } from '@tributary/client/request-failure';
import { Failure, type Interrupted } from '../output/failures.js';
import { describeRequestFailure, type Described } from '../requests/describe-failure.js';
import { parseLine } from './parse-line.js';
import type { Line } from './read-lines.js';

export interface SenderTarget {
  url: string;
  token: string;
  datamart_id: string;
  /** How long the platform may be unavailable. */
  timeoutMs: number;
}

interface SenderEvents {
  onSent: (line: number, receipt: { id: string; received_ts: number }) => void;
  onRefused: (refusal: LineFailure) => void;
  /** An attempt has failed, and is repeated. */
  onRetry: (error: string) => void;
}

type Refusal = Pick<LineFailure, 'error_code' | 'error'>;

/** Enough for the next requests while one is in flight, and flat. */
const queue = { maxCount: 1_000, maxBytes: 4_000_000, whenFull: 'wait' } as const;
const lingerMs = 20;
const maxRetryDelayMs = 5_000;
const flushMs = 1_000;
const shownBytes = 200;

/**
 * Sends lines through the queue of the SDK. It sends them again after a failure, with the same ids: each is stored once. The
 * queue holds a few hundred lines, and `add` waits for room.
 */
export class ActivitySender {
  /** Why it takes no more lines: the platform refuses the token or was away for too long, or the user has interrupted it. */
  failure: Failure | Interrupted | undefined;
  /** Lines without an answer, by id. Lines with the same id are one activity. */
  private readonly waiting = new Map<string, Line[]>();
  private readonly tributary;
  private readonly stopping = new AbortController();
  /** The number of the last line that was accepted or refused. */
  private lastNumber = 0;
  private lastAnswer = Date.now();
  private dropReason = '';
  /** Why the last request got no answer; undefined if it got one. */
  private connectionFailure: Described | undefined;
  private errorId: string | undefined;

  constructor(
    private readonly target: SenderTarget,
    private readonly events: SenderEvents,
  ) {
    const { url, token, datamart_id } = target;
    const options = {
      storage: 'memory',
      identifyBrowser: false,
      queue,
      lingerMs,
      maxRetryDelayMs,
      debug: false,
    } as const;
    const fetch = (...request: Parameters<typeof globalThis.fetch>) => this.fetch(...request);
    this.tributary = createTributary({ ...options, url, datamart: datamart_id, auth: { token }, fetch });
    this.tributary.on('sent', ({ activity, received_ts }) => this.onSent(activity, received_ts));
    this.tributary.on('refused', ({ activity, ...refusal }) => this.onRefused(activity, refusal));
    this.tributary.on('dropped', ({ reason }) => (this.dropReason = reason));
    this.tributary.on('kept', (event) => this.onKept(event));
  }

  /** The number of lines, from the first one, that are all answered. */
  get answeredUpTo(): number {
    const open = [...this.waiting.values()].flat().map(({ number }) => number);
    return open.length === 0 ? this.lastNumber : Math.min(...open) - 1;
  }

  /** Aborts when `failure` is set. */
  get stopped(): AbortSignal {
    return this.stopping.signal;
  }

  /** A sender that stops meanwhile does not take the line. */
  async add(line: Line): Promise<void> {
    const parsed = parseLine(line.text);
    if ('error' in parsed) this.refuse(line, parsed);
    else {
      if (this.waiting.size === 0) this.lastAnswer = Date.now();
      const id = await this.tributary.activity(parsed.activity);
      if (id !== undefined) this.waiting.set(id, [...(this.waiting.get(id) ?? []), line]);
      else if (this.failure) return;
      else this.refuse(line, { error_code: 'BAD_REQUEST_DATA', error: `not sent: ${this.dropReason}` });
    }
    this.lastNumber = line.number;
  }

  /** Waits until every line is answered, or the sender has failed. */
  async settle(): Promise<void> {
    while (this.waiting.size > 0 && !this.failure) await this.tributary.flush({ timeoutMs: flushMs });
  }

  /** Sends no more, and lets `add` and `settle` end. */
  stop(failure: Failure | Interrupted): void {
    this.failure ??= failure;
    this.stopping.abort();
    void this.close();
  }

  /** Ends at once; `add` no longer waits. */
  async close(): Promise<void> {
    await this.tributary.close({ timeoutMs: 0 });
  }

  private onSent({ $unique_key: id }: QueuedActivity, received_ts: number): void {
    for (const { number } of this.take(id)) this.events.onSent(number, { id, received_ts });
  }

  private onRefused({ $unique_key: id }: QueuedActivity, refusal: Refusal): void {
    for (const line of this.take(id)) this.refuse(line, refusal);
  }

  /** The error of `fetch` hides its reason. */
  private async fetch(...request: Parameters<typeof globalThis.fetch>): Promise<Response> {
    this.connectionFailure = undefined;
    try {
      const response = await globalThis.fetch(...request);
      this.errorId = response.headers.get('x-request-id') ?? undefined;
      return response;
    } catch (error) {
      this.connectionFailure = describeRequestFailure(requestFailure(error, undefined), this.target.url);
      throw error;
    }
  }

  private onKept({ reason, error }: TributaryEvents['kept']): void {
    // The request in flight has been ended.
    if (this.failure) return;
    const id = this.errorId === undefined ? '' : ` (error_id ${this.errorId})`;
    const { message, hint }: Described = this.connectionFailure ?? { message: `${error}${id}` };
    if (reason === 'unauthorized') this.stop(new Failure(message, 'Log in with a new token: tributary login URL'));
    else if (Date.now() - this.lastAnswer > this.target.timeoutMs) this.stop(new Failure(message, hint));
    else this.events.onRetry(message);
  }

  private take(id: string): Line[] {
    const lines = this.waiting.get(id) ?? [];
    this.waiting.delete(id);
    this.lastAnswer = Date.now();
    return lines;
  }

  private refuse({ number, text = '' }: Line, { error_code, error }: Refusal): void {
    this.events.onRefused({ line: number, byte_offset: 0, error_code, error, content: text.slice(0, shownBytes) });
  }
}
