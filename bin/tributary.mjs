#!/usr/bin/env node
// Runs one app of the product in this process, or one command of the CLI: signals, exit code and output are theirs.
import { existsSync } from 'node:fs';
import path from 'node:path';

const apps = {
  gateway: 'the public HTTP API',
  admin: 'access, organisations and dashboards; commands for operators',
  'tracking-ingest': 'stores activities and resolves identities',
  'activity-analysis': 'calls activity analyzers',
  'import-worker': 'imports documents',
  'warehouse-metadata': 'catalogs of data warehouses',
  analytics: 'facts and reports',
  standalone: 'all apps in one process with embedded stores',
};

const oldestNode = 22;
if (Number.parseInt(process.versions.node, 10) < oldestNode) {
  const problem = `Tributary needs Node.js ${oldestNode} or later, and this is ${process.versions.node}.`;
  process.stderr.write(`${problem} In a checkout, bin/tributary runs it on the Node.js in node_modules.\n`);
  process.exit(1);
}

const [name, ...rest] = process.argv.slice(2);
// Linux ignores signals without a handler for process 1 of a container. Until the app handles them, end the process.
for (const [signal, code] of Object.entries({ SIGTERM: 143, SIGINT: 130 }))
  process.on(signal, () => process.listenerCount(signal) > 1 || process.exit(code));

// Services and health checks do not load the CLI.
const isOfApps = ['health', 'dlq', ...Object.keys(apps)].includes(name);
const cli = isOfApps ? undefined : await loadCli();
if (name === 'health') await checkHealth(rest[0]);
else if (name === 'dlq') await run('admin', [name, ...rest]);
else if (cli && (name === '--version' || name === '-V')) process.stdout.write(`${cli.readVersion()}\n`);
else if (name === '--help' || name === '-h' || name === 'help') process.stdout.write(await usage());
else if (cli?.hasVerb(name ?? '')) await cli.runVerb(name, rest);
else await run(name, rest);

/** The commands that call a platform; undefined where they are not installed. */
async function loadCli() {
  const main = path.join(import.meta.dirname, '../apps/cli/dist/main.js');
  return existsSync(main) ? import(main) : undefined;
}

async function run(app, args) {
  const main = path.join(import.meta.dirname, '../apps', String(app), 'dist/main.js');
  if (!Object.hasOwn(apps, app ?? '') || !existsSync(main)) await refuse(app);
  process.argv.splice(1, Infinity, main, ...args);
  await import(main);
}

/** Exits with 0 if the app on this local port is ready. */
async function checkHealth(port) {
  try {
    const timeout = { signal: AbortSignal.timeout(4_000) };
    const { status } = await fetch(`http://127.0.0.1:${port}/health/ready`, timeout);
    process.exit(status === 200 ? 0 : 1);
  } catch (error) {
    process.stderr.write(`no response on port ${port}: ${error.cause?.message ?? error.message}\n`);
    process.exit(1);
  }
}

async function refuse(app) {
  const problem =
    app === undefined
      ? ''
      : Object.hasOwn(apps, app)
        ? `the app "${app}" is not installed\n\n`
        : `unknown app or command "${app}"\n${cli?.suggestVerb(app, Object.keys(apps)) ?? ''}\n`;
  process.stderr.write(`${problem}${await usage()}`);
  process.exit(2);
}

async function usage() {
  const list = (entries) => entries.map(([each, what]) => `  ${each.padEnd(20)}${what}`).join('\n');
  const use = cli ? `Use a platform: tributary <command>\n\n${list(await cli.listVerbs())}\n\n` : '';
  return `usage: tributary <command or app> [...]

${use}Run a platform: tributary <app> [command]

${list(Object.entries(apps))}

  tributary <app>           starts the app
  tributary <app> migrate   creates or updates the database schema of the app, if it has one
  tributary dlq             lists and replays dead letters (short for: tributary admin dlq)
  tributary health <port>   exits with 0 if the app on this local port is ready

${use && 'tributary <command> --help shows options and examples. '}An unknown command of an app prints the list of its commands.
Settings of apps come from the environment: if any are invalid, the app prints all problems and exits with 1.
`;
}
