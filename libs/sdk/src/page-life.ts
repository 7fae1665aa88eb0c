import type { Delivery } from './delivery.js';

/** Sends when the page may end, and tries again when the device is online. */
export class PageLife {
  private readonly stopping = new AbortController();

  constructor(delivery: Delivery) {
    const { signal } = this.stopping;
    const send = () => void delivery.sendBeforeUnload();
    // On phones a hidden page may end without a further event.
    document.addEventListener('visibilitychange', () => document.hidden && send(), { signal });
    addEventListener('pagehide', send, { signal });
    addEventListener('pageshow', () => delivery.schedule(), { signal });
    addEventListener('online', () => delivery.resume(), { signal });
  }

  stop(): void {
    this.stopping.abort();
  }
}
