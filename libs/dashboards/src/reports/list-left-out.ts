import type { ReportExplanation } from '@tributary/client/generated/types.gen';
import type { Period } from '@tributary/contracts/rules/date-range';
import { leftOutWords, type Words } from '@tributary/contracts/rules/reports/report-words';
import { printPeriod } from './read-whole-report.js';

/** One thing that a report leaves out. */
export interface LeftOutItem extends Words {
  key: LeftOutKey;
  /** Undefined: not known any more. */
  count: number | undefined;
  /** Where the count begins, epoch milliseconds, if nothing before is known. Undefined: with the range. */
  knownSince: number | undefined;
}

/** In the order in which they are shown. */
const keys = ['refused_by_choice', 'dropped', 'dropped_on_error', 'suspicious_time', 'people_merged'] as const;
type LeftOutKey = (typeof keys)[number];

/** The things that an explained report leaves out, in words. */
export const listLeftOut = (explanation: ReportExplanation): LeftOutItem[] =>
  keys.map((key) => {
    const { count, since_ts } = explanation[key];
    const words = leftOutWords[key] ?? { name: key, sentence: '' };
    const knownSince = since_ts > explanation.from_ts ? since_ts : undefined;
    return { key, ...words, count: count ?? undefined, knownSince };
  });

/** Asks what the reports of a period leave out: for any metric it is the same. */
export const explanationRequest = (period: Period, time_zone: string) => ({
  metrics: [{ expression: 'sessions' }],
  date_ranges: [printPeriod(period)] as [ReturnType<typeof printPeriod>],
  time_zone,
  explain: true,
});
