import type { Sample } from '@tributary/runtime/metrics/metrics';

const dayMs = 86_400_000;
/** A share of fewer activities says nothing. */
const leastActivities = 100;
const mostSamples = 10;

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

  /** The highest shares of all datamarts, from 0 to 1. */
  highest(): Sample[] {
    return [...this.datamarts]
      .filter(([, { activities }]) => activities >= leastActivities)
      .flatMap(([datamart, { activities, words }]) =>
        Array.from(words, ([word, count]) => ({ labels: { datamart, word }, value: count / activities })),
      )
      .sort((a, b) => b.value - a.value)
      .slice(0, mostSamples);
  }
}
