import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { badFormat } from '@tributary/contracts/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuseConnection } from '../client-errors.js';
import { Connection } from './connection.js';
import { HeldBodies } from './held-bodies.js';
import { limitNames, type LimitName, type Limits } from './limits.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Where it came in. Node takes the socket from a request whose body was streamed to its end. */
    connection?: Connection | undefined;
  }
}

const sweepMs = 1_000;

/** Knows every connection of a server and the requests on it, and closes those that exceed a limit. */
export class Connections {
  readonly held: HeldBodies;
  /** How often each limit was exceeded. */
  readonly exceeded = Object.fromEntries(limitNames.map((name) => [name, 0])) as Record<LimitName, number>;
  private readonly bySocket = new Map<Socket, Connection>();
  /** Without a request in progress; the one that has waited longest is first. */
  private readonly waiting = new Set<Connection>();
  /** With a request in progress; the one with the oldest request is first. */
  private readonly busy = new Set<Connection>();

  constructor(private readonly limits: Limits) {
    this.held = new HeldBodies(limits.maxHeldBytes, () => this.exceeded.held_bytes++);
  }

  get open(): number {
    return this.bySocket.size;
  }

  watch(server: Server): void {
    let sweeping: NodeJS.Timeout | undefined;
    server.on('connection', (socket) => this.accept(socket));
    server.on('listening', () => {
      sweeping ??= setInterval(() => this.sweep(performance.now()), sweepMs).unref();
    });
    server.on('close', () => clearInterval(sweeping));
    server.on('clientError', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ERR_HTTP_REQUEST_TIMEOUT') this.exceeded.head_time++;
    });
  }

  /** Returns false if no answer can reach the client: its connection is being closed. */
  begin(request: FastifyRequest, reply: FastifyReply): boolean {
    const { socket } = request.raw;
    if (socket.destroyed || socket.writableEnded) return false;
    // Under the name localhost the server listens on a second address, whose connections it does not announce.
    const connection = this.bySocket.get(socket) ?? this.accept(socket);
    if (!connection) return false;
    request.connection = connection;
    connection.begin(request, reply);
    if (connection.unanswered > this.limits.maxPipelined) return this.close(connection, 'pipelining');
    this.waiting.delete(connection);
    this.busy.add(connection);
    return true;
  }

  /** After the answer. A body that is still being sent keeps the connection busy. */
  end(request: FastifyRequest): void {
    const { connection } = request;
    if (!connection) return;
    connection.end();
    if (!connection.isBusy && this.bySocket.has(connection.socket)) this.wait(connection);
  }

  /** Closes what has exceeded a limit of time or progress. */
  sweep(now: number): void {
    for (const connection of this.busy) {
      if (!connection.isBusy) this.wait(connection);
      else if (connection.isReceiving) this.checkBody(connection, now);
      if (connection.takesTooLittle(now, this.limits)) this.close(connection, 'answer_progress');
    }
  }

  private checkBody(connection: Connection, now: number): void {
    if (connection.streamsBody) {
      if (connection.sendsTooLittle(now, this.limits)) this.close(connection, 'body_progress');
    } else if (connection.isLate(now, this.limits)) {
      this.exceeded.body_time++;
      connection.refuseBody(badFormat(`the body was not complete within ${this.limits.bodyMs / 1_000} s`));
    }
  }

  /** Undefined if there is no room. */
  private accept(socket: Socket): Connection | undefined {
    if (this.open >= this.limits.maxConnections && !this.makeRoom()) {
      this.exceeded.connections++;
      refuseConnection(socket);
      return undefined;
    }
    const connection = new Connection(socket);
    this.bySocket.set(socket, connection);
    this.waiting.add(connection);
    socket.once('close', () => this.forget(connection));
    return connection;
  }

  private wait(connection: Connection): void {
    this.busy.delete(connection);
    this.waiting.add(connection);
  }

  /**
   * Closes the connection that has been without a known caller for longest: it waits for a request, or for the rest of
   * one. Live clients spend milliseconds in this state. Returns false if there is none.
   */
  private makeRoom(): boolean {
    const [longest] = this.waiting;
    const oldest = this.oldestWithoutCaller();
    if (longest && (!oldest || longest.since <= oldest.since)) this.close(longest, 'waiting_connections');
    else if (oldest) this.close(oldest, 'unverified_connections');
    else return false;
    return true;
  }

  private oldestWithoutCaller(): Connection | undefined {
    for (const connection of this.busy) if (!connection.hasCaller) return connection;
    return undefined;
  }

  private close(connection: Connection, limit: LimitName): false {
    this.exceeded[limit]++;
    this.forget(connection);
    connection.socket.destroy();
    return false;
  }

  private forget(connection: Connection): void {
    this.bySocket.delete(connection.socket);
    this.waiting.delete(connection);
    this.busy.delete(connection);
  }
}
