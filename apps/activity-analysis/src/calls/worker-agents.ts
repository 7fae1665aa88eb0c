import { Agent, type AgentOptions, type ClientRequest, type ClientRequestArgs } from 'node:http';
import { Agent as TlsAgent, type RequestOptions } from 'node:https';
import type { Duplex } from 'node:stream';

/** The owner of a connection, in the options of a request. */
export interface OwnedBy {
  worker_id: string;
}

const ownerOf = (options: object = {}) => ('worker_id' in options ? String(options.worker_id) : '');

/**
 * Connections without TLS. Each worker has its own, although several may share a host and port: what a worker writes
 * without being asked can be read by its own calls only.
 */
export class WorkerAgent extends Agent {
  override getName(options?: ClientRequestArgs): string {
    return `${super.getName(options)}:${ownerOf(options)}`;
  }

  override keepSocketAlive(socket: Duplex): boolean {
    return guardIdle(socket) && allows(super.keepSocketAlive(socket));
  }

  override reuseSocket(socket: Duplex, request: ClientRequest): void {
    super.reuseSocket(socket, request);
    endGuard(socket);
  }
}

/** The same with TLS. */
export class WorkerTlsAgent extends TlsAgent {
  override getName(options?: RequestOptions): string {
    return `${super.getName(options)}:${ownerOf(options)}`;
  }

  override keepSocketAlive(socket: Duplex): boolean {
    return guardIdle(socket) && allows(super.keepSocketAlive(socket));
  }

  override reuseSocket(socket: Duplex, request: ClientRequest): void {
    super.reuseSocket(socket, request);
    endGuard(socket);
  }
}

export type AgentClass = new (options: AgentOptions) => Agent;

/** Node.js says whether the connection may be kept; its types do not. */
const allows = (mayKeep: unknown) => mayKeep !== false;

/**
 * A connection on which bytes arrive that belong to no request is closed. Later versions of Node.js do this too.
 *
 * @returns false if there are such bytes already
 */
function guardIdle(socket: Duplex): boolean {
  if (socket.readableLength > 0) return false;
  socket.on('data', destroyIt);
  return true;
}

/** The request of a connection that is closed here fails as stale, and is sent again on another one. */
function endGuard(socket: Duplex): void {
  socket.removeListener('data', destroyIt);
  if (socket.readableLength > 0) socket.destroy();
}

function destroyIt(this: Duplex): void {
  this.destroy();
}
