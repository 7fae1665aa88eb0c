// Which Node.js runs the product. Import this first: it ends an old Node.js with a message before another module fails.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { engines, optionalDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const packageName = `node-${process.platform}-${process.arch}`;
/** The Node.js that npm installs, on platforms for which npm has one. */
const installedNode = path.join(root, 'node_modules', packageName, 'bin/node');
const isOffered = packageName in optionalDependencies;

/** The oldest Node.js that runs the product. */
const oldestToRun = [22, 0];
/** The oldest that can install the product, and runs it on the installed one. */
const oldestToInstall = engines.node.match(/\d+/g).map(Number);

if (isOffered && isOlderThan(oldestToInstall))
  refuse(
    `cannot install Tributary. Use Node.js ${oldestToInstall.slice(0, 2).join('.')} or later (https://nodejs.org); npm then installs the tested one`,
  );
if (!isOffered && isOlderThan(oldestToRun))
  refuse(
    `is too old, and npm has none for ${process.platform}-${process.arch}. Install Node.js 24 (22 also works): https://nodejs.org`,
  );

/** Call it once the packages are installed. @returns the installed Node.js, otherwise the one that runs this script. */
export const nodeToUse = () => (existsSync(installedNode) ? installedNode : process.execPath);

/** Ends the process unless this Node.js can run the product. */
export function refuseToRunOnOldNode(command) {
  if (isOlderThan(oldestToRun))
    refuse(`is too old to run Tributary. Use \`${command}\`, which runs it on the Node.js in node_modules`);
}

function isOlderThan([oldestMajor, oldestMinor]) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
}

function refuse(problem) {
  console.error(`This is Node.js ${process.versions.node}, which ${problem}`);
  process.exit(1);
}
