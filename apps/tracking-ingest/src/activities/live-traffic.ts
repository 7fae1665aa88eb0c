import { Injectable } from '@nestjs/common';

/** For this long after an activity, more are expected. */
const expectedMs = 2_000;

/** Whether live activities are arriving, so that imports can yield to them. */
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
