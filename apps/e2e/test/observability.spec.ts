import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { observability, promtool, promtoolWith } from './promtool.js';

interface Rule {
  record?: string;
  alert?: string;
  expr: string;
  for?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
}
interface Rules {
  groups: { name: string; rules: Rule[] }[];
}
interface Case {
  name: string;
  promql_expr_test: { expr: string; exp_samples: unknown[] }[];
}
interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  datasource?: { uid: string };
  targets?: { expr: string; datasource: { uid: string } }[];
}
interface Service {
  environment?: Record<string, string | number>;
  volumes?: string[];
}

const root = path.join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const yamlOf = (file: string): unknown => parse(readFileSync(path.join(observability, file), 'utf8'));

const rules = yamlOf('alerts.yaml') as Rules;
const alerts = rules.groups.flatMap((group) => group.rules).filter(({ alert }) => alert !== undefined);
const { tests: cases } = yamlOf('alerts.test.yaml') as { tests: Case[] };
const { panels } = JSON.parse(read('deploy/observability/grafana/dashboards/tributary.json')) as { panels: Panel[] };

/** The same rules, each alert with another expression and without delay. */
const withAlerts = (expr: string): Rules => ({
  groups: rules.groups.map((group) => ({
    ...group,
    rules: group.rules.map((rule) => (rule.alert === undefined ? rule : { ...rule, expr, for: '0s' })),
  })),
});
/** How many cases of `alerts.test.yaml` fail. */
const failures = (output: string) => output.match(/^\s+expr: /gm)?.length ?? 0;

/** Half a minute each on a busy machine. */
const promtoolMs = 180_000;

describe('the rules of Prometheus', () => {
  it('are valid, and so is its configuration', () => {
    expect(promtool(['check', 'config', 'prometheus.yaml'])).toMatchObject({ code: 0 });
  });

  it(
    'fire when they should, and otherwise do not',
    () => {
      expect(promtool(['test', 'rules', 'alerts.test.yaml'])).toMatchObject({ code: 0 });
    },
    promtoolMs,
  );

  it(
    'are told by their cases from rules that never fire, and from rules that always do',
    () => {
      const firing = cases.filter(({ name }) => name.startsWith('fires: ')).length;
      const never = promtoolWith(withAlerts('vector(0) > 1'), ['test', 'rules', 'alerts.test.yaml']);
      expect([never.code, failures(never.output)]).toEqual([1, firing]);
      const always = promtoolWith(withAlerts('vector(1)'), ['test', 'rules', 'alerts.test.yaml']);
      expect(always.code).toBe(1);
      expect(failures(always.output)).toBeGreaterThanOrEqual(cases.length - firing);
    },
    promtoolMs,
  );

  it.each(alerts.map((rule) => [rule.alert as string, rule] as const))(
    '%s says what to do, and is tried both ways',
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

  it('are asked of the processes that docker-compose.yml starts, where each has its metrics', () => {
    const { services } = parse(read('docker-compose.yml'), { merge: true }) as { services: Record<string, Service> };
    const { scrape_configs } = yamlOf('prometheus.yaml') as {
      scrape_configs: { static_configs: { targets: string[] }[] }[];
    };
    const targets = scrape_configs.flatMap((job) => job.static_configs.flatMap((config) => config.targets));
    const apps = Object.entries(services).filter(([, { environment }]) => environment?.['INTERNAL_KEY'] !== undefined);
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
  const queries = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })));
  /** With what Grafana puts in the place of its variables. */
  const asRules = (exprs: string[]) => ({
    groups: [
      {
        name: 'panels',
        rules: exprs.map((expr, index) => ({
          record: `panel:${index}`,
          expr: expr.replaceAll('$__rate_interval', '1m').replaceAll('$app', '.+'),
        })),
      },
    ],
  });

  it('asks what Prometheus understands', () => {
    expect(queries.length).toBeGreaterThan(30);
    const valid = promtoolWith(asRules(queries.map(({ expr }) => expr)), ['check', 'rules', 'alerts.yaml']);
    expect(valid).toMatchObject({ code: 0 });
    const broken = promtoolWith(asRules(['sum(rate(tributary_http_request_duration_seconds_count[5m])']), [
      ...['check', 'rules', 'alerts.yaml'],
    ]);
    expect(broken.code).toBe(1);
  });

  it('uses the results of recording rules that there are', () => {
    const recorded = rules.groups.flatMap((group) => group.rules.flatMap(({ record }) => record ?? []));
    const used = [...queries, ...alerts].flatMap(({ expr }) => expr.match(/\btributary:[\w:]+/g) ?? []);
    expect(used.filter((name) => !recorded.includes(name))).toEqual([]);
  });

  it('asks the data source that is provisioned, from panels that lie side by side', () => {
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
