import { isUtf8 } from 'node:buffer';
import { request as requestHttp, type Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestHttps, type RequestOptions } from 'node:https';
import { GrowingBuffer } from '@tributary/http/body/growing-buffer';
import { markLength } from '@tributary/http/json-body';
import { failed, failureOfError, failureOfStatus, isNoHttp } from './classify.js';
import type { CallResult } from './plugin-calls.js';
import type { PluginRequest } from './plugin-request.js';
import type { OwnedBy } from './worker-agents.js';

/** The largest answer, and the largest that needs no slot. */
const maxAnswerBytes = 2 * 1024 * 1024;
const maxSmallBytes = 64 * 1024;
const maxHeaderBytes = 16 * 1024;
/** Interim responses (1xx) before the answer. */
const maxInterim = 10;

/** The result of one request: the text of an answer with status 200, or a failure. */
export type Reply =
  | { kind: 'answered'; text: string }
  /** The connection was used before, and was closed, or brought something else, before the head of the answer. */
  | { kind: 'stale' }
  | Extract<CallResult, { kind: 'failed' }>;

interface ExchangeOptions {
  agent: Agent;
  /** Aborts at the time-out. */
  signal: AbortSignal;
  /** Resolves to true when the rest of a large answer may be read. */
  mayReadLarge: () => Promise<boolean>;
}

/** One request to a worker, with its answer. */
export class Exchange {
  private readonly outgoing: ClientRequest;
  private bytesBefore = 0;
  private interim = 0;
  /** The part of the answer that has arrived. */
  private response?: IncomingMessage;
  private settle: (reply: Reply) => void = () => undefined;

  /** Never rejects. The connection stays open only after a whole answer with status 200 to the whole request. */
  static reply(request: PluginRequest, options: ExchangeOptions): Promise<Reply> {
    return new Promise((resolve) => new Exchange(request, options).run(request.body, resolve));
  }

  private constructor(
    { worker_id, url, headers }: PluginRequest,
    private readonly options: ExchangeOptions,
  ) {
    const start = url.protocol === 'https:' ? requestHttps : requestHttp;
    const { agent } = options;
    const owned: RequestOptions & OwnedBy = {
      method: 'POST',
      agent,
      headers,
      maxHeaderSize: maxHeaderBytes,
      worker_id,
    };
    this.outgoing = start(url, owned);
  }

  private run(body: Buffer, resolve: (reply: Reply) => void): void {
    const giveUp = () => this.close(failed('TIMEOUT', this.response?.statusCode));
    const { signal } = this.options;
    this.settle = (reply) => {
      this.settle = () => undefined;
      signal.removeEventListener('abort', giveUp);
      resolve(reply);
    };
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
    this.outgoing
      .on('socket', ({ bytesRead }) => (this.bytesBefore = bytesRead))
      .on('error', (error) => this.fail(error))
      .on('information', () => {
        this.interim += 1;
        if (this.interim > maxInterim) this.close(failed('INVALID_ANSWER'));
      })
      .on('upgrade', ({ statusCode }) => this.close(failed('INVALID_ANSWER', statusCode)))
      .on('response', (response) => this.receive(response))
      .end(body);
  }

  private close(reply: Reply): void {
    this.settle(reply);
    this.outgoing.destroy();
  }

  private fail(error: Error): void {
    // Bytes after a whole answer close the connection, but are no part of the answer.
    if (this.response?.complete) return;
    this.close(this.isStale(error) ? { kind: 'stale' } : failureOfError(error, this.response?.statusCode));
  }

  /**
   * A server may close an idle connection in the moment in which it is used again. And the rest of an earlier answer may
   * arrive in that moment.
   */
  private isStale(error: NodeJS.ErrnoException): boolean {
    const { reusedSocket, socket } = this.outgoing;
    if (!reusedSocket || this.response || this.interim > 0) return false;
    const isClosed = error.code === 'ECONNRESET' || error.code === 'EPIPE';
    return isNoHttp(error) || (isClosed && socket?.bytesRead === this.bytesBefore);
  }

  private receive(response: IncomingMessage): void {
    this.response = response;
    const { statusCode: status = 0, headers } = response;
    const failure = failureOfStatus(status, headers, Date.now());
    if (failure) return this.close(failure);
    // An answer to a request that is not sent yet may be that to another one: the connection is not used again.
    const isEarly = !this.outgoing.writableFinished;
    const tooLarge = failed('INVALID_ANSWER', status);
    const body = new GrowingBuffer(maxAnswerBytes);
    response
      .on('data', (chunk: Buffer) => {
        const before = body.length;
        if (before + chunk.length > maxAnswerBytes) return this.close(tooLarge);
        body.append(chunk);
        if (before <= maxSmallBytes && body.length > maxSmallBytes) void this.pauseUntilSlot(response);
      })
      .on('error', (error) => this.fail(error))
      .on('end', () => (isEarly ? this.close(textOf(body.bytes, status)) : this.settle(textOf(body.bytes, status))));
    if (Number(headers['content-length'] ?? 0) > maxAnswerBytes) this.close(tooLarge);
  }

  private async pauseUntilSlot(response: IncomingMessage): Promise<void> {
    response.pause();
    if (await this.options.mayReadLarge()) response.resume();
  }
}

const textOf = (bytes: Buffer, status: number): Reply =>
  isUtf8(bytes)
    ? { kind: 'answered', text: bytes.toString('utf8', markLength(bytes)) }
    : failed('INVALID_ANSWER', status);
