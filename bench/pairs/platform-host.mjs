// Starts the product of a checkout in one of its shapes, by that checkout's own starter, on the Node.js that runs this
// file. It must run on the oldest Node.js and with the oldest checkout that is compared: it imports nothing else of ours.
//
//   node platform-host.mjs ROOT embedded|distributed DIRECTORY [BROKER]
//
// Prints {url, token, databaseUrl} when the product is ready. Then each line of stdin names a process to stop, and is
// answered by an empty object. The end of stdin stops the product.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';

const [root, shape, directory, broker] = process.argv.slice(2);

/** The modules have moved between the commits: the first that exists. */
const load = (lib, ...names) =>
  import(names.map((name) => path.join(root, 'libs', lib, 'dist', `${name}.js`)).find((file) => existsSync(file)));
const { startPlatform } = await load('testing', 'processes/processes-platform', 'processes-platform');
const { findEmbeddedServer } = await load('testing', 'processes/processes-embedded', 'processes-embedded');
const { startEmbeddedPostgres } = await load('database', 'embedded/embedded-postgres', 'embedded-postgres');

const print = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
const { platform, databaseUrl, stop } = await (shape === 'embedded' ? startEmbedded() : startDistributed());
print({ url: platform.url, token: platform.token, databaseUrl });
for await (const name of createInterface({ input: process.stdin })) {
  await platform.process(name).terminate();
  print({});
}
await stop();
process.exit(0);

async function startEmbedded() {
  const embedded = await startPlatform({ shape: 'embedded', dataDirectory: directory });
  return { platform: embedded, databaseUrl: findEmbeddedServer(directory).url, stop: () => embedded.stop() };
}

async function startDistributed() {
  const postgres = await startEmbeddedPostgres({ directory: path.join(directory, 'postgres'), log: () => {} });
  const stores = { brokers: [broker], databaseUrl: postgres.url };
  const fleet = await startPlatform({ shape: 'distributed', stores });
  const stopAll = async () => {
    await fleet.stop();
    await postgres.stop();
  };
  return { platform: fleet, databaseUrl: postgres.url, stop: stopAll };
}
