import type { Agent } from 'node:http';
import type { Duplex } from 'node:stream';

/** The owner of a connection, in the options of a request. */
export interface OwnedBy {
  worker_id: string;
}

const ownerOf = (options: object = {}) => ('worker_id' in options ? String(options.worker_id) : '');

/**
 * Makes an agent, with TLS or without, keep connections of workers. Each worker has its own, although several may share a
 * host and port: only its own calls can read what it writes without a request. An agent of Node.js, not a pool of undici
 * (ADR 31): an `Exchange` needs to know whether its connection was used before, and whether its whole request was sent.
 */
export function forWorkers(agent: Agent): Agent {
  const [getName, reuseSocket] = [agent.getName.bind(agent), agent.reuseSocket.bind(agent)];
  // Node.js says whether the connection may be kept; its types do not.
  const keepSocketAlive: (socket: Duplex) => unknown = agent.keepSocketAlive.bind(agent);
  const own: Pick<Agent, 'getName' | 'keepSocketAlive' | 'reuseSocket'> = {
    getName: (options) => `${getName(options)}:${ownerOf(options)}`,
    keepSocketAlive: (socket) => guardIdle(socket) && keepSocketAlive(socket) !== false,
    reuseSocket: (socket, request) => {
      reuseSocket(socket, request);
      endGuard(socket);
    },
  };
  return Object.assign(agent, own);
}

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
