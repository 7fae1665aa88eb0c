import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ComposeStack, type Service } from './compose-stack.js';

const longestPauseMs = 3_000;
const killed = 137;

/**
 * kill -9 of every container once, in random order, each started again a moment later. Nobody waits until it is healthy:
 * the next one goes while others are still coming back. Resolves when all are healthy again.
 *
 * @returns the order, so that a run that finds something can be told.
 */
export async function killAtRandom(stack: ComposeStack, services: readonly Service[]): Promise<Service[]> {
  const order = services
    .map((service) => ({ service, place: randomInt(1_000_000) }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ service }) => service);
  for (const service of order) {
    const code = await stack.end(service, 'KILL');
    if (code !== killed) throw new Error(`${service} exited with ${code}, it was not killed`);
    await sleep(randomInt(longestPauseMs));
    await stack.start(service);
    await sleep(randomInt(longestPauseMs));
  }
  await stack.isHealthy();
  return order;
}
