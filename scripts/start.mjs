// `npm start`: installs when needed, builds what has changed, then becomes the embedded product.
// Everything up to the last line uses Node's own modules only: in a fresh clone there is nothing else.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureInstalled } from './install.mjs';

const root = path.join(import.meta.dirname, '..');
process.chdir(root);

// npm and a terminal signal this process; until the product takes over, a signal ends the step in progress.
let child;
const abort = () => {
  child?.kill('SIGTERM');
  process.exit(130);
};
process.once('SIGTERM', abort);
process.once('SIGINT', abort);

await ensureInstalled();
await build();
process.off('SIGTERM', abort);
process.off('SIGINT', abort);
await import(path.join(root, 'apps/standalone/dist/main.js'));

/** Nx knows what has changed: a second start builds nothing. */
async function build() {
  const slow = setTimeout(() => process.stdout.write('Building Tributary ...\n'), 3_000);
  const nx = path.join(root, 'node_modules/nx/dist/bin/nx.js');
  child = spawn(process.execPath, [nx, 'run', '@tributary/standalone:build', '--outputStyle=static'], {
    env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (data) => (output += data));
  child.stderr.on('data', (data) => (output += data));
  const code = await new Promise((resolve) => child.once('close', resolve));
  child = undefined;
  clearTimeout(slow);
  if (code === 0) return;
  process.stderr.write(`${output}\nThe build failed; the lines above say why.\n`);
  process.exit(1);
}
