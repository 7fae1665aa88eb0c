// The cost of a small write beside what a profile has already: activities that set one property each, of people with
// empty and with full profiles by turns.
//
//   npm run build
//   node --max-semi-space-size=64 bench/profile-writes.mjs [--people 40] [--batches 20] [--rounds 5]
//
// Node's option is that of tracking-ingest in production. The product's own code stores the batches, one after the other,
// without broker and gateway. An activity of a batch is of a person of its own.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { maxProfileBytes } from '@tributary/contracts/tracking/user-profile';
import { uuid7 } from '@tributary/contracts/values/uuid';
import { createDataSource } from '@tributary/database/data-source';
import { startEmbeddedPostgres } from '@tributary/database/embedded/embedded-postgres';
import { migrate } from '@tributary/database/migrate';
import { TrackingPlans } from '@tributary/http/tracking-plan/tracking-plans';
import { createLogger } from '@tributary/runtime/logger';
import { DirectoryStore } from '@tributary/security/directory.store';
import { SecretsKeyring } from '@tributary/security/secrets-keyring';
import { ActivitiesRepository } from '@tributary/tracking-ingest/activities/activities.repository';
import { DayPartitions } from '@tributary/tracking-ingest/activities/day-partitions';
import { validateActivities } from '@tributary/tracking-ingest/activities/validate-activities';
import { StoreRules } from '@tributary/tracking-ingest/consent/store-rules';
import { trackingDatabase } from '@tributary/tracking-ingest/database';
import { ErasureKey } from '@tributary/tracking-ingest/identity/erasure-key';
import { usage } from './process-usage.mjs';
import { median } from './statistics.mjs';

const { values: options } = parseArgs({
  options: {
    people: { type: 'string', default: '40' },
    batches: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '5' },
  },
});
const [people, batches, rounds] = [options.people, options.batches, options.rounds].map(Number);
const directory = mkdtempSync(path.join(tmpdir(), 'tributary-bench-'));
const postgres = await startEmbeddedPostgres({ directory: path.join(directory, 'postgres'), log: () => {} });

/** Properties of about so many bytes, with values of a length. */
const propertiesOf = (bytes, length) =>
  Object.fromEntries(
    Array.from({ length: Math.floor(bytes / (length + 13)) }, (_, index) => [
      `n${String(index).padStart(6, '0')}`,
      'x'.repeat(length),
    ]),
  );
const full = maxProfileBytes - 2_048;
const kinds = {
  empty: {},
  '8 KiB': propertiesOf(8_192, 40),
  'full of 2,700 properties of 100 bytes': propertiesOf(full, 83),
  'full of 18,000 properties of 14 bytes': propertiesOf(full, 1),
  'full of 12 properties of 20 KiB': propertiesOf(full, 20_000),
};

function aMessage(person, properties) {
  const now = Date.now();
  const identifiers = [{ type: 'USER_ACCOUNT', compartment_id: 'default', value: person }];
  const body = JSON.stringify({
    $type: 'SITE_VISIT',
    $user_account_id: person,
    $ts: now,
    $events: [{ $event_name: '$set_user_profile_properties', $properties: properties }],
  });
  const value = { datamart_id: '1', activity_id: uuid7(), received_ts: now, identifiers, body };
  return { topic: '', key: '', id: value.activity_id, time: now, value };
}

let written = 0;
async function store(repository, messages) {
  const now = Date.now();
  const arrival = { countsUnkeyed: false, retentionDays: 30, plans: new TrackingPlans() };
  const { accepted, rejected } = validateActivities(messages, now, arrival);
  if (rejected.length > 0) throw new Error(rejected[0].reason);
  await repository.insertMany(accepted, now, messages);
}

/** µs of CPU per activity, of this process and of PostgreSQL. */
async function measure(repository, kind) {
  const before = { node: process.cpuUsage(), postgresql: usage().postgresql.cpu };
  for (let batch = 0; batch < batches; batch++)
    await store(
      repository,
      Array.from({ length: people }, (_, person) => aMessage(`${kind} ${person}`, { changing: (written += 1) })),
    );
  const { user, system } = process.cpuUsage(before.node);
  const postgresql = (usage().postgresql.cpu - before.postgresql) * 1e6;
  return { node: (user + system) / batches / people, postgresql: postgresql / batches / people };
}

try {
  await migrate({ ...trackingDatabase, url: postgres.url });
  const dataSource = await createDataSource({ ...trackingDatabase, url: postgres.url, poolSize: 1 }).initialize();
  const keyring = new SecretsKeyring(randomBytes(32).toString('base64'));
  const erasureKey = await ErasureKey.open(dataSource, keyring, createLogger('bench', 'silent'));
  const rules = new StoreRules(new DirectoryStore(), erasureKey, new TrackingPlans(), keyring);
  const repository = new ActivitiesRepository(dataSource, new DayPartitions(dataSource), rules);
  for (const [kind, properties] of Object.entries(kinds))
    for (let person = 0; person < people; person++)
      await store(repository, [aMessage(`${kind} ${person}`, properties)]);
  const results = new Map(Object.keys(kinds).map((kind) => [kind, []]));
  for (let round = 0; round <= rounds; round++)
    for (const [kind, of] of results) {
      const result = await measure(repository, kind);
      // The first round warms up.
      if (round > 0) of.push(result);
    }
  let base;
  for (const [kind, of] of results) {
    const [node, postgresql] = ['node', 'postgresql'].map((key) => median(of.map((result) => result[key])));
    base ??= node + postgresql;
    console.log(
      `${kind}: ${(node + postgresql).toFixed(0)} µs CPU per activity (Node ${node.toFixed(0)}, PostgreSQL ` +
        `${postgresql.toFixed(0)}), ${((node + postgresql) / base).toFixed(2)} times an empty one`,
    );
  }
  await dataSource.destroy();
} finally {
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
}
