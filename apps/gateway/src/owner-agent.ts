import { Agent } from 'undici';

const connectMs = 1_000;

/**
 * How long a connection to an owner may be idle, whatever longer time the owner offers: less than the owner drains before
 * it stops, so that no request meets a connection that is being closed.
 */
const idleMs = 2_000;

/** Connections to the apps behind the gateway. @param timeoutMs most time between two signs of an answer */
export const ownerAgent = (timeoutMs: number): Agent =>
  new Agent({
    ...{ connect: { timeout: connectMs }, headersTimeout: timeoutMs, bodyTimeout: timeoutMs },
    ...{ keepAliveTimeout: idleMs, keepAliveMaxTimeout: idleMs },
  });
