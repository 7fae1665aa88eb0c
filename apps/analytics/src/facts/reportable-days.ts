import { dayMs } from '@tributary/contracts/rules/time-units';

/** Reports cover 4 months. */
const keepFactsMs = 150 * dayMs;

/** The first day (days since 1970) whose facts are kept. */
export const firstReportableDay = (now: number) => Math.floor((now - keepFactsMs) / dayMs);
