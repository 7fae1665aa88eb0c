import type { Limits } from './limits.js';

export interface Observation {
  now: number;
  /** All bytes so far. */
  bytes: number;
  /** Whether the client is the one to act. */
  isWaiting: boolean;
}

/** Whether bytes move fast enough: at least `minBytes` in each `progressMs` in which the client is the one to act. */
export class Progress {
  constructor(
    private since: number,
    private bytes: number,
  ) {}

  isTooLittle(
    { now, bytes, isWaiting }: Observation,
    { minBytes, progressMs }: Pick<Limits, 'minBytes' | 'progressMs'>,
  ): boolean {
    if (isWaiting && bytes - this.bytes < minBytes) return now - this.since >= progressMs;
    this.since = now;
    this.bytes = bytes;
    return false;
  }
}
