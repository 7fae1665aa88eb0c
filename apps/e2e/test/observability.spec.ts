import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { cases, type Panel, panels, queries, rules, yamlOf } from './observability.js';

interface Service {
  environment?: Record<string, string | number>;
  volumes?: string[];
}

const root = path.join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const alerts = rules.groups.flatMap((group) => group.rules).filter(({ alert }) => alert !== undefined);

describe('the rules of Prometheus', () => {
  it.each(alerts.map((rule) => [rule.alert as string, rule] as const))(
    '%s has a section in the runbook, and cases in which it fires and is silent',
    (alert, rule) => {
      expect(['critical', 'warning']).toContain(rule.labels?.['severity']);
      const { summary, description, runbook_url } = rule.annotations ?? {};
      expect(summary).toBeTruthy();
      expect(description).toBeTruthy();
      expect(runbook_url).toBe(`docs/operations.md#${alert.toLowerCase()}`);
      expect(read('docs/operations.md')).toMatch(new RegExp(`^#+ ${alert}$`, 'm'));
      const own = cases
        .flatMap(({ promql_expr_test }) => promql_expr_test)
        .filter(({ expr }) => expr.includes(`"${alert}"`));
      expect(new Set(own.map(({ exp_samples }) => exp_samples.length > 0))).toEqual(new Set([true, false]));
    },
  );

  it('scrape the metrics port of every process in docker-compose.yml', () => {
    const { services } = parse(read('docker-compose.yml'), { merge: true }) as { services: Record<string, Service> };
    const { scrape_configs } = yamlOf('prometheus.yaml') as {
      scrape_configs: { static_configs: { targets: string[] }[] }[];
    };
    const targets = scrape_configs.flatMap((job) => job.static_configs.flatMap((config) => config.targets));
    const apps = Object.entries(services).filter(
      ([, { environment }]) => environment?.['SHUTDOWN_DRAIN_MS'] !== undefined,
    );
    const serving = apps.filter(([name]) => !['migrate', 'topics'].includes(name));
    const ports = serving.map(([name, { environment }]) => `${name}:${environment?.['MANAGEMENT_PORT'] ?? 8080}`);
    expect(targets.sort()).toEqual(ports.sort());
    const mounted = ['prometheus', 'grafana'].flatMap((name) => services[name]?.volumes ?? []);
    const files = mounted.map((mount) => mount.split(':')[0] as string).filter((file) => file.startsWith('./'));
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });
});

describe('the dashboard', () => {
  it('uses only existing recording rules', () => {
    const recorded = rules.groups.flatMap((group) => group.rules.flatMap(({ record }) => record ?? []));
    const used = [...queries, ...alerts].flatMap(({ expr }) => expr.match(/\btributary:[\w:]+/g) ?? []);
    expect(used.filter((name) => !recorded.includes(name))).toEqual([]);
  });

  it('queries the provisioned data source, and has no overlapping panels', () => {
    const { datasources } = yamlOf('grafana/provisioning/datasources/prometheus.yaml') as {
      datasources: { uid: string }[];
    };
    const asked = panels.flatMap(({ targets = [] }) => targets.map(({ datasource }) => datasource.uid));
    expect(new Set(asked)).toEqual(new Set(datasources.map(({ uid }) => uid)));
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const overlapping = panels.filter((one) => panels.some((other) => other.id > one.id && overlap(one, other)));
    expect(overlapping.map(({ title }) => title)).toEqual([]);
  });
});

const overlap = ({ gridPos: a }: Panel, { gridPos: b }: Panel) =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
