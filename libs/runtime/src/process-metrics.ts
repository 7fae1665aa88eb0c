import { readFileSync } from 'node:fs';
import { collectDefaultMetrics, Counter, Gauge, type Registry } from 'prom-client';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** What Node.js tells of itself, how busy its thread is, and which version runs. */
export function collectProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  new Counter({
    name: 'tributary_event_loop_active_seconds_total',
    help: 'Time for which the thread has worked; its rate is how busy it is, from 0 to 1',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(performance.eventLoopUtilization().active / 1_000);
    },
  });
  new Gauge({
    name: 'tributary_build_info',
    help: 'The version that runs; always 1',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version, node: process.version }, 1);
}
