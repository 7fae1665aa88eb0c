import { Injectable } from '@nestjs/common';

/** How long after the last activity more are to be expected. */
const expectedMs = 2_000;

/** Whether activities come in live, so that what is not urgent makes way for them. */
@Injectable()
export class LiveTraffic {
  private last = -Infinity;

  seen(): void {
    this.last = performance.now();
  }

  isFlowing(): boolean {
    return performance.now() - this.last < expectedMs;
  }
}
