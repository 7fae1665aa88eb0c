// Every service in many copies: two processes of each, killed at random for ten minutes under load, while brokers are killed
// and frozen and the database fails over. Runs those faults of the suite `replicated` of apps/e2e for that long, and draws its timeline.
//
//   npm run build
//   node bench/many-copies.mjs [--seconds 600]
//
// It fails with the suite: unless every acknowledged activity is stored and reported once. It draws bench/many-copies.svg.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { drawManyCopies } from './many-copies-chart.mjs';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '600' } } });
const directory = mkdtempSync(path.join(tmpdir(), 'tributary-bench-'));
const timeline = path.join(directory, 'timeline.json');
const load = loadavg()[0];

const testTimeoutMs = (900 + 3 * Number(values.seconds)) * 1_000;
const { status } = spawnSync(
  process.execPath,
  [
    path.join(import.meta.dirname, '../scripts/jest.mjs'),
    'faults',
    'replicated',
    '-t',
    'many copies',
    `--testTimeout=${testTimeoutMs}`,
  ],
  {
    cwd: path.join(import.meta.dirname, '../apps/e2e'),
    env: { ...process.env, MANY_COPIES_SECONDS: values.seconds, MANY_COPIES_TIMELINE: timeline },
    stdio: 'inherit',
  },
);
if (status === 0) report(JSON.parse(readFileSync(timeline, 'utf8')));
rmSync(directory, { recursive: true, force: true });
process.exitCode = status ?? 1;

function report({ samples, faults, imports, analyzed, revocations }) {
  const { acknowledged, resent, at } = samples.at(-1);
  const countOf = (kind) => faults.filter((fault) => fault.kind === kind).length;
  const acceptedForMs = revocations.map((revocation) => revocation.acceptedForMs).sort((a, b) => a - b);
  const [median, slowest] = [acceptedForMs[Math.floor(acceptedForMs.length / 2)], acceptedForMs.at(-1)];
  const title = `${acknowledged.toLocaleString('en')} activities through ${faults.length} faults: 0 lost, 0 doubled`;
  writeFileSync(path.join(import.meta.dirname, 'many-copies.svg'), drawManyCopies({ title, samples, faults }));
  console.log(`
${at.toFixed(0)} s, load of the machine before: ${load.toFixed(1)}
faults: ${countOf('process')} kills of processes, ${countOf('broker')} of brokers, ${countOf('database')} failover
activities: ${acknowledged} acknowledged, ${resent} requests sent again, 0 lost, 0 doubled
also: ${analyzed} analyzed activities, ${imports} imports of 10,000 lines
revocations: ${acceptedForMs.length}, accepted for ${median.toFixed(0)} ms (median), ${slowest.toFixed(0)} ms (slowest)`);
}
