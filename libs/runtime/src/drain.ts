import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Health } from './health.js';

/** Says that the app is not ready any more, and resolves after so many milliseconds; it goes on answering. */
export async function drain(health: Health, drainMs: number): Promise<void> {
  health.drain();
  await sleep(drainMs);
}

/**
 * Who is answered while the app drains is told to come back on another connection: a balancer of connections sends that
 * one elsewhere, and nobody is about to ask on a connection that the stopping app closes.
 */
export function turnConnectionsAway(server: FastifyInstance, health: Health): void {
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (health.isDraining) void reply.header('connection', 'close');
    done();
  });
}
