import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';

/** One listener per connection, as a client may pipeline more requests than Node expects listeners. */
const bySocket = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls back once: when the answer is sent, or no client is left to take it. Node does not close an answer that waits behind
 * another one (pipelining) when their connection closes, so the connection counts too.
 */
export function onAnswerEnd({ raw, request }: FastifyReply, callback: () => void): void {
  // Node takes the socket from a request whose body another stream has consumed.
  const socket = (request.raw.socket as Socket | null) ?? raw.socket;
  if (raw.destroyed || socket?.destroyed) return callback();
  if (!socket) return void raw.once('close', callback);
  const callbacks = bySocket.get(socket) ?? watch(socket);
  const end = () => {
    if (callbacks.delete(end)) callback();
  };
  callbacks.add(end);
  raw.once('close', end);
}

function watch(socket: Socket): Set<() => void> {
  const callbacks = new Set<() => void>();
  bySocket.set(socket, callbacks);
  socket.once('close', () => callbacks.forEach((end) => end()));
  return callbacks;
}
