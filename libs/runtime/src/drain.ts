import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Health } from './health.js';

/** Reports not ready and resolves after `drainMs`; the app keeps answering meanwhile. */
export async function drain(health: Health, drainMs: number): Promise<void> {
  health.drain();
  await sleep(drainMs);
}

/**
 * Answers `connection: close` while the app drains. The client's next connection is balanced to another process, and no
 * client sends a request on a connection that the app is about to close.
 */
export function closeConnectionsWhileDraining(server: FastifyInstance, health: Health): void {
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (health.isDraining) void reply.header('connection', 'close');
    done();
  });
}
