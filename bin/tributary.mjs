#!/usr/bin/env node
// Runs one app of the product in this very process: signals, exit code and output are the app's own.
import { existsSync } from 'node:fs';
import path from 'node:path';

const apps = {
  gateway: 'the public port of the API',
  admin: 'access, organisations, dashboards; commands for whoever runs the product',
  'tracking-ingest': 'stores activities, knows who is who',
  'import-worker': 'imports of documents',
  'warehouse-metadata': 'what is in the warehouses',
  analytics: 'reports',
  standalone: 'all of them in one process, with stores of its own',
};

const [name, ...rest] = process.argv.slice(2);
// As process 1 of a container a signal that nobody listens to is lost: until the app listens, it ends the process.
for (const [signal, code] of Object.entries({ SIGTERM: 143, SIGINT: 130 }))
  process.on(signal, () => process.listenerCount(signal) > 1 || process.exit(code));

if (name === 'health') await askHealth(rest[0]);
else if (name === 'dlq') await run('admin', [name, ...rest]);
else await run(name, rest);

async function run(app, args) {
  const main = path.join(import.meta.dirname, '../apps', String(app), 'dist/main.js');
  if (!Object.hasOwn(apps, app ?? '') || !existsSync(main)) refuse(app);
  process.argv.splice(1, Infinity, main, ...args);
  await import(main);
}

/** Exits with 0 if the app that listens on this port of this machine is ready. */
async function askHealth(port) {
  try {
    const patience = { signal: AbortSignal.timeout(4_000) };
    const { status } = await fetch(`http://127.0.0.1:${port}/health/ready`, patience);
    process.exit(status === 200 ? 0 : 1);
  } catch (error) {
    process.stderr.write(`no answer on port ${port}: ${error.cause?.message ?? error.message}\n`);
    process.exit(1);
  }
}

function refuse(app) {
  const lines = Object.entries(apps).map(([each, what]) => `  ${each.padEnd(20)}${what}`);
  const problem =
    app === undefined
      ? ''
      : Object.hasOwn(apps, app)
        ? `"${app}" is not part of this installation\n\n`
        : `there is no "${app}"\n\n`;
  process.stderr.write(`${problem}usage: tributary <app> [command]

${lines.join('\n')}

  tributary <app> migrate   brings the schema of an app with tables up to date; any word that is no command of an app
                            tells which it has
  tributary dlq …           admin's command for dead letters
  tributary health <port>   exits with 0 if the app on that port of this machine is ready

Settings come from the environment; an app prints everything that is wrong with them, and exits with 1.
`);
  process.exit(2);
}
