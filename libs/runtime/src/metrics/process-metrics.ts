import { readFileSync } from 'node:fs';
import { collectDefaultMetrics, Counter, Gauge, type Registry } from 'prom-client';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** The delay of the event loop is sampled this often. Every 10 ms, the default, costs an idle process 0.3 % of a core. */
const delaySamplingMs = 50;

/** Exports Node.js' default metrics, the load of the event loop and the running version. */
export function collectProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: delaySamplingMs });
  new Counter({
    name: 'tributary_event_loop_active_seconds_total',
    help: 'Busy time of the event loop; its rate is the utilisation, 0 to 1',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(performance.eventLoopUtilization().active / 1_000);
    },
  });
  new Gauge({
    name: 'tributary_build_info',
    help: 'The running version; always 1',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version, node: process.version }, 1);
}
