// One import of a file on a running side, until its effect is visible.
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { kinds } from '../import-files.mjs';
import { acknowledge, call, cpuOf, untilReported } from './rounds.mjs';

let files = 0;

/**
 * @returns lines per second, CPU of each role in µs a line, what PostgreSQL did for a line, bytes of receipts and traces, and how
 * long the stages took
 */
export async function importRound(side, { kind, lines, people }) {
  const sizes = await sizesOf(side);
  const work = await workOf(side);
  const [before, started] = [side.usage(), performance.now()];
  const seconds = await importFile(side, kind, lines, people);
  const elapsed = (performance.now() - started) / 1_000;
  const cpu = cpuOf(before, side.usage()).map(([role, spent]) => [`${role}, µs CPU`, (spent * 1e6) / lines]);
  const total = cpu.reduce((sum, [, each]) => sum + each, 0);
  const grown = (await sizesOf(side)).map((size, index) => (size - sizes[index]) / lines);
  const bytes = kind === 'activities' && { 'receipt, bytes a line': grown[0], 'trace, bytes a line': grown[1] };
  const worked = Object.entries(await workOf(side)).map(([name, now]) => [
    `${name} a line`,
    (now - work[name]) / lines,
  ]);
  const figures = { ...Object.fromEntries([...cpu, ...worked]), ...bytes };
  return { 'lines/s': lines / elapsed, 'µs CPU a line': total, ...figures, ...seconds };
}

/** The work of PostgreSQL so far. */
const workOf = (side) =>
  side.query(
    `select json_build_object('transactions', xact_commit, 'rows written', tup_inserted + tup_updated + tup_deleted,
        'blocks read', blks_hit + blks_read, 'WAL, bytes', wal_bytes, 'WAL, page images', wal_fpi) as value
      from pg_stat_database, pg_stat_wal where datname = current_database()`,
  );

/** Bytes of all receipts and all traces, with indexes. An older commit has no traces. */
const sizesOf = (side) =>
  side.query(
    `select array[pg_total_relation_size('tracking_ingest.activity_receipts'),
      coalesce(pg_total_relation_size(to_regclass('tracking_ingest.activity_traces')), 0)]::float8[] as value`,
  );

/** Resolves when the report, or the table behind the reads, shows every line. */
export async function importFile(side, kind, lines, people) {
  const before = await countMemberships(side);
  const seconds = await applyFile(side, kind, lines, people);
  if (kind === 'activities') await untilReported(side);
  else while ((await countMemberships(side)) < before + lines) await sleep(100);
  return seconds;
}

/** Resolves when every line is applied. Beside live activities the report is always behind what is acknowledged. */
export async function applyFile(side, kind, lines, people) {
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1_000;
  const file = kinds[kind].file(++files, lines, people);
  let execution = await upload(side, kinds[kind], Readable.from(file));
  const uploaded = seconds();
  for (; ['PENDING', 'RUNNING'].includes(execution.status); await sleep(100))
    execution = (await call(side, 'GET', execution.permalink_uri)).data;
  const succeeded = seconds();
  if (execution.result?.total_success !== lines) throw new Error(JSON.stringify(execution));
  if (kind === 'activities') acknowledge(side, lines);
  return { 'uploaded after s': uploaded, 'SUCCEEDED after s': succeeded };
}

const countMemberships = (side) => side.query('select count(*)::int as value from tracking_ingest.user_segments');

/** Waits until no message is under way: at the first start the reports request a backfill. */
export async function untilIdle(side) {
  for (let idle = 0; idle < 20; await sleep(100))
    idle = (await side.query('select exists (select from tracking_ingest.outbox) as value')) ? 0 : idle + 1;
}

async function upload(side, { document_type, mime_type, content_type }, file) {
  const imports = '/v1/datamarts/1/document_imports';
  const definition = { document_type, mime_type, encoding: 'utf-8', name: 'bench', priority: 'MEDIUM' };
  const { data } = await call(side, 'POST', imports, JSON.stringify(definition));
  return (await call(side, 'POST', `${imports}/${data.id}/executions`, file, content_type)).data;
}
