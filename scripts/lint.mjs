// Lints the whole workspace: the boundaries and the rules of our own (ESLint), all other rules (oxlint, with types), the
// format (oxfmt). `npm run format` writes the format.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { nodeToUse } from './node-version.mjs';

const root = path.join(import.meta.dirname, '..');
const sources = ['apps', 'libs'];
const checks = [
  ['eslint/bin/eslint.js', '--max-warnings', '0', ...sources],
  ['oxlint/bin/oxlint', '--type-aware', '--deny-warnings', ...sources],
  ['oxfmt/bin/oxfmt', '--check', ...sources, 'bench', 'eslint-rules', 'scripts'],
];

const failed = checks.filter(([program, ...args]) => {
  const command = [path.join(root, 'node_modules', program), ...args];
  return spawnSync(nodeToUse(), command, { cwd: root, stdio: 'inherit' }).status !== 0;
});
process.exit(failed.length === 0 ? 0 : 1);
