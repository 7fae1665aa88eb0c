// The load generator and the baseline server, each as a process of its own, so that their CPU is counted separately.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { usage } from './process-usage.mjs';

/** Runs the load generator; see load-generator.mjs for settings and result. */
export async function generateLoad(settings) {
  const script = path.join(import.meta.dirname, 'load-generator.mjs');
  const child = spawn(process.execPath, [script, JSON.stringify(settings)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  let output = '';
  for await (const data of child.stdout) output += data;
  const code = await exited;
  if (code !== 0) throw new Error(`the load generator ended with ${code}`);
  return JSON.parse(output);
}

/** @param node the Node.js that runs it */
export async function startBaselineServer(node = process.execPath) {
  const script = path.join(import.meta.dirname, 'baseline-server.mjs');
  const server = spawn(node, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise((resolve, reject) => {
    server.stdout.once('data', (data) => resolve(String(data).trim()));
    server.once('exit', () => reject(new Error('the baseline server ended')));
  });
  return { url, stop: () => server.kill() };
}

/**
 * The speed of this machine at this moment: `perSecond` requests of the same load on the baseline server, at `cpu` µs of
 * the server's CPU each.
 */
export async function measureBaseline({ connections, warmUpSeconds = 0, seconds = 2, node }) {
  const { url, stop } = await startBaselineServer(node);
  const load = { url, token: 'none', connections };
  if (warmUpSeconds > 0) await generateLoad({ ...load, seconds: warmUpSeconds });
  const before = usage().baseline?.cpu ?? 0;
  const result = await generateLoad({ ...load, seconds });
  const cpu = ((usage().baseline.cpu - before) / result.sent) * 1e6;
  stop();
  return { perSecond: result.perSecond, cpu };
}
