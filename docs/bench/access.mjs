// What authentication costs, and what a million credentials cost a gateway.
//
//   npm run build && node docs/bench/access.mjs cpu  [--credentials 1000000]
//   node docs/bench/access.mjs cold [--credentials 1000000] [--users 100000] [--heap 256]
//
// cpu   microseconds of CPU per authentication, by token and by signature, on a full store; the hashes alone beside them.
// cold  a gateway started on a broker that holds the credentials: until it is ready, and its resident memory then; its heap
//       is limited to so many MiB, or as V8 likes.
import { createHmac, hash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createTopics } from '@tributary/bus/create-topics';
import { connectKafka } from '@tributary/bus/kafka-bus';
import { credentialChanged, directoryChanged, topics } from '@tributary/contracts/topics';
import { Authenticator } from '@tributary/gateway/access/authenticator';
import { CredentialsStore } from '@tributary/gateway/access/credentials.store';
import { macOf } from '@tributary/gateway/access/signed-request';
import { SigningSecrets } from '@tributary/gateway/access/signing-secrets';
import { SecretsKeyring } from '@tributary/security/secrets-keyring';
import { startKafka } from '@tributary/testing/kafka-broker';
import { freePorts } from '@tributary/testing/kafka-ports';
import { AppProcess } from '@tributary/testing/processes';
import { usage } from './processes.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    credentials: { type: 'string', default: '1000000' },
    users: { type: 'string', default: '100000' },
    heap: { type: 'string' },
  },
});
const [mode = 'cpu'] = positionals;
const credentials = Number(values.credentials);
const users = Number(values.users);
const say = (text) => process.stdout.write(`${text}\n`);
const expiration_date = Date.now() + 30 * 86_400_000;
const tokenOf = (index) => `tby_${'x'.repeat(40)}${index}`;
const heapLimit = values.heap ? [`--max-old-space-size=${values.heap}`] : [];
const SECRETS_KEY = randomBytes(32).toString('base64');

/** As many credentials as asked for, every hundredth a signing key, and their users. */
function* everything(keyring) {
  for (let id = 0; id < users; id++)
    yield { kind: 'user', id: String(id), roles: [{ organisation_id: String(id % 5_000), role: 'EDITOR' }] };
  for (let id = 0; id < credentials; id++) {
    const common = { id: String(id), user_id: String(id % users), expiration_date };
    if (id % 100 !== 99) yield { kind: 'api_token', ...common, token_sha256: hash('sha256', tokenOf(id), 'hex') };
    else {
      const key_id = `key-of-an-app-${id}`;
      const sealed_secret = keyring.seal('0f1e2d3c4b5a69788796a5b4c3d2e1f0', `message_authentication_key/${key_id}`);
      yield { kind: 'message_authentication_key', ...common, key_id, sealed_secret };
    }
  }
}

await (mode === 'cold' ? cold() : cpu());
process.exit(0);

function cpu() {
  const keyring = new SecretsKeyring(SECRETS_KEY);
  const store = new CredentialsStore();
  for (const credential of everything(keyring)) store.apply(credential);
  const authenticator = new Authenticator(store, new SigningSecrets(keyring));
  const secret = '0f1e2d3c4b5a69788796a5b4c3d2e1f0';
  const tokens = Array.from({ length: 1_000 }, (_, index) => tokenOf(index * 991 - ((index * 991) % 100)));
  const body = Buffer.from(JSON.stringify({ $type: 'APP_VISIT', filling: 'x'.repeat(540) }));
  const signed = Array.from({ length: 1_000 }, (_, index) => {
    const request = { uri: '/v1/datamarts/1/user_activities', key_id: `key-of-an-app-${index * 100 + 99}`, body };
    const unsigned = { ...request, timestamp: String(Date.now()) };
    return { ...unsigned, mac: macOf(unsigned, secret) };
  });
  const text = (request) => `${request.uri}\n${request.key_id}\n${request.timestamp}\n`;
  const rounds = {
    'SHA-256 of a token alone': (index) => hash('sha256', tokens[index], 'binary'),
    'authentication by token': (index) => authenticator.authenticate({ token: tokens[index] }),
    'HMAC of 600 bytes alone': (index) =>
      createHmac('sha256', secret).update(text(signed[index])).update(body).digest('base64'),
    'authentication by signature': (index) => authenticator.authenticate({ signed: signed[index] }),
  };
  say(`${credentials.toLocaleString('en')} credentials of ${users.toLocaleString('en')} users`);
  for (const work of Object.values(rounds)) measure(work);
  for (const [name, work] of Object.entries(rounds)) {
    const each = Array.from({ length: 7 }, () => measure(work)).sort((a, b) => a - b);
    say(
      `  ${name.padEnd(30)}${each[0].toFixed(2)} / ${each[3].toFixed(2)} / ${each[6].toFixed(2)} µs (min / median / max of 7)`,
    );
  }
}

/** Microseconds of CPU per call. */
function measure(work) {
  const calls = 100_000;
  const before = process.cpuUsage();
  for (let call = 0; call < calls; call++) work(call % 1_000);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

async function cold() {
  const kafka = await startKafka();
  try {
    await createTopics(kafka.brokers, topics, { replicationFactor: 1 });
    await fill(kafka.brokers);
    for (let round = 0; round < 3; round++) await startGateway(kafka.brokers);
  } finally {
    await kafka.stop();
  }
}

async function fill(brokers) {
  const logger = { warn: say, error: say, info: () => {}, debug: () => {} };
  const bus = connectKafka({ brokers, clientId: 'bench', logger, onCrash: (error) => say(String(error)) });
  let batch = [];
  let at = 0;
  const send = async () => {
    const messages = batch.splice(0);
    // A busy machine may not acknowledge in time; sending again is safe.
    while (
      !(await bus.publisher.publish(credentialChanged, messages).then(
        () => true,
        () => false,
      ))
    )
      await sleep(500);
  };
  for (const value of everything(new SecretsKeyring(SECRETS_KEY))) {
    batch.push({ id: String(at++), value });
    if (batch.length === 5_000) await send();
  }
  await send();
  await bus.publisher.publish(directoryChanged, [
    { id: 'o', value: { kind: 'organisation', id: '0', community_id: '1' } },
    { id: 'd', value: { kind: 'datamart', id: '1', organisation_id: '0' } },
  ]);
  await bus.close();
}

async function startGateway(brokers) {
  const [port, other] = await freePorts(2);
  const names = ['ADMIN', 'ANALYTICS', 'IMPORT_WORKER', 'TRACKING_INGEST', 'WAREHOUSE_METADATA'];
  const env = {
    ...{ PORT: String(port), KAFKA_BROKERS: brokers.join(','), SECRETS_KEY, LOG_LEVEL: 'warn' },
    ...{ INTERNAL_KEY: randomBytes(32).toString('base64'), NODE_ENV: 'production' },
    ...Object.fromEntries(names.map((name) => [`${name}_URL`, `http://127.0.0.1:${other}`])),
  };
  const logDirectory = mkdtempSync(path.join(tmpdir(), 'tributary-bench-'));
  const main = path.join(import.meta.dirname, '../../apps/gateway/dist/main.js');
  const gateway = new AppProcess(
    { name: 'gateway', args: [...heapLimit, main], env, logDirectory },
    `http://127.0.0.1:${port}`,
  );
  const started = performance.now();
  try {
    await gateway.start();
    const ready = (performance.now() - started) / 1_000;
    const { cpu } = usage().gateway;
    const early = memoryOf(gateway.pid);
    const authorization = tokenOf(credentials - 2);
    const answer = await fetch(`${gateway.url}/v1/datamarts/1/user_activities`, {
      method: 'POST',
      headers: { authorization },
    });
    await sleep(15_000);
    const late = memoryOf(gateway.pid);
    const [load] = loadavg();
    say(
      `  ready after ${ready.toFixed(1)} s and ${cpu.toFixed(1)} s of CPU at a load of ${load.toFixed(1)}; resident ${early.now} MiB then, ${late.now} MiB 15 s later, ${late.most} MiB at most; ` +
        `the last token is ${answer.status === 401 ? 'NOT known' : 'known'}`,
    );
  } finally {
    await gateway.stop();
  }
}

/** MiB. */
function memoryOf(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1_024);
  return { now: read('VmRSS'), most: read('VmHWM') };
}
