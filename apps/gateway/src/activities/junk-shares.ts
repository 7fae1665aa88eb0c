import type { Sample } from '@tributary/runtime/metrics/metrics';
import { dayMs } from '@tributary/contracts/rules/time-units';

/** A share of fewer activities says nothing. */
const leastActivities = 100;
/** A lower share is no error of a tracker. */
const leastShare = 0.005;
const mostWords = 3;
const mostDatamarts = 100;

interface DatamartCounts {
  activities: number;
  /** How many of them have a junk identifier with each word. There are few words. */
  words: Map<string, number>;
}

/**
 * Which junk words the activities of each datamart name, on the current day (UTC) and in this process. A word that many of
 * them name is an error of a tracker, or identifies people in that datamart (`junk_exceptions`).
 */
export class JunkShares {
  private day = 0;
  private readonly datamarts = new Map<string, DatamartCounts>();

  /** Adds activities of one request. @param junk the words of each of them */
  count(datamart_id: string, received_ts: number, junk: readonly (readonly string[])[]): void {
    const day = Math.floor(received_ts / dayMs);
    if (day > this.day) {
      this.day = day;
      this.datamarts.clear();
    }
    let counts = this.datamarts.get(datamart_id);
    if (!counts) this.datamarts.set(datamart_id, (counts = { activities: 0, words: new Map() }));
    counts.activities += junk.length;
    for (const words of junk)
      for (const word of new Set(words)) counts.words.set(word, (counts.words.get(word) ?? 0) + 1);
  }

  /** The highest shares of each datamart, from 0 to 1: of few words each, so that no datamart hides another. */
  highest(): Sample[] {
    return [...this.datamarts]
      .filter(([, { activities }]) => activities >= leastActivities)
      .map(([datamart, { activities, words }]) =>
        Array.from(words, ([word, count]) => ({ labels: { datamart, word }, value: count / activities }))
          .filter(({ value }) => value >= leastShare)
          .sort((a, b) => b.value - a.value)
          .slice(0, mostWords),
      )
      .filter((samples) => samples.length > 0)
      .sort(([a], [b]) => (b?.value ?? 0) - (a?.value ?? 0))
      .slice(0, mostDatamarts)
      .flat();
  }
}
