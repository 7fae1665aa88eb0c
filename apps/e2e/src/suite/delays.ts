import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';

/** On a machine that is so busy that a request takes long, a change may take so many times as long. */
const requests = 10;

const medianOf = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** How long changes take until they are effective. */
export class Delays {
  private readonly requestMs: number[] = [];
  private readonly delayMs: number[] = [];

  /** Makes a change and resolves when the check passes. The delay is the time after the answer at which it last failed. */
  async measure<Result>(change: () => Promise<Result>, check: (result: Result) => unknown): Promise<Result> {
    const begun = performance.now();
    const result = await change();
    const answered = performance.now();
    let failed = 0;
    const attempt = async () => {
      const since = performance.now() - answered;
      try {
        await check(result);
      } catch (error) {
        failed = since;
        throw error;
      }
    };
    await eventually(attempt, { every: 20 });
    this.requestMs.push(answered - begun);
    this.delayMs.push(failed);
    return result;
  }

  /** Expects it of most changes. */
  expectWithin(limitMs: number): void {
    expect(medianOf(this.delayMs)).toBeLessThan(Math.max(limitMs, requests * medianOf(this.requestMs)));
  }

  /** The time within which the API promises that a change is effective everywhere. */
  expectWithinOneSecond(): void {
    this.expectWithin(1_000);
  }
}
