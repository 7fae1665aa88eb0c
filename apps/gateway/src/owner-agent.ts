import { Agent } from 'undici';

const connectMs = 1_000;

/**
 * How long a connection to an owner may stay idle, even if the owner offers more. It is shorter than an owner's drain
 * time before a stop, so that no request is sent on a connection that is closing.
 */
const idleMs = 2_000;

/**
 * Connections to the apps behind the gateway.
 *
 * @param timeoutMs longest wait for the head of an answer, and between two chunks of its body
 */
export const ownerAgent = (timeoutMs: number): Agent =>
  new Agent({
    connect: { timeout: connectMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
  });
