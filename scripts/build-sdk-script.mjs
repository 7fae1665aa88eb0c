// Bundles libs/sdk/dist/sdk.js, the script that gateways serve, from what the compiler has written, if that is newer. Run by
// `npm start`, the Dockerfile and build-sdk.mjs.
import { mkdirSync, readdirSync, realpathSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * @param root the checkout
 * @param bundle writes a module with all that it imports as one script; Rolldown by default
 * @returns whether it built
 */
export async function buildSdkScript(root, bundle = bundleWithRolldown) {
  const dist = path.join(root, 'libs/sdk/dist');
  const script = path.join(dist, 'sdk.js');
  const modules = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter(
      (name) => name.endsWith('.js') && name !== 'sdk.js' && !name.startsWith('cjs') && !name.endsWith('.iife.js'),
    )
    .map((name) => path.join(dist, name));
  if (modules.every((file) => timeOf(file) < timeOf(script))) return false;
  const draft = path.join(root, '.cache', `sdk-${process.pid}.js`);
  mkdirSync(path.dirname(draft), { recursive: true });
  await bundle(path.join(dist, 'script/sdk.js'), draft);
  // A gateway that starts meanwhile reads the old script or the new one.
  renameSync(draft, script);
  return true;
}

async function bundleWithRolldown(input, file) {
  const { build } = await import('rolldown');
  // A global object needs no mark that it was a module.
  const output = { file, format: 'iife', minify: true, generatedCode: { symbols: false } };
  await build({ input, platform: 'browser', output, logLevel: 'warn' });
}

const timeOf = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

// The path of the command may be a symbolic link.
if (import.meta.filename === realpathSync(process.argv[1])) await buildSdkScript(path.join(import.meta.dirname, '..'));
