import { downloadDataFile, reportCollections, reportUserActivities } from '@tributary/client/generated/sdk.gen';
import type { ReportRequest } from '@tributary/client/generated/types.gen';
import { readWholeReport } from '@tributary/dashboards/reports/read-whole-report';
import { readAnswer } from '@tributary/dashboards/reports/report-answer';
import type { DataFileSource, ReportSource, Source, SourceResult } from '@tributary/dashboards/datasets/source';
import { queryOptions } from '@tanstack/react-query';
import pLimit from 'p-limit';
import { parseFile, readLimitedText } from './read-limited-text.js';

/** The key of all reports and data files that dashboards have read. */
export const sourcesKey = 'dashboard-source';

/** A dashboard of 30 charts must not occupy the server. */
const limit = pLimit(4);

/** Equal sources have equal keys, so the charts of a page share one answer. */
export const sourceOptions = (source: Source, timeZone: string) =>
  queryOptions({
    queryKey: [sourcesKey, source.key, timeZone],
    queryFn: ({ signal }) => limit(() => readSource(source, timeZone, signal)),
    staleTime: 60_000,
  });

function readSource(source: Source, timeZone: string, signal: AbortSignal): Promise<SourceResult> {
  // The page may have been left while the source waited.
  signal.throwIfAborted();
  return source.kind === 'report' ? readReport(source, timeZone, signal) : readDataFile(source, signal);
}

async function readReport(source: ReportSource, timeZone: string, signal: AbortSignal): Promise<SourceResult> {
  const { cube, datamartId } = source;
  // A content is lenient where the API is not: the server's refusal is shown in the card.
  const request = bodyOf(source, timeZone);
  const report = await readWholeReport(request, async (part) => {
    const body = part as ReportRequest;
    const { data, response } =
      cube === 'activities'
        ? await reportUserActivities({ path: { datamart_id: datamartId }, body, signal })
        : await reportCollections({ body, signal });
    return readAnswer(data.data.report_view, response);
  });
  return { kind: 'report', ...report };
}

/** The body of a report's request. A zone in the content itself counts. */
export const bodyOf = ({ request }: ReportSource, timeZone: string) => ({ time_zone: timeZone, ...request });

async function readDataFile({ uri }: DataFileSource, signal: AbortSignal): Promise<SourceResult> {
  const { response } = await downloadDataFile({ query: { uri }, parseAs: 'stream', signal });
  const text = response.body ? await readLimitedText(response.body) : '';
  return { kind: 'data_file', json: parseFile(text) };
}
