// The members of a segment of a million, as the API streams them: time, CPU and memory.
//
//   npm run build
//   node bench/member-exports.mjs [--members 1000000]
//
// The stream runs in a process of its own. PostgreSQL's part of the CPU is not counted.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createDataSource } from '@tributary/database/data-source';
import { startMigratedPostgres } from '@tributary/testing/postgres/migrated-postgres';
import { trackingDatabase } from '../apps/tracking-ingest/dist/database.js';
import { SnapshotStreams } from '../apps/tracking-ingest/dist/exports/snapshot-streams.js';
import { writeMembers } from '../apps/tracking-ingest/dist/exports/write-members.js';

const { values: options } = parseArgs({
  options: { members: { type: 'string', default: '1000000' }, url: { type: 'string' } },
});
const members = Number(options.members);
const segment = { datamart_id: '7', segment_id: '5' };
const mib = 1024 * 1024;

/** Each has an account, an agent and a data bag. */
async function fill(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const id = `('00000000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid`;
  const all = `from generate_series(1, ${members}) i`;
  await client.query(`
    set search_path to tracking_ingest;
    insert into user_points select 7, ${id}, 1 ${all};
    insert into user_identifiers select 7, 'USER_AGENT', '', 'web:1:' || md5(i::text), ${id}, 1, md5(i::text)::uuid ${all};
    insert into user_identifiers select 7, 'USER_ACCOUNT', 'c', 'u-' || i, ${id}, 1, md5('a' || i)::uuid ${all};
    insert into user_segments select 7, ${id}, '5', '{"level":3}', 1, 1, null, 1, 1 ${all}`);
  await client.query('vacuum analyze');
  await client.end();
}

async function stream(url) {
  const dataSource = await createDataSource({ ...trackingDatabase, url }).initialize();
  const before = process.memoryUsage().rss / mib;
  const cpu = process.cpuUsage();
  const begun = performance.now();
  const opened = await new SnapshotStreams(dataSource).open('1', (client, send) =>
    writeMembers(client, segment, Date.now(), send),
  );
  let [bytes, last] = [0, ''];
  for await (const piece of opened) {
    bytes += piece.length;
    last = piece.toString().slice(-100);
  }
  await dataSource.destroy();
  const { user, system } = process.cpuUsage(cpu);
  const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
  const seconds = (performance.now() - begun) / 1000;
  console.log(
    `${(bytes / mib).toFixed(0)} MiB in ${seconds.toFixed(1)} s, of which ${((user + system) / 1e6).toFixed(1)} s of CPU`,
  );
  console.log(
    `at most ${peak.toFixed(0)} MiB resident, ${before.toFixed(0)} before; the last line is ${last.trimEnd().split('\n').at(-1)}`,
  );
}

if (options.url) await stream(options.url);
else {
  const postgres = await startMigratedPostgres(trackingDatabase);
  try {
    await fill(postgres.url);
    console.log(`${members} members`);
    await once(fork(import.meta.filename, ['--url', postgres.url], { stdio: 'inherit' }), 'exit');
  } finally {
    await postgres.stop();
  }
}
