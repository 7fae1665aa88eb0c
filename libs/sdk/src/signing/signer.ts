import type { Auth } from '../options.js';
import type { Answer, Failed } from '../read-answer.js';
import { sign } from './sign.js';

type Key = Extract<Auth, { secret: string }>;

/** With the time of the `Date` header; NaN if there is none. */
type TimedFailure = Failed & { platformTime?: number };
export type TimedAnswer = Exclude<Answer, Failed> | TimedFailure;

/** A clock that differs by more is corrected. The platform takes signatures of five minutes, and `Date` has seconds only. */
const clockToleranceMs = 60_000;
/** The text of the platform's refusal if its clock and that of the signature differ by too much. */
const isClockError = ({ error_code, error }: Failed) =>
  error_code === 'MAC_ERROR' && error.includes('differs from the time');

/** Signs requests by the time of the platform. The script for pages is built without it. */
export class Signer {
  /** The time of the platform minus that of this device, as far as it matters for signatures. */
  private clockOffsetMs = 0;

  async headers({ keyId, secret, headerPrefix = 'Svc' }: Key, target: string, body: string) {
    const ts = String(Date.now() + this.clockOffsetMs);
    return {
      [`X-${headerPrefix}-Mac`]: await sign(secret, [target, keyId, ts, body]),
      [`X-${headerPrefix}-Key-Id`]: keyId,
      [`X-${headerPrefix}-Ts`]: ts,
    };
  }

  /** Signs once more if the clock was wrong. */
  async afterRefusal(answer: TimedFailure, attempt: () => Promise<TimedAnswer>): Promise<Answer> {
    const second = this.correctClock(answer) ? await attempt() : answer;
    // The credential may be right: the clock is set some day, or the next answer has a time.
    return second.kind === 'failed' && isClockError(second) ? { ...second, reason: 'unavailable' } : second;
  }

  /** @returns whether a signature of another time may be accepted */
  private correctClock(failed: TimedFailure): boolean {
    const offsetMs = (failed.platformTime ?? NaN) - Date.now();
    const isOff = isClockError(failed) || Math.abs(offsetMs - this.clockOffsetMs) > clockToleranceMs;
    if (!isOff || Number.isNaN(offsetMs)) return false;
    this.clockOffsetMs = offsetMs;
    return true;
  }
}
