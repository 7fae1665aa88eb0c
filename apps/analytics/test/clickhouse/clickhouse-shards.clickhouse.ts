import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ReportRequest } from '@tributary/contracts/analytics/report';
import { lawRuns } from '@tributary/testing/config';
import { startClickHouse, type ClickHouseServer } from '@tributary/testing/clickhouse/clickhouse-server';
import { openDatabase } from '../../src/clickhouse/open-database.js';
import { clickHouseOptions, openClickHouseStore, type ClickHouseTestStore } from './clickhouse-stores.js';
import { now } from '../reports/any-report.js';
import { askStore, compareReports } from '../reports/compare-reports.js';
import { aMessage, anActivity } from '../messages.js';

let directory: string;
let servers: ClickHouseServer[] = [];
let test: ClickHouseTestStore;

/** Each shard has the tables of analytics, but only its facts are used: the first server has all other rows. */
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'clickhouse-cluster-'));
  const shards = [await startClickHouse(), await startClickHouse()];
  const config = path.join(directory, 'cluster.xml');
  await writeFile(config, clusterOf(shards));
  servers = [await startClickHouse([`--config-file=${config}`]), ...shards];
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await rm(directory, { recursive: true });
});

const clusterOf = (shards: ClickHouseServer[]) => {
  const replicas = shards.map(({ tcpPort }) => `<replica><host>127.0.0.1</host><port>${tcpPort}</port></replica>`);
  return `<clickhouse><remote_servers><shards>${replicas
    .map((replica) => `<shard>${replica}</shard>`)
    .join('')}</shards></remote_servers></clickhouse>`;
};

/** An operator distributes the facts, by the activity: copies of one meet on one shard. */
async function openShardedStore(): Promise<ClickHouseTestStore> {
  const { database, ...access } = clickHouseOptions(servers[0]?.url ?? '');
  for (const { url } of servers) {
    const connection = await openDatabase({ ...access, database, url });
    if (url === servers[0]?.url) {
      await connection.command('rename table facts to local_facts');
      await connection.command(
        `create table facts as local_facts engine = Distributed(shards, ${database}, facts, cityHash64(activity_id))`,
      );
    }
    await connection.close();
  }
  test = await openClickHouseStore({ ...access, database });
  return test;
}

compareReports(openShardedStore, { reports: lawRuns(8), negations: lawRuns(3), days: lawRuns(3) });

it('a negated group of filters keeps what does not meet all of them', async () => {
  await test.store.storeActivities([aMessage({ datamart_id: '900', activities: [anActivity({ ts: now - 1 })] })]);
  const isSeven = (dimension_name: string, not: boolean) => ({
    dimension_name,
    not,
    operator: 'EXACT',
    expressions: [7],
  });
  const both = [isSeven('type', true), isSeven('event_type', false)];
  const request = ReportRequest.parse({
    date_ranges: [{ start_date: 'now-1d', end_date: 'now' }],
    dimensions: [{ name: 'type' }],
    dimension_filter_clauses: { operator: 'OR', filters: [{ operator: 'AND', not: true, filters: both }] },
  });
  expect(await askStore(test, '900', request)).toEqual([['SITE_VISIT']]);
});

it('both shards have facts (control)', async () => {
  const rows = await test.connection.rows<{ facts: number }>(
    'select count() as facts from facts group by _shard_num order by _shard_num',
  );
  expect(rows.map(({ facts }) => facts > 100)).toEqual([true, true]);
});
