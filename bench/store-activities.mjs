// The cost of resolving identities and storing activities, and its growth with the table of identifiers.
//
//   npm run build
//   node --max-semi-space-size=64 bench/store-activities.mjs [--identifiers 100000,1000000] [--batch 500] [--batches 60] [--rounds 3]
//
// Node's option is that of tracking-ingest in production. 30 % of the activities are of new people, 1 % merge two known
// people, the rest are of known people; half also carry an e-mail address. The product's own code stores the batches, one
// after the other, without broker and gateway.
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { uuid7 } from '@tributary/contracts/values/uuid';
import { createDataSource } from '@tributary/database/data-source';
import { startEmbeddedPostgres } from '@tributary/database/embedded/embedded-postgres';
import { migrate } from '@tributary/database/migrate';
import { createLogger } from '@tributary/runtime/logger';
import { TrackingPlans } from '@tributary/http/tracking-plan/tracking-plans';
import { DirectoryStore } from '@tributary/security/directory.store';
import { SecretsKeyring } from '@tributary/security/secrets-keyring';
import { ActivitiesRepository } from '@tributary/tracking-ingest/activities/activities.repository';
import { DayPartitions } from '@tributary/tracking-ingest/activities/day-partitions';
import { validateActivities } from '@tributary/tracking-ingest/activities/validate-activities';
import { StoreRules } from '@tributary/tracking-ingest/consent/store-rules';
import { trackingDatabase } from '@tributary/tracking-ingest/database';
import { ErasureKey } from '@tributary/tracking-ingest/identity/erasure-key';
import { identifierIdSql } from '@tributary/tracking-ingest/migrations/1-baseline';
import { usage } from './process-usage.mjs';
import { median } from './statistics.mjs';

const { values: options } = parseArgs({
  options: {
    identifiers: { type: 'string', default: '100000,1000000' },
    batch: { type: 'string', default: '500' },
    batches: { type: 'string', default: '60' },
    rounds: { type: 'string', default: '3' },
  },
});
const arrival = { retentionDays: 396, countsUnkeyed: false, plans: new TrackingPlans() };
const [batchSize, batches, rounds] = [options.batch, options.batches, options.rounds].map(Number);
const directory = mkdtempSync(path.join(tmpdir(), 'tributary-bench-'));
const postgres = await startEmbeddedPostgres({ directory: path.join(directory, 'postgres'), log: () => {} });
let knownPeople = 0;
let newPeople = 0;

/** A person has an agent and an e-mail address, both derived from a number. */
const agentOf = (person) => ({ type: 'USER_AGENT', value: `web:7:${String(person).padStart(12, '0')}` });
const emailOf = (person) => ({
  type: 'USER_EMAIL',
  value: createHash('md5').update(`${person}`).digest('hex').repeat(2),
});
const knownPerson = () => Math.floor(Math.random() * knownPeople);

function someIdentifiers() {
  const kind = Math.random();
  if (kind < 0.3)
    return [emailOf(`new ${++newPeople}`), agentOf(`new ${newPeople}`)].slice(Math.random() < 0.5 ? 0 : 1);
  if (kind < 0.31) return [emailOf(knownPerson()), agentOf(knownPerson())];
  const person = knownPerson();
  return Math.random() < 0.5 ? [emailOf(person), agentOf(person)] : [agentOf(person)];
}

function aMessage() {
  const now = Date.now();
  const body = JSON.stringify({
    $type: 'SITE_VISIT',
    $site_id: '8298',
    $session_status: 'IN_SESSION',
    $ts: now,
    $user_identifiers: [{ $type: 'USER_AGENT', $user_agent_id: 'web:7:000000000000' }],
    $user_agent_info: { $form_factor: 'SMARTPHONE', $os_family: 'IOS', $brand: 'B', $agent_type: 'MOBILE_APP' },
    $location: { $country: 'FR', $city: 'Paris', $zip_code: '75001' },
    $events: [
      { $event_name: '$page_view', $ts: now, $properties: { url: 'https://shop.example/a/product/of/ours', n: 1 } },
      { $event_name: '$item_view', $ts: now + 1, $properties: { $id: 'sku-1', $price: 19.9, note: 'x'.repeat(60) } },
    ],
  });
  const identifiers = someIdentifiers();
  const trace = { token_id: '1234', hash: randomBytes(6).toString('hex') };
  const value = { datamart_id: '1', activity_id: uuid7(), received_ts: now, identifiers, body, trace };
  return { topic: '', key: '', id: value.activity_id, time: now, value };
}

async function fill(dataSource, people) {
  await dataSource.query('set statement_timeout = 0');
  const point = `('01900000-0000-7000-8000-' || lpad(to_hex(person), 12, '0'))::uuid`;
  const from = `from generate_series(${knownPeople}, ${people - 1}) person`;
  await dataSource.query(
    `insert into user_points (datamart_id, user_point_id, creation_ts) select 1, ${point}, 1 ${from}`,
  );
  // With the indexes in place, inserting 10,000,000 rows takes half an hour.
  await dataSource.query('alter table user_identifiers drop constraint user_identifiers_pkey');
  await dataSource.query('drop index user_identifiers_of_point');
  await dataSource.query(
    `insert into user_identifiers (identifier_id, datamart_id, type, compartment_id, value, user_point_id, creation_ts)
      select ${identifierIdSql}, *, 1
      from (
        select 1 as datamart_id, 'USER_AGENT' as type, '' as compartment_id,
          'web:7:' || lpad(person::text, 12, '0') as value, ${point} ${from}
        union all select 1, 'USER_EMAIL', '', repeat(md5(person::text), 2), ${point} ${from}) identifiers`,
  );
  await dataSource.query(
    'alter table user_identifiers add primary key (datamart_id, identifier_id) include (user_point_id)',
  );
  await dataSource.query('create index user_identifiers_of_point on user_identifiers (user_point_id, datamart_id)');
  await dataSource.query('vacuum analyze user_points');
  await dataSource.query('vacuum analyze user_identifiers');
  knownPeople = people;
}

/** µs of CPU of Node and of PostgreSQL per activity, and activities per second. Generating them is not counted. */
async function measure(repository) {
  const before = usage().postgresql.cpu;
  let [node, time] = [0, 0];
  for (let done = 0; done < batches; done++) {
    const batch = Array.from({ length: batchSize }, aMessage);
    const [start, startTime] = [process.cpuUsage(), performance.now()];
    const { accepted } = validateActivities(batch, Date.now(), arrival);
    await repository.insertMany(accepted, Date.now());
    const { user, system } = process.cpuUsage(start);
    node += user + system;
    time += performance.now() - startTime;
  }
  const count = batches * batchSize;
  const postgresql = ((usage().postgresql.cpu - before) * 1e6) / count;
  return { node: node / count, postgresql, perSecond: (count * 1_000) / time };
}

/** The machine's speed at this moment: µs of CPU to hash a mebibyte. */
function measureHash() {
  const megabyte = Buffer.alloc(1_048_576, 'x');
  const before = process.cpuUsage();
  for (let round = 0; round < 50; round++) createHash('sha256').update(megabyte).digest();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 50;
}

/** With indexes. */
async function receiptBytes(dataSource) {
  const [{ bytes, count }] = await dataSource.query(
    `select pg_total_relation_size('activity_receipts') + coalesce(pg_total_relation_size(to_regclass('activity_traces')), 0)
        as bytes, (select count(*) from activity_receipts) as count`,
  );
  return (Number(bytes) / Number(count)).toFixed(1);
}

try {
  await migrate({ ...trackingDatabase, url: postgres.url });
  const dataSource = await createDataSource({ ...trackingDatabase, url: postgres.url, poolSize: 1 }).initialize();
  const keyring = new SecretsKeyring(randomBytes(32).toString('base64'));
  const erasureKey = await ErasureKey.open(dataSource, keyring, createLogger('bench', 'silent'));
  const rules = new StoreRules(new DirectoryStore(), erasureKey, new TrackingPlans(), keyring);
  const repository = new ActivitiesRepository(dataSource, new DayPartitions(dataSource), rules);
  for (const size of options.identifiers.split(',').map(Number)) {
    await fill(dataSource, size / 2);
    await measure(repository);
    const results = [];
    for (let round = 0; round < rounds; round++) results.push(await measure(repository));
    const of = (key) => median(results.map((result) => result[key])).toFixed(1);
    const total = median(results.map(({ node, postgresql }) => node + postgresql)).toFixed(1);
    console.log(
      `${size.toLocaleString('en')} identifiers: ${total} µs CPU per activity (Node ${of('node')}, ` +
        `PostgreSQL ${of('postgresql')}), ${of('perSecond')}/s; SHA-256 of 1 MiB ${measureHash().toFixed(0)} µs`,
    );
  }
  console.log(`${await receiptBytes(dataSource)} bytes of receipts and traces per activity`);
  await dataSource.destroy();
} finally {
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
}
