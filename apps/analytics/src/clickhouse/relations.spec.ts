import { expect, it } from '@jest/globals';
import { ReportRequest } from '@tributary/contracts/analytics/report';
import { ReportZone } from '@tributary/contracts/rules/report-zone';
import { activitiesCube } from '../reports/activities.cube.js';
import { compileReport } from '../reports/compile-report.js';
import { clickHouseDialect } from './clickhouse-dialect.js';

it('a report reads the facts of its period only, so that shards send no others', () => {
  const request = ReportRequest.parse({
    date_ranges: [{ start_date: 'now-1d', end_date: 'now' }],
    metrics: [{ expression: 'sessions' }],
  });
  const scope = { datamart_id: '1', period: { from: 10, to: 20 }, zone: new ReportZone('UTC'), now: 20 };
  const { statement } = compileReport(clickHouseDialect, request, activitiesCube(clickHouseDialect, scope));
  const [, from = '', to = ''] =
    /from facts final where [^$]*\$1\) and ts between \$(\d+) and \$(\d+)\)/.exec(statement.sql) ?? [];
  expect([from, to].map((position) => statement.params[Number(position) - 1])).toEqual([10, 20]);
});
