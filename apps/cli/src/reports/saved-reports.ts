import { listSavedReports } from '@tributary/client/generated/sdk.gen';
import type { SavedReport } from '@tributary/client/generated/types.gen';
import type { ReportRequest } from '@tributary/dashboards/reports/report';
import type { CommonOptions } from '../commands/create-command.js';
import { printItems } from '../lists/list-command.js';
import { Failure } from '../output/failures.js';
import { readPages } from '../requests/read-pages.js';

const readSaved = (datamart_id: string) => readPages((query) => listSavedReports({ path: { datamart_id }, query }));

const namesIn = (list: readonly string[] | undefined) => list?.join(', ') ?? '';

export async function printSavedReports(datamart_id: string, options: CommonOptions): Promise<void> {
  printItems(options, await readSaved(datamart_id), {
    name: ({ name }: SavedReport) => name,
    metrics: ({ report }: SavedReport) => namesIn(report.metrics?.map(({ expression }) => expression)),
    dimensions: ({ report }: SavedReport) => namesIn(report.dimensions?.map(({ name }) => name)),
    from: ({ report }: SavedReport) => report.date_ranges[0].start_date,
    to: ({ report }: SavedReport) => report.date_ranges[0].end_date,
  });
}

/** The body of a report that the user has saved. @throws Failure if none has the name */
export async function findSavedReport(datamart_id: string, name: string): Promise<ReportRequest> {
  const found = (await readSaved(datamart_id)).find((each) => each.name === name);
  if (!found) throw new Failure(`no saved report has the name "${name}"`, '`tributary report --saved` lists them.');
  const { metrics, dimensions, ...rest } = found.report;
  return { ...rest, metrics: metrics ?? [], dimensions: dimensions ?? [] } as ReportRequest;
}
