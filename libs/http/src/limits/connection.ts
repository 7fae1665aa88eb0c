import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import '../caller.js';
import './body-reader.js';
import type { Limits } from './limits.js';
import { Progress } from './progress.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler streams the body, which may take any time as long as it makes progress. */
    streamsBody?: true;
  }
}

/** Node does not publish how much of a write the kernel has taken. */
type Handle = { bytesWritten: number; writeQueueSize: number };

/** A request and its answer. */
interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A connection of a client, with the requests on it that are in progress: one, or several if the client pipelines. */
export class Connection {
  /** Since when it waits for a request, or the time of the head of its last request. */
  since = performance.now();
  /** How many answers the client waits for. */
  unanswered = 0;
  /** Only the last request can have an incomplete body. */
  private last: Exchange | undefined;
  // Made when a sweep first finds the request: most requests are over by then.
  private received: Progress | undefined;
  private taken: Progress | undefined;

  constructor(readonly socket: Socket) {}

  begin(request: FastifyRequest, reply: FastifyReply): void {
    this.last = { request, reply };
    this.received = undefined;
    this.unanswered++;
    this.since = performance.now();
  }

  /** An answer was sent. A client that is still sending the body gets the same time once more to end it. */
  end(): void {
    this.unanswered = Math.max(0, this.unanswered - 1);
    this.since = performance.now();
    if (this.isBusy) return;
    this.last = this.taken = undefined;
  }

  get isBusy(): boolean {
    return this.unanswered > 0 || this.isReceiving;
  }

  get isReceiving(): boolean {
    return this.last?.request.raw.complete === false;
  }

  /** False for a request without a valid credential, and until its signature is verified. */
  get hasCaller(): boolean {
    return this.last?.request.caller !== undefined;
  }

  /** False once the answer is sent: the rest of the body is then discarded. */
  get streamsBody(): boolean {
    return this.last?.request.routeOptions.config.streamsBody === true && this.unanswered > 0;
  }

  isLate(now: number, { bodyMs }: Limits): boolean {
    return now - this.since > bodyMs;
  }

  refuseBody(error: Error): void {
    const { request, reply } = this.last ?? {};
    if (request?.refuseBody) request.refuseBody(error);
    else if (!reply || reply.sent) this.socket.destroy();
    else void reply.header('connection', 'close').send(error);
  }

  sendsTooLittle(now: number, limits: Limits): boolean {
    const { bytesRead } = this.socket;
    // Bytes that the handler has not read yet are not the client's delay.
    const isWaiting = this.last?.request.raw.readableLength === 0;
    this.received ??= new Progress(this.since, bytesRead);
    return this.received.isTooLittle({ now, bytes: bytesRead, isWaiting }, limits);
  }

  takesTooLittle(now: number, limits: Limits): boolean {
    const { _handle: handle, writableLength } = this.socket as Socket & { _handle?: Handle | null };
    if (!handle) return false;
    const bytes = handle.bytesWritten - handle.writeQueueSize;
    this.taken ??= new Progress(now, bytes);
    return this.taken.isTooLittle({ now, bytes, isWaiting: writableLength > 0 }, limits);
  }
}
