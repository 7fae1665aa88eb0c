#!/usr/bin/env node
// Runs one app of the product in this process: signals, exit code and output are those of the app.
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

if (name === 'health') await checkHealth(rest[0]);
else if (name === 'dlq') await run('admin', [name, ...rest]);
else await run(name, rest);

async function run(app, args) {
  const main = path.join(import.meta.dirname, '../apps', String(app), 'dist/main.js');
  if (!Object.hasOwn(apps, app ?? '') || !existsSync(main)) refuse(app);
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

function refuse(app) {
  const lines = Object.entries(apps).map(([each, what]) => `  ${each.padEnd(20)}${what}`);
  const problem =
    app === undefined
      ? ''
      : Object.hasOwn(apps, app)
        ? `the app "${app}" is not installed\n\n`
        : `unknown app "${app}"\n\n`;
  process.stderr.write(`${problem}usage: tributary <app> [command]

${lines.join('\n')}

  tributary <app>           starts the app
  tributary <app> migrate   creates or updates the database schema of the app, if it has one
  tributary dlq             lists and replays dead letters (short for: tributary admin dlq)
  tributary health <port>   exits with 0 if the app on this local port is ready

An unknown command prints the list of the app's commands. Settings come from the environment: if any are invalid, the
app prints all problems and exits with 1.
`);
  process.exit(2);
}
