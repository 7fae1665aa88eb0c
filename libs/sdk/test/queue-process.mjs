// A program that queues activities in a file: `queue-process.mjs '{"url","file","from","count"}'`. It prints the
// outcome of each, by its number, and is killed by the spec at any moment.
import { writeSync } from 'node:fs';
import { createTributary } from '../dist/tributary.js';
import { fileStorage } from '../dist/file-storage.js';

const { url, file, from, count, options } = JSON.parse(process.argv[2]);
// Written at once: the next moment may be the last.
const print = (what, { n }) => writeSync(1, `${what} ${n}\n`);

const tributary = createTributary({ url, datamart: 1, storage: fileStorage(file), debug: false, ...options });
for (const name of ['sent', 'refused', 'dropped']) tributary.on(name, ({ activity }) => print(name, activity));
for (let n = from; n < from + count; n++) {
  const activity = { $type: 'SITE_VISIT', n, ...(n % 5 === 4 && { poison: true }) };
  tributary.activity(activity).then((id) => id && print('queued', activity));
  if (n % 3 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
}
const { kept } = await tributary.close({ timeoutMs: 30_000 });
print('kept', { n: kept });
