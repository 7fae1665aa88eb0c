// npm runs this before `npm start`. npm looks for `node` in node_modules/.bin first: when `npm start` itself begins, it
// finds the Node.js that was installed here. So nothing has to hand signals on from one Node.js to another.
import './node-version.mjs';
import { changeCheckout } from './checkout-lock.mjs';
import { ensureInstalled } from './install.mjs';

for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(130));
await changeCheckout((run) => ensureInstalled(run, { dev: false }));
