// CPU and memory of each service: at its start, idle, at a steady load, and at as much as the machine takes. The requests and
// limits in deploy/kubernetes come from here.
//
//   npm run build
//   node bench/resources.mjs [--seconds 60] [--rate 500]
//
// All services run on one machine, with their Node.js options and settings of Kubernetes. A load is activities (a fifth of
// them through an analyzer), reports, profiles, imports, metadata of a warehouse, users and a viewer of the live feed. What a
// service has started counts as part of it, as in a container. Linux only.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '@tributary/database/embedded/embedded-postgres';
import { startKafka } from '@tributary/testing/containers/start-kafka';
import { openPostgresPort } from '@tributary/testing/postgres/postgres-port';
import { queryDatabase } from '@tributary/testing/postgres/query-database';
import { AppProcess } from '@tributary/testing/processes/processes';
import { startPlatform } from '@tributary/testing/processes/processes-platform';
import { apps, programOf } from '@tributary/testing/processes/processes-program';
import { containerUsage, readProcesses, usage } from './process-usage.mjs';
import { MixedLoad } from './resources-load.mjs';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, rate: { type: 'string', default: '500' } },
});
const [seconds, rate] = [Number(values.seconds), Number(values.rate)];
const sampleMs = 1_000;
const tables = 500;
/** The apps with tables. */
const owners = ['admin', 'tracking-ingest', 'activity-analysis', 'import-worker', 'warehouse-metadata'];
const directory = mkdtempSync(path.join(tmpdir(), 'tributary-bench-'));
const print = (text) => process.stdout.write(`${text}\n`);

const kafka = await startKafka();
const postgres = await startEmbeddedPostgres({ directory: path.join(directory, 'postgres'), log: () => {} });
const port = await openPostgresPort(postgres.url);
const stores = { brokers: kafka.brokers, databaseUrl: postgres.url };
const platform = await startPlatform({ shape: 'distributed', stores, settings: settingsOfFacts() });
const load = new MixedLoad(platform, await warehouseCredentials());
try {
  print(`load of the machine before: ${loadavg()[0].toFixed(2)}`);
  for (const app of owners) print(`job ${app} migrate: ${JSON.stringify(await measureMigration(app))}`);
  await load.prepare();
  const starts = {};
  for (const app of apps) starts[app] = await measureStart(platform.process(app));
  const idle = await measure(() => sleep((seconds * 1_000) / 2));
  const steady = await measure(() => load.run({ seconds, rate }));
  const most = await measure(() => load.run({ seconds }));
  printStarts(starts);
  for (const [name, { result, services, stores }] of Object.entries({ idle, [`${rate} a second`]: steady, most })) {
    print(
      `\n${name}${result ? `: ${result.perSecond} activities/s, p99 ${result.p99} ms, ${result.failed} failed` : ''}`,
    );
    print('                       CPU mean / p95 / max, cores     MiB at most');
    for (const [service, figures] of Object.entries({ ...services, ...stores })) print(row(service, figures));
  }
  print(`\nload of the machine after: ${loadavg()[0].toFixed(2)}`);
} finally {
  load.stop();
  await platform.stop();
  port.close();
  await kafka.stop();
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
}
process.exit(0);

/** The memory and threads of reports in Kubernetes. */
function settingsOfFacts() {
  const file = path.join(import.meta.dirname, '../deploy/kubernetes/base/services/analytics.env');
  return Object.fromEntries(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /^FACTS_\w+=./.test(line))
      .map((line) => line.split('=')),
  );
}

/** The database of the platform itself, with a schema of many tables. */
async function warehouseCredentials() {
  const names = Array.from({ length: tables }, (_, number) => `create table large.t${number} (a int, b text, c date);`);
  await queryDatabase(postgres.url, `create schema large; ${names.join('')}`);
  const { username, password, hostname, port: number, pathname } = new URL(port.url);
  return { host: hostname, port: Number(number), user: username, password, database: pathname.slice(1) };
}

/** The job that creates the tables of an app, in an empty database. */
async function measureMigration(app) {
  const name = `migrate_${app.replaceAll('-', '_')}`;
  await queryDatabase(postgres.url, `create database ${name}`);
  const env = { DATABASE_URL: postgres.url.replace(/[^/]*$/, name), NODE_ENV: 'production' };
  const job = new AppProcess(programOf(app, env, directory, { command: 'migrate' }));
  const started = performance.now();
  job.launch();
  let most = { cpu: 0, rss: 0 };
  for (; job.isRunning; await sleep(20)) {
    const { cpu, rss } = containerUsage(job.pid);
    most = { cpu: Math.max(cpu, most.cpu), rss: Math.max(rss, most.rss) };
  }
  const code = await job.exit();
  if (code !== 0) throw new Error(`${app} migrate exited with ${code}\n${job.log()}`);
  return { seconds: (performance.now() - started) / 1_000, 'CPU s': most.cpu, MiB: Math.round(most.rss) };
}

/** Restarts the service while nothing else works. */
async function measureStart(service) {
  await service.terminate();
  const started = performance.now();
  await service.start();
  const took = (performance.now() - started) / 1_000;
  return { took, ...containerUsage(service.pid) };
}

/** Samples all services while the task runs. */
async function measure(task) {
  const samples = [sample()];
  let isOver = false;
  const running = task().finally(() => (isOver = true));
  running.catch(() => {}); // thrown below
  while (!isOver) {
    await sleep(sampleMs);
    samples.push(sample());
  }
  const result = await running;
  const of = (read) => figuresOf(samples.map(({ at, ...rest }) => ({ at, ...read(rest) })));
  return {
    result,
    services: Object.fromEntries(apps.map((app) => [app, of(({ services }) => services[app])])),
    stores: Object.fromEntries(['postgresql', 'broker'].map((role) => [role, of(({ roles }) => roles[role])])),
  };
}

function sample() {
  const processes = readProcesses();
  const services = Object.fromEntries(apps.map((app) => [app, containerUsage(platform.process(app).pid, processes)]));
  return { at: performance.now(), services, roles: usage() };
}

function figuresOf(samples) {
  const cores = samples
    .slice(1)
    .map(({ at, cpu }, index) => ((cpu - samples[index].cpu) * 1_000) / (at - samples[index].at))
    .toSorted((a, b) => a - b);
  const [first, last] = [samples[0], samples.at(-1)];
  return {
    mean: ((last.cpu - first.cpu) * 1_000) / (last.at - first.at),
    p95: cores[Math.floor(cores.length * 0.95)],
    max: cores.at(-1),
    rss: Math.max(...samples.map(({ rss }) => rss)),
  };
}

function row(service, { mean, p95, max, rss }) {
  const cores = [mean, p95, max].map((number) => number.toFixed(2)).join(' / ');
  return `  ${service.padEnd(20)} ${cores.padStart(20)} ${rss.toFixed(0).padStart(20)}`;
}

function printStarts(starts) {
  print('\nstart: seconds until ready, seconds of CPU, MiB');
  for (const [service, { took, cpu, rss }] of Object.entries(starts))
    print(
      `  ${service.padEnd(20)} ${took.toFixed(1).padStart(6)} ${cpu.toFixed(1).padStart(6)} ${rss.toFixed(0).padStart(6)}`,
    );
}
