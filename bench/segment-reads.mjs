// How long reads of a person's segments take at a steady rate, on a table of a million memberships.
//
//   npm run build
//   node bench/segment-reads.mjs [--people 100000] [--segments 10] [--rate 500] [--seconds 20] [--rounds 3]
//
// The embedded product answers over HTTP, with a token. The baseline server gets the same requests in the same run.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startPostgres } from '@tributary/testing/postgres/postgres';
import { identifierIdSql } from '@tributary/tracking-ingest/migrations/1-baseline';
import { startBaselineServer } from './baseline.mjs';
import { startProduct } from './embedded-product.mjs';
import { usage } from './process-usage.mjs';

const { values: options } = parseArgs({
  options: {
    people: { type: 'string', default: '100000' },
    segments: { type: 'string', default: '10' },
    rate: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
  },
});
const [people, segments, rate] = [options.people, options.segments, options.rate].map(Number);
const [seconds, rounds] = [options.seconds, options.rounds].map(Number);
const token = randomBytes(24).toString('hex');
const emailHashOf = (person) => `ab${person.toString(16).padStart(62, '0')}`;

/** Each person has an account, an agent and an e-mail address; a tenth of the memberships have expired. */
async function fill(url) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('set search_path to tracking_ingest');
  const point = `('01900000-0000-7000-8000-' || lpad(to_hex(person), 12, '0'))::uuid`;
  const allPeople = `generate_series(0, ${people - 1}) person`;
  await client.query(
    `insert into user_points (datamart_id, user_point_id, creation_ts) select 1, ${point}, 1 from ${allPeople}`,
  );
  await client.query(`insert into user_identifiers
      (identifier_id, datamart_id, type, compartment_id, value, user_point_id, creation_ts)
    select ${identifierIdSql}, *, 1
    from (select 1 as datamart_id, type, compartment_id, value, ${point} from ${allPeople}, lateral (values
      ('USER_ACCOUNT', 'c', 'account-' || person), ('USER_AGENT', '', 'mob:ios:raw:' || person),
      ('USER_EMAIL', '', 'ab' || lpad(to_hex(person), 62, '0'))) as identifier (type, compartment_id, value)) identifiers`);
  await client.query(`insert into user_segments (datamart_id, user_point_id, segment_id, data_bag, creation_ts,
      last_modified_ts, expiration_ts, version, write_version)
    select 1, ${point}, (1000 + segment)::text, '{"score":0.75,"source":"nightly export"}', 1, 1,
      case segment % 10 when 0 then ${Date.now() - 3_600_000} when 1 then null else 9999999999999 end,
      1, 1
    from ${allPeople}, generate_series(0, ${segments - 1}) segment order by hashint4(person), segment`);
  await client.query('vacuum analyze');
  await client.end();
}

const get = (url, agent) =>
  new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers: { authorization: token } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    // The server may close an idle connection in the moment of its reuse. Node leaves the retry to the caller.
    sent.on('error', (error) => (sent.reusedSocket ? resolve(get(url, agent)) : reject(error))).end();
  });

const anyPerson = () => Math.floor(Math.random() * people);
const selectors = [
  () => `compartmentId=c,user_account_id=account-${anyPerson()}`,
  () => `email_hash=${emailHashOf(anyPerson())}`,
  () => `user_agent_id=mob:ios:raw:${anyPerson()}`,
];

/** An open loop: each request is sent, and timed, from the instant when it is due. */
async function load(base, forSeconds) {
  // The server may have closed connections that were idle since the last round.
  const agent = new Agent({ keepAlive: true });
  const times = [];
  let refused = 0;
  const pending = [];
  const start = performance.now();
  for (let index = 0; index < rate * forSeconds; index++) {
    const due = start + (index * 1000) / rate;
    if (due > performance.now()) await sleep(due - performance.now());
    const url = `${base}/v1/datamarts/1/user_points/${selectors[index % 3]()}/user_segments`;
    pending.push(
      get(url, agent).then((status) => {
        if (status === 503) refused += 1;
        else if (status === 200) times.push(performance.now() - due);
        else throw new Error(`${url}: ${status}`);
      }),
    );
  }
  await Promise.all(pending);
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(1);
  return `p50 ${at(0.5)}  p99 ${at(0.99)}  p99.9 ${at(0.999)}  max ${at(1)} ms  refused ${refused}`;
}

const directory = mkdtempSync(path.join(tmpdir(), 'tributary-bench-'));
const postgres = await startPostgres();
const baseline = await startBaselineServer();
const { product, url } = await startProduct({ databaseUrl: postgres.url, directory, token });
try {
  await fill(postgres.url);
  console.log(`${people * segments} memberships of ${people} people, ${rate} reads a second`);
  await load(url, 5);
  for (let round = 1; round <= rounds; round++) {
    const before = usage();
    console.log(`round ${round}  product     ${await load(url, seconds)}`);
    const after = usage();
    const cpu = (role) => (((after[role].cpu - before[role].cpu) * 1e6) / (rate * seconds)).toFixed(0);
    console.log(`         CPU a read  process ${cpu('standalone')} µs, PostgreSQL ${cpu('postgresql')} µs`);
    console.log(`         baseline    ${await load(baseline.url, Math.min(seconds, 10))}`);
  }
} finally {
  baseline.stop();
  product.kill();
  await new Promise((resolve) => product.once('exit', resolve));
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
}
