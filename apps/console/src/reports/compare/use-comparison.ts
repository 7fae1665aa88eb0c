import type { DateRange } from '@tributary/contracts/rules/date-range';
import type { ReportRequest } from '@tributary/client/generated/types.gen';
import type { Clock } from '@tributary/dashboards/queries/query';
import { rangeBefore } from '@tributary/dashboards/queries/range-before';
import { useQuery } from '@tanstack/react-query';
import { useDatamart } from '../../shell/use-datamart.js';
import { reportOptions, type ReadReport } from '../query/report-query.js';

/** The period before that of a report. */
interface Before {
  /** Undefined while it is read. */
  report: ReadReport | undefined;
  totals: ReadReport | undefined;
}

export interface Comparison {
  /** The metrics over the whole period: users of several days are no sum of those of each. */
  totals: ReadReport | undefined;
  /** Undefined if it is not asked for, and if reports do not reach back so far. */
  before: Before | undefined;
  failure: Error | null;
  retry: () => void;
}

interface Compared {
  request: ReportRequest;
  clock: Clock;
  /** Whether with the period before. */
  isCompared: boolean;
  /** Whether the request may be sent. */
  isReady: boolean;
}

/** The totals of a report, and those and the rows of the period before it. */
export function useComparison({ request, clock, isCompared, isReady }: Compared): Comparison {
  const { datamart_id } = useDatamart();
  const [range] = request.date_ranges as [DateRange];
  const rangeOfBefore = isCompared ? rangeBefore(range, clock) : undefined;
  const earlier = { ...request, date_ranges: [rangeOfBefore ?? range] as [DateRange] };
  const hasTotals = isReady && (request.metrics?.length ?? 0) > 0;
  const isBeforeRead = isReady && rangeOfBefore !== undefined;
  const totals = useQuery({ ...reportOptions(datamart_id, totalsOf(request)), enabled: hasTotals });
  const report = useQuery({ ...reportOptions(datamart_id, earlier), enabled: isBeforeRead });
  const totalsBefore = useQuery({
    ...reportOptions(datamart_id, totalsOf(earlier)),
    enabled: hasTotals && rangeOfBefore !== undefined,
  });
  const queries = [totals, report, totalsBefore];
  return {
    totals: totals.data,
    before: rangeOfBefore && { report: currentOf(report), totals: currentOf(totalsBefore) },
    failure: queries.find(({ error }) => error)?.error ?? null,
    retry: () => queries.forEach((query) => query.error && void query.refetch()),
  };
}

/** The answer to an earlier request must not be beside that to this one. */
const currentOf = ({ data, isPlaceholderData }: { data: ReadReport | undefined; isPlaceholderData: boolean }) =>
  isPlaceholderData ? undefined : data;

const totalsOf = ({ order_by: _order, ...request }: ReportRequest): ReportRequest => ({ ...request, dimensions: [] });
