import { reportUserActivities } from '@tributary/client/generated/sdk.gen';
import { explanationRequest, listLeftOut, type LeftOutItem } from '@tributary/dashboards/reports/list-left-out';
import type { WholeReport } from '@tributary/dashboards/reports/read-whole-report';
import { say } from '../output/status-messages.js';
import { drawTable } from '../output/table.js';

/** Says what the reports of a period leave out. A program reads the same from the API. */
export async function explain(
  datamart_id: string,
  { period, timeZone }: { period: NonNullable<WholeReport['period']>; timeZone: string },
): Promise<void> {
  const body = explanationRequest(period, timeZone);
  const { data } = await reportUserActivities({ path: { datamart_id }, body });
  const { explain: explanation } = data.data;
  if (!explanation) return say('This platform does not say what its reports leave out: its version is older.');
  const { watermark, time_zone } = explanation;
  const complete = watermark > 0 ? `Complete to ${new Date(watermark).toISOString()}` : 'Nothing is counted yet';
  say(`${complete}; dates are ${time_zone}. Left out:`);
  const rows = listLeftOut(explanation).map((item) => [item.name, countOf(item), item.sentence]);
  for (const line of drawTable({ rows }, process.stderr.isTTY ? process.stderr.columns : undefined)) say(line);
}

function countOf({ count, knownSince }: LeftOutItem): string {
  const since = knownSince === undefined ? '' : `since ${new Date(knownSince).toISOString()}`;
  return count === undefined ? `known ${since} only` : `${count} ${since}`.trimEnd();
}
