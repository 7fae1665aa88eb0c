import { dayMs } from './time-units.js';

export const defaultTimeZone = 'UTC';

/** An offset of local time from UTC, until the clocks change. Milliseconds. */
export interface ZoneOffset {
  offsetMs: number;
  /** The instant of the change; absent for the last offset of a period. */
  until?: number;
}

/** After this instant the last offset stays: the rules of zones are not known so far ahead. */
const horizon = Date.UTC(2100, 0);
/** Between two changes of clocks there is more than this. */
const stepMs = 7 * dayMs;

/**
 * The time zone of a report. Local time is written as the epoch milliseconds of the same time in UTC. The stores have zone
 * tables of their own, which differ: so all of them take the changes of clocks that this computes.
 */
export class ReportZone {
  private readonly format: Intl.DateTimeFormat | undefined;

  /** @param name of the IANA database */
  constructor(readonly name: string) {
    if (name !== defaultTimeZone)
      this.format = new Intl.DateTimeFormat('en', { timeZone: name, timeZoneName: 'longOffset' });
  }

  toLocal(ts: number): number {
    return ts + this.offsetAt(ts);
  }

  /** A local time that occurs twice is the earlier one; one that a change skips is moved forward by what was skipped. */
  toInstant(local: number): number {
    const [before, after] = [this.offsetAt(local - dayMs), this.offsetAt(local + dayMs)];
    const candidates = [local - before, local - after].filter((ts) => this.toLocal(ts) === local);
    return candidates.length > 0 ? Math.min(...candidates) : local - before;
  }

  /** The offsets of a period, in their order. */
  offsetsIn({ from, to }: { from: number; to: number }): ZoneOffset[] {
    const offsets: ZoneOffset[] = [];
    let [ts, offsetMs] = [from, this.offsetAt(from)];
    const end = this.format ? Math.min(to, Math.max(from, horizon)) : from;
    while (ts < end) {
      const next = Math.min(ts + stepMs, end);
      const nextOffsetMs = this.offsetAt(next);
      if (nextOffsetMs !== offsetMs) offsets.push({ offsetMs, until: this.changeBetween(ts, next) });
      [ts, offsetMs] = [next, nextOffsetMs];
    }
    return [...offsets, { offsetMs }];
  }

  private offsetAt(ts: number): number {
    if (!this.format) return 0;
    // As `1/1/2026, GMT+05:30`, and `GMT` for none.
    const [, sign, hours, minutes, seconds = '0'] =
      /GMT([+-])(\d+):(\d+)(?::(\d+))?$/.exec(this.format.format(ts)) ?? [];
    if (sign === undefined) return 0;
    const offsetMs = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
    return sign === '-' ? -offsetMs : offsetMs;
  }

  /** The first instant with the offset of `after`. */
  private changeBetween(before: number, after: number): number {
    const offsetMs = this.offsetAt(after);
    let [low, high] = [before, after];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (this.offsetAt(middle) === offsetMs) high = middle;
      else low = middle;
    }
    return high;
  }
}
