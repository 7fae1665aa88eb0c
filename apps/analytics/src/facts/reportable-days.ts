import { dayMs } from '@tributary/contracts/rules/time-units';

/** Reports cover 4 months. */
const keepFactsMs = 150 * dayMs;

/** 9999-12-31T23:59:59.999Z: no report includes a later fact, and DuckDB's dates end somewhere beyond. */
export const lastReportableTs = 253_402_300_799_999;

/** The first day (days since 1970) whose facts are kept. */
export const firstReportableDay = (now: number) => Math.floor((now - keepFactsMs) / dayMs);
