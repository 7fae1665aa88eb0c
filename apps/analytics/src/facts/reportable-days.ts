import { maxTs } from '@tributary/contracts/rules/date-math';
import { dayMs } from '@tributary/contracts/rules/time-units';

/** Reports cover 4 months. */
const keepFactsMs = 150 * dayMs;

/** The first day (days since 1970) whose facts are kept. */
export const firstReportableDay = (now: number) => Math.floor((now - keepFactsMs) / dayMs);

/** Whether a report may include a fact. @param firstTs the start of the first day whose facts are kept */
export const isReportable = (ts: number, firstTs: number): boolean => ts >= firstTs && ts <= maxTs;
