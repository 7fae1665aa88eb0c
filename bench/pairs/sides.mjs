// The product of each checkout, running: all sides at once, of which one at a time is under load.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { usage } from '../process-usage.mjs';
import { checkouts } from './checkouts.mjs';

/** Starts the shape of both versions, or of this checkout alone. @see checkouts */
export async function startSides({ against, shape }) {
  const sides = [];
  const versions = checkouts(against);
  const nodes = versions.map(({ name, node }) => `${name} on Node.js ${versionOf(node)}`);
  process.stdout.write(`${shape}: ${nodes.join(', ')}; load ${loadavg()[0].toFixed(1)}\n`);
  try {
    for (const checkout of versions) sides.push(await startSide(checkout, shape));
    return sides;
  } catch (error) {
    await stopSides(sides);
    throw error;
  }
}

const versionOf = (node) => execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();

export const stopSides = (sides) => Promise.all(sides.map((side) => side.stop()));

async function startSide({ name, root, node }, shape) {
  const directory = mkdtempSync(path.join(tmpdir(), 'tributary-bench-'));
  const hosts = [];
  let database;
  const stop = async () => {
    await database?.end();
    for (const host of hosts.reverse()) await host.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  const start = async (...command) => {
    const host = startHost(...command);
    hosts.push(host);
    return { host, ...(await host.answer()) };
  };
  try {
    // The broker is not part of what is compared: both sides get that of this checkout.
    const { broker } = shape === 'embedded' ? {} : await start(process.execPath, 'kafka-host.mjs');
    const args = [root, shape, directory, ...(broker ? [broker] : [])];
    const { host, ...platform } = await start(node, 'platform-host.mjs', ...args);
    database = await connect(platform.databaseUrl);
    const query = async (text) => (await database.query(text)).rows[0].value;
    const pids = hosts.map(({ pid }) => pid);
    return {
      name,
      node,
      broker,
      ...platform,
      terminate: (app) => host.ask(app),
      query,
      usage: () => usage(pids),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function connect(connectionString) {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** A process that answers each line with a line. */
function startHost(node, script, ...args) {
  const child = spawn(node, [path.join(import.meta.dirname, script), ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`${script} ${args.join(' ')} has ended`);
    return JSON.parse(value);
  };
  const ask = (line) => {
    child.stdin.write(`${line}\n`);
    return answer();
  };
  const stop = () => {
    child.stdin.end();
    return exited;
  };
  return { pid: child.pid, answer, ask, stop };
}
