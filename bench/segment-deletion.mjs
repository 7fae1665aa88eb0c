// How long it takes until the memberships of a deleted segment are gone, in tracking and in reports, and what live writes
// notice of it.
//
//   npm run build
//   node bench/segment-deletion.mjs [embedded|distributed] [--memberships 1000000] [--rate 100] [--seconds 30]
//
// The memberships are imported. The live load is an open loop: activities over HTTP, and memberships in the transactions
// that imports use, half of them of the segment that is deleted.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createDataSource } from '@tributary/database/data-source';
import { transaction } from '@tributary/database/transaction';
import { trackingDatabase } from '@tributary/tracking-ingest/database';
import { resolveWithoutMerges } from '@tributary/tracking-ingest/identity/resolve-user-points';
import { countPointsOf } from '@tributary/tracking-ingest/segments/count-points';
import { requestSegmentDeletion } from '@tributary/tracking-ingest/segments/request-deletion';
import { writeSegments } from '@tributary/tracking-ingest/segments/write-segments';
import { shareProcessors } from './cpu-shares.mjs';
import { importFile, untilIdle } from './pairs/import-round.mjs';
import { call } from './pairs/rounds.mjs';
import { startSides, stopSides } from './pairs/sides.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    memberships: { type: 'string', default: '1000000' },
    rate: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '30' },
  },
});
const [shape = 'embedded'] = positionals;
const [memberships, rate, seconds] = ['memberships', 'rate', 'seconds'].map((name) => Number(options[name]));
const [datamart_id, segment_id] = ['1', '1000'];
/** Members with an activity, so that a report counts them. The live load leaves them alone. */
const reported = 100;
const print = (text) => process.stdout.write(`${text}\n`);

const [side] = await startSides({ shape });
const database = await createDataSource({ ...trackingDatabase, url: side.databaseUrl }).initialize();
try {
  await untilIdle(side);
  await fill();
  const alone = await probe(isOverAfter(seconds));
  const isGone = watchDeletion();
  const beside = await probe(isGone.poll);
  print(
    `${memberships.toLocaleString('en')} memberships, ${shape}, ${rate} activities and ${rate} memberships a second`,
  );
  print(`  gone from tracking after ${isGone.tracking()} s, from reports after ${isGone.reports()} s`);
  for (const kind of ['activity', 'membership']) {
    const [a, b] = [alone[kind], beside[kind]];
    print(
      `  ${kind}: p50 / p99 / max ms alone ${a.join(' / ')}, beside ${b.join(' / ')}: p99 ${(b[1] / a[1]).toFixed(2)} ×`,
    );
  }
} finally {
  await database.destroy();
  await stopSides([side]);
}
process.exit(0);

async function fill() {
  const started = performance.now();
  await importFile(side, 'segment', memberships);
  for (let member = 0; member < reported; member++) await postActivity(`member-${member}`);
  while ((await countReported()) < reported) await sleep(500);
  await untilIdle(side);
  const counting = performance.now();
  const counted = await transaction(database, (client) =>
    countPointsOf(client, Array(500).fill({ datamart_id, segment_id }), Date.now()),
  );
  print(`imported and in reports after ${((counting - started) / 1_000).toFixed(0)} s`);
  print(`${counted[0]} people counted 500 times in ${(performance.now() - counting).toFixed(0)} ms`);
  if (shape === 'distributed') await shareProcessors(side);
  await probe(isOverAfter(seconds / 3)); // warm-up
}

/** Deletes the segment, and notes when the last membership is gone on each side. */
function watchDeletion() {
  const started = performance.now();
  const after = () => ((performance.now() - started) / 1_000).toFixed(1);
  const gone = { tracking: undefined, reports: undefined };
  const deleted = transaction(database, (client) =>
    requestSegmentDeletion(client, { datamart_id, segment_id }, Date.now()),
  );
  const watching = deleted.then(async () => {
    for (; !gone.tracking || !gone.reports; await sleep(200)) {
      if (!gone.reports && (await countReported()) === 0) gone.reports = after();
      const pending = await side.query(
        'select count(*)::int as value from tracking_ingest.deleted_segments where finish_ts is null',
      );
      if (!gone.tracking && pending === 0) gone.tracking = after();
    }
  });
  watching.catch((error) => {
    throw error;
  });
  return {
    poll: () => Boolean(gone.tracking && gone.reports),
    tracking: () => gone.tracking,
    reports: () => gone.reports,
  };
}

async function countReported() {
  const day = (offset) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const request = {
    metrics: [{ expression: 'users' }],
    date_ranges: [{ start_date: day(-1), end_date: day(1) }],
    dimension_filter_clauses: {
      filters: [{ dimension_name: 'segment_id', operator: 'EXACT', expressions: [segment_id] }],
    },
  };
  const answer = await call(side, 'POST', '/v1/datamarts/1/user_activities_analytics', JSON.stringify(request));
  return answer.data.report_view.rows[0]?.[0] ?? 0;
}

function postActivity(agent) {
  const body = JSON.stringify({ $type: 'APP_VISIT', $app_id: '2', $user_agent_id: agent, $events: [] });
  return call(side, 'POST', '/v1/datamarts/1/user_activities', body);
}

function writeMembership(n) {
  return transaction(database, async (client) => {
    const value = `member-${reported + Math.floor(Math.random() * (memberships - reported))}`;
    const claim = { datamart_id, identifiers: [{ type: 'USER_AGENT', value }], writesData: true };
    const [{ user_point_id }] = await resolveWithoutMerges(client, [claim], Date.now());
    const write = { datamart_id, user_point_id, segment_id: n % 2 ? segment_id : '1001', expiration_ts: null };
    await writeSegments(client, [write], Date.now());
  });
}

function isOverAfter(forSeconds) {
  const end = performance.now() + forSeconds * 1_000;
  return () => performance.now() > end;
}

/** Milliseconds from the instant when a request was due to its answer, by kind: p50, p99 and max. */
async function probe(isOver) {
  const started = performance.now();
  const latencies = { activity: [], membership: [] };
  const answers = [];
  const timed = (kind, due, sent) => answers.push(sent.then(() => latencies[kind].push(performance.now() - due)));
  for (let n = 0; !isOver(); n++) {
    const due = started + (n * 1_000) / rate;
    if (due > performance.now()) await sleep(due - performance.now());
    timed('activity', due, postActivity(`live-${n % 1_000}`));
    timed('membership', due, writeMembership(n));
  }
  await Promise.all(answers);
  return Object.fromEntries(Object.entries(latencies).map(([kind, values]) => [kind, percentiles(values)]));
}

function percentiles(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return [0.5, 0.99, 1].map((share) => Number(sorted[Math.floor((sorted.length - 1) * share)].toFixed(1)));
}
