// `npm run release:dry -- [--no-image] [--image NAME] [--builder URI]`: makes the files that a release publishes, from a
// clean checkout of a commit (docs/releasing.md). Publishes nothing.
import { nodeToUse } from './node-version.mjs';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { changeCheckout } from './checkout-lock.mjs';
import { ensureInstalled } from './install.mjs';

await changeCheckout(ensureInstalled);
const main = path.join(import.meta.dirname, 'release/main.mjs');
const { status } = spawnSync(nodeToUse(), [main, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exit(status ?? 1);
