const secondMs = 1_000;

/**
 * Lets at most so many events per second pass. After a second with too many, it spreads them over the next one: otherwise
 * a viewer would see the first milliseconds of each second only.
 */
export class Sampler {
  private offered = 0;
  private passed = 0;
  private isSpreading = false;

  constructor(
    private readonly perSecond: number,
    private since: number,
  ) {}

  passes(now: number): boolean {
    this.offered += 1;
    if (this.passed >= this.allowedUntil(now - this.since)) return false;
    this.passed += 1;
    return true;
  }

  beginSecond(now: number): void {
    this.isSpreading = this.offered > this.perSecond;
    this.since = now;
    this.offered = this.passed = 0;
  }

  /** The timer that begins seconds may be late. */
  private allowedUntil(elapsedMs: number): number {
    if (!this.isSpreading) return this.perSecond;
    return Math.min(Math.floor((this.perSecond * elapsedMs) / secondMs) + 1, this.perSecond);
  }
}
