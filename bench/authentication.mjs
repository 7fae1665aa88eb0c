// The cost of one authentication, and of a hundred thousand credentials in a gateway.
//
//   npm run build
//   node bench/authentication.mjs cpu   [--credentials 100000] [--users 10000]   (a multiple of 100 credentials)
//   node bench/authentication.mjs start [--credentials 100000] [--users 10000] [--heap 320]
//
// cpu    µs of CPU per authentication, by token and by signature, on a full store; the hashes alone for comparison.
// start  a gateway starts on a broker that holds the credentials: the time until it is ready, and its resident memory.
//        --heap limits its heap to so many MiB; without it V8 decides.
import { createHmac, hash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createTopics } from '@tributary/bus/kafka/commands/create-topics';
import { connectKafka } from '@tributary/bus/kafka/kafka-bus';
import { newGatewayKeys } from '@tributary/contracts/admin/gateway-keys';
import { topics } from '@tributary/contracts/topics/topic-catalog';
import { credentialChanged, directoryChanged } from '@tributary/contracts/topics/topics';
import { Authenticator } from '@tributary/gateway/access/authenticator';
import { CredentialsStore } from '@tributary/gateway/access/credentials.store';
import { macOf } from '@tributary/security/signing';
import { SigningSecrets } from '@tributary/gateway/access/signing-secrets';
import { SecretsKeyring } from '@tributary/security/secrets-keyring';
import { startKafka } from '@tributary/testing/containers/start-kafka';
import { freePorts } from '@tributary/testing/free-ports';
import { AppProcess } from '@tributary/testing/processes/processes';
import { usage } from './process-usage.mjs';
import { spread } from './statistics.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    credentials: { type: 'string', default: '100000' },
    users: { type: 'string', default: '10000' },
    heap: { type: 'string' },
  },
});
const [mode = 'cpu'] = positionals;
const credentials = Number(values.credentials);
const users = Number(values.users);
const gatewayMain = path.join(import.meta.dirname, '../apps/gateway/dist/main.js');
const print = (text) => process.stdout.write(`${text}\n`);
const expiration_date = Date.now() + 30 * 86_400_000;
const secret = '0f1e2d3c4b5a69788796a5b4c3d2e1f0';
const tokenOf = (index) => `tby_${'x'.repeat(40)}${index}`;
const keyIdOf = (index) => `key-of-an-app-${index}`;
const isKey = (index) => index % 100 === 99;
const heapLimit = values.heap ? [`--max-old-space-size=${values.heap}`] : [];
const SECRETS_KEY = randomBytes(32).toString('base64');

/** The users and their credentials, of which every hundredth is a signing key. */
function* allCredentials(keyring) {
  for (let id = 0; id < users; id++)
    yield {
      kind: 'user',
      id: String(id),
      version: 1,
      roles: [{ organisation_id: String(id % 5_000), role: 'EDITOR' }],
    };
  for (let id = 0; id < credentials; id++) {
    const common = { id: String(id), version: 1, user_id: String(id % users), expiration_date };
    if (isKey(id)) {
      const key_id = keyIdOf(id);
      const sealed_secret = keyring.seal(secret, `message_authentication_key/${key_id}`);
      yield { kind: 'message_authentication_key', ...common, key_id, sealed_secret };
    } else yield { kind: 'api_token', ...common, token_sha256: hash('sha256', tokenOf(id), 'hex') };
  }
}

await (mode === 'start' ? measureStart() : measureCpu());
process.exit(0);

function measureCpu() {
  const keyring = new SecretsKeyring(SECRETS_KEY);
  const store = new CredentialsStore();
  for (const credential of allCredentials(keyring)) store.apply(credential);
  const authenticator = new Authenticator(store, new SigningSecrets(keyring));
  const spreadOut = (index) => (index * 991) % credentials;
  const tokens = Array.from({ length: 1_000 }, (_, index) => tokenOf(spreadOut(index) - (spreadOut(index) % 100)));
  const body = Buffer.from(JSON.stringify({ $type: 'APP_VISIT', filling: 'x'.repeat(540) }));
  const signed = Array.from({ length: 1_000 }, (_, index) => {
    const request = { uri: '/v1/datamarts/1/user_activities', key_id: keyIdOf((index * 100 + 99) % credentials), body };
    const unsigned = { ...request, timestamp: String(Date.now()) };
    return { ...unsigned, mac: macOf(unsigned, secret) };
  });
  const text = (request) => `${request.uri}\n${request.key_id}\n${request.timestamp}\n`;
  const cases = {
    'SHA-256 of a token alone': (index) => hash('sha256', tokens[index], 'binary'),
    'authentication by token': (index) => authenticator.authenticate({ token: tokens[index] }),
    'HMAC of 600 bytes alone': (index) =>
      createHmac('sha256', secret).update(text(signed[index])).update(body).digest('base64'),
    'authentication by signature': (index) => authenticator.authenticate({ signed: signed[index] }),
  };
  print(`${credentials.toLocaleString('en')} credentials of ${users.toLocaleString('en')} users`);
  for (const work of Object.values(cases)) cpuPerCall(work); // warm-up
  for (const [name, work] of Object.entries(cases)) {
    const rounds = Array.from({ length: 7 }, () => cpuPerCall(work));
    print(`  ${name.padEnd(30)}${spread(rounds, 2)} µs (min / median / max of 7)`);
  }
}

/** µs of CPU. */
function cpuPerCall(work) {
  const calls = 100_000;
  const before = process.cpuUsage();
  for (let call = 0; call < calls; call++) work(call % 1_000);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

async function measureStart() {
  const kafka = await startKafka();
  try {
    await createTopics(kafka.brokers, topics, { replicationFactor: 1 });
    await publishCredentials(kafka.brokers);
    for (let round = 0; round < 3; round++) await startGateway(kafka.brokers);
  } finally {
    await kafka.stop();
  }
}

async function publishCredentials(brokers) {
  const logger = { warn: print, error: print, info: () => {}, debug: () => {} };
  const bus = connectKafka({ brokers, clientId: 'bench', logger, onCrash: (error) => print(String(error)) });
  let batch = [];
  let next = 0;
  const send = async () => {
    const messages = batch.splice(0);
    const tryOnce = () =>
      bus.publisher.publish(credentialChanged, messages).then(
        () => true,
        () => false,
      );
    // A busy machine may acknowledge too late. Sending again is safe.
    while (!(await tryOnce())) await sleep(500);
  };
  for (const value of allCredentials(new SecretsKeyring(SECRETS_KEY))) {
    batch.push({ id: String(next++), value });
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
  const [port, unusedPort] = await freePorts(2);
  const owners = ['ACTIVITY_ANALYSIS', 'ADMIN', 'ANALYTICS', 'IMPORT_WORKER', 'TRACKING_INGEST', 'WAREHOUSE_METADATA'];
  const env = {
    PORT: String(port),
    KAFKA_BROKERS: brokers.join(','),
    SECRETS_KEY,
    LOG_LEVEL: 'warn',
    ...newGatewayKeys(),
    NODE_ENV: 'production',
    ...Object.fromEntries(owners.map((owner) => [`${owner}_URL`, `http://127.0.0.1:${unusedPort}`])),
  };
  const logDirectory = mkdtempSync(path.join(tmpdir(), 'tributary-bench-'));
  const gateway = new AppProcess(
    { name: 'gateway', args: [...heapLimit, gatewayMain], env, logDirectory },
    `http://127.0.0.1:${port}`,
  );
  const started = performance.now();
  try {
    await gateway.start();
    const readySeconds = (performance.now() - started) / 1_000;
    const { cpu } = usage().gateway;
    const atReady = memoryOf(gateway.pid);
    const lastToken = tokenOf(credentials - 2);
    const response = await fetch(`${gateway.url}/v1/datamarts/1/user_activities`, {
      method: 'POST',
      headers: { authorization: lastToken },
    });
    await sleep(15_000);
    const later = memoryOf(gateway.pid);
    const [load] = loadavg();
    print(
      `  ready after ${readySeconds.toFixed(1)} s and ${cpu.toFixed(1)} s of CPU at a load of ${load.toFixed(1)}; ` +
        `resident ${atReady.now} MiB, ${later.now} MiB 15 s later, ${later.max} MiB at most; ` +
        `the last token is ${response.status === 401 ? 'NOT known' : 'known'}`,
    );
  } finally {
    await gateway.stop();
  }
}

/** MiB. */
function memoryOf(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1_024);
  return { now: read('VmRSS'), max: read('VmHWM') };
}
