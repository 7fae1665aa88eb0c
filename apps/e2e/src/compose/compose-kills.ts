import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ComposeStack, type Service } from './compose-stack.js';

const longestPauseMs = 3_000;
/** 128 + SIGKILL. */
const killedExitCode = 137;

/**
 * Kills every container once with kill -9, in random order, and restarts each after a short pause. It does not wait until
 * the container is healthy: it kills the next one while others are still starting. Resolves when all are healthy.
 *
 * @returns the order, for the message of a failed run.
 */
export async function killAtRandom(stack: ComposeStack, services: readonly Service[]): Promise<Service[]> {
  const order = services
    .map((service) => ({ service, rank: randomInt(1_000_000) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ service }) => service);
  for (const service of order) {
    const code = await stack.end(service, 'KILL');
    if (code !== killedExitCode)
      throw new Error(`${service} exited with ${code}, not with ${killedExitCode}: it was not killed`);
    await sleep(randomInt(longestPauseMs));
    await stack.start(service);
    await sleep(randomInt(longestPauseMs));
  }
  await stack.untilHealthy();
  return order;
}
