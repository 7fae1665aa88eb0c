import type { HttpAdapterHost } from '@nestjs/core';
import { Repeater } from '@tributary/runtime/repeater';
import type { FastifyInstance } from 'fastify';

interface Publications {
  everyMs: number;
  publish: () => Promise<void>;
  /** All that is left. */
  publishRest: () => Promise<void>;
}

/**
 * Publishes in the background what requests have left in memory, and the rest after the last request is answered and before
 * the bus closes. What cannot be published now is published the next time; the publisher logs the reason.
 */
export function publishUntilClosed(host: HttpAdapterHost, { everyMs, publish, publishRest }: Publications): void {
  const repeater = new Repeater(publish, { everyMs, onError: () => undefined });
  host.httpAdapter.getInstance<FastifyInstance>().addHook('onClose', async () => {
    await repeater.stop();
    await publishRest().catch(() => undefined);
  });
  repeater.start();
}
