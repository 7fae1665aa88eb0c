import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@jest/globals';
import { apps } from '@tributary/testing/processes/processes-program';
import { parse } from 'yaml';
import { ExposedMetrics } from '../client/exposed-metrics.js';
import type { DistributedSuite } from './distributed-suite.js';

const alerts = path.join(import.meta.dirname, '../../../../deploy/observability/alerts.yaml');

/** Expects each metric of the rules of Prometheus from a service as it runs: in one process, all share one registry. */
export function alertedMetrics(suite: DistributedSuite, gateway: () => string): void {
  suite.step('name metrics that a service exposes, those of public credentials at its own', async () => {
    const services = await Promise.all(
      apps.map(async (app) => {
        const url = app === 'gateway' ? gateway() : suite.platform.process(app).url;
        return [app, new Set((await ExposedMetrics.of(url ?? '')).names)] as const;
      }),
    );
    const { groups } = parse(readFileSync(alerts, 'utf8')) as { groups: { rules: { expr: string }[] }[] };
    const queries = groups.flatMap(({ rules }) => rules.map(({ expr }) => expr));
    const named = new Set(queries.flatMap((expr) => expr.match(/\b(?:tributary|nodejs|process)_[a-z0-9_]+/g) ?? []));
    expect(named.size).toBeGreaterThan(20);
    const servicesOf = (name: string) => services.flatMap(([app, names]) => (names.has(name) ? [app] : []));
    expect([...named].filter((name) => servicesOf(name).length === 0)).toEqual([]);
    expect(servicesOf('tributary_tracking_public_left_out_total')).toEqual(['tracking-ingest']);
    expect(servicesOf('tributary_gateway_profile_events_left_out_total')).toEqual(['gateway']);
    expect(servicesOf('tributary_nothing')).toEqual([]);
  });
}
