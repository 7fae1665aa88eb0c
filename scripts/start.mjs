// `npm start`: installs when needed, builds what has changed, then becomes the embedded product.
// Everything up to the last line uses Node's own modules only: a fresh clone has no others.
import { nodeToUse, refuseToRunOnOldNode } from './node-version.mjs';
import path from 'node:path';
import { changeCheckout } from './checkout-lock.mjs';
import { ensureInstalled } from './install.mjs';

const root = path.join(import.meta.dirname, '..');
process.chdir(root);

// npm and a terminal signal this process. Until the product takes over, a signal ends the current step.
const abort = () => process.exit(130);
process.once('SIGTERM', abort);
process.once('SIGINT', abort);

await changeCheckout(async (run) => {
  // Done already, unless npm's settings forbid the script before this one.
  await ensureInstalled(run, { dev: false });
  refuseToRunOnOldNode('npm start');
  await build(run);
});
process.off('SIGTERM', abort);
process.off('SIGINT', abort);
await import(path.join(root, 'apps/standalone/dist/main.js'));

/**
 * Compiles what has changed. It does not use Nx, which deletes dist and restores it from its cache even when nothing has
 * changed: a process that runs would lose the modules that it has not loaded yet. tsc leaves unchanged files alone.
 */
async function build(run) {
  // The compiler itself: the package's script runs it as a child, which would outlive a signal to the script.
  const { default: compiler } = await import(path.join(root, 'node_modules/typescript7/lib/getExePath.js'));
  const projects = ['apps/standalone', 'apps/cli', 'libs/client', 'libs/dashboards'].map(
    (name) => `${name}/tsconfig.build.json`,
  );
  await step('Building Tributary ...', () => run(compiler(), ['-b', ...projects]));
  await step('Building the script for pages ...', () => run(nodeToUse(), ['scripts/build-sdk-script.mjs']));
  await Promise.all([
    step('Building the console ...', () => run(nodeToUse(), ['scripts/build-console.mjs'])),
    step('Building the guide ...', () => run(nodeToUse(), ['scripts/build-guide.mjs'])),
  ]);
}

/** Shows the notice if the command is slow, and its output if it fails. */
async function step(notice, command) {
  const slow = setTimeout(() => process.stdout.write(`${notice}\n`), 3_000);
  const { status, output } = await command();
  clearTimeout(slow);
  if (status === 0) return;
  process.stderr.write(`${output}\nThe build failed; the lines above say why.\n`);
  process.exit(1);
}
