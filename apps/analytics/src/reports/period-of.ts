import type { DateRange } from '@tributary/contracts/analytics/report';
import { badData } from '@tributary/contracts/errors';
import { resolveDateRange, type Period } from '@tributary/contracts/rules/date-range';
import type { ReportZone } from '@tributary/contracts/rules/report-zone';

/** The period of a report. @throws BAD_REQUEST_DATA for an invalid date, a start too long ago, or a start after the end */
export function periodOf(range: DateRange, now: number, zone: ReportZone): Period {
  const resolved = resolveDateRange(range, now, zone);
  if (resolved.kind === 'problem') throw badData(`date_ranges[0].${resolved.field}: ${resolved.message}`);
  return resolved.period;
}
