import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { MetricObject } from 'prom-client';
import { bootStandalone, type BootedStandalone } from './booted-standalone.js';

let product: BootedStandalone;
beforeAll(async () => {
  product = await bootStandalone();
});
afterAll(() => product.stop());

const root = path.join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

async function send(
  method: string,
  target: string,
  { token = product.token, type = 'application/json', body = '' } = {},
) {
  const response = await fetch(`${product.url}/v1/${target}`, {
    method,
    ...(body !== '' && { body }),
    headers: { authorization: token, ...(body !== '' && { 'content-type': type }) },
  });
  return { status: response.status, body: (await response.json()) as { data: { id: string } } };
}

const activity = (agent: string, more: object = {}) =>
  JSON.stringify({
    $type: 'TOUCH',
    $user_identifiers: [{ $type: 'USER_AGENT', $user_agent_id: `web:1:${agent}` }],
    ...more,
  });
const collect = (body: string, token?: string) =>
  send('POST', 'datamarts/1/user_activities', { body, ...(token && { token }) });

const aKey = (number: number) => `7d9dff1c-4a5e-4a43-bd07-9a36a2e0ba4${number}`;
/** Retries, because a busy machine may answer 503. */
const collectWithRetry = (body: string) => eventually(async () => expect((await collect(body)).status).toBe(200));

async function runImport(): Promise<void> {
  const lines = [1, 2, 3]
    .map((line) => activity(`import-${line}`, { $ts: Date.now() - line, $user_account_id: 'null' }))
    .join('\n');
  const body = JSON.stringify({
    document_type: 'USER_ACTIVITY',
    mime_type: 'APPLICATION_X_NDJSON',
    encoding: 'utf-8',
    name: 'n',
  });
  const { data } = (await send('POST', 'datamarts/1/document_imports', { body })).body;
  const upload = { body: lines, type: 'application/x-ndjson' };
  expect((await send('POST', `datamarts/1/document_imports/${data.id}/executions`, upload)).status).toBe(200);
}

/** Sum of the samples with these labels, among other labels; undefined if there are none. */
async function valueOf(name: string, labels: Record<string, string> = {}): Promise<number | undefined> {
  const text = await scrape();
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const samples = [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].filter(
    ([, own, set = '']) => own === name && wanted.every((label) => set.split(/,(?=\w+=)/).includes(label)),
  );
  return samples.length === 0 ? undefined : samples.reduce((sum, [, , , value]) => sum + Number(value), 0);
}
const scrape = async () => (await fetch(`${product.url}/metrics`)).text();

describe('the metrics of the whole product', () => {
  it('count activities, refusals and an import from the gateway to the reports', async () => {
    for (const [agent, $unique_key] of [
      ['a', aKey(1)],
      ['b', aKey(2)],
      ['b', aKey(2)],
    ] as const)
      await collectWithRetry(activity(agent, { $unique_key, $email_hash: { $hash: '' } }));
    expect((await collect(activity('c'), 'a-token-that-does-not-exist-xxxxxxxxxxx')).status).toBe(401);
    expect((await collect('{}')).status).toBe(400);
    await runImport();
    const route = '/v1/datamarts/:datamart_id/user_activities';
    await eventually(async () => {
      const requests = (status: string) => valueOf('tributary_http_request_duration_seconds_count', { route, status });
      expect([await requests('200'), await requests('400'), await requests('401')]).toEqual([3, 1, 1]);
      expect(await valueOf('tributary_gateway_refusals_total', { reason: 'TOKEN_ERROR' })).toBe(1);
      const live = (outcome: string) => valueOf('tributary_tracking_activities_total', { source: 'live', outcome });
      expect(await live('stored')).toBe(2);
      expect(await live('duplicate')).toBeGreaterThanOrEqual(1);
      expect(await valueOf('tributary_facts_rows')).toBe(5);
      expect(await valueOf('tributary_imports_lines_total', { outcome: 'applied' })).toBe(3);
      expect(await valueOf('tributary_gateway_junk_identifiers_total')).toBe(3);
      expect(await valueOf('tributary_imports_junk_identifiers_total')).toBe(3);
      expect(await valueOf('tributary_imports_executions', { status: 'SUCCEEDED' })).toBe(1);
      expect(await valueOf('tributary_imports_uploads_total', { outcome: 'stored' })).toBe(1);
    });
    expect(await valueOf('tributary_facts_watermark_timestamp_seconds')).toBeGreaterThan(1_700_000_000);
    expect(await valueOf('tributary_gateway_credentials', { kind: 'api_token' })).toBe(1);
    expect(await valueOf('tributary_gateway_caught_up')).toBe(1);
    for (const module of ['activity-analysis', 'admin', 'tracking-ingest', 'import-worker', 'warehouse-metadata'])
      expect(await valueOf('tributary_database_connections_max', { module })).toBeGreaterThan(0);
  });

  it('contain no personal data: no label value comes from a request', async () => {
    for (const target of ['datamarts/1/user_points/user_agent_id=secret', 'secret/here', 'datamarts/secret/dashboards'])
      await send('GET', target);
    await send('DELETE', 'datamarts/1/user_points/secret', { token: 'secret' });
    expect(await scrape()).not.toMatch(/secret|web:1:/);
  });
});

describe('dashboard and alerts', () => {
  const dashboard = JSON.parse(read('deploy/observability/grafana/dashboards/tributary.json')) as {
    panels: { title: string; targets?: { expr: string }[] }[];
  };
  const panels = dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => [title, expr] as const),
  );
  const rules = [
    ...read('deploy/observability/alerts.yaml').matchAll(
      /(?:alert|record): (\S+)\n\s+expr:([\s\S]+?)\n\s+(?:for|labels|- |#|$)/g,
    ),
  ];
  /** Metrics in a query, except those of recording rules. */
  const metricsIn = (query: string) => new Set(query.match(/\b(?:tributary|nodejs|process)_[a-z0-9_]+/g) ?? []);
  const exposed = async () =>
    new Set(
      [...(await scrape()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
      ),
    );

  const exposedTributaryMetrics = async () =>
    [...(await scrape()).matchAll(/^# TYPE (tributary_\S+)/gm)].map(([, name]) => name as string);

  it('only use metrics that the product exposes', async () => {
    const names = await exposed();
    expect(rules.length).toBeGreaterThan(20);
    const queries = [...rules.map(([, name = '', expr = '']) => [name, expr] as const), ...panels];
    const dead = queries.flatMap(([name, expr]) =>
      [...metricsIn(expr)].filter((metric) => !names.has(metric)).map((metric) => `${name}: ${metric}`),
    );
    expect(dead).toEqual([]);
    expect(names).not.toContain('tributary_nothing');
  });

  /** The labels of each metric, by its names in queries. Processes set `app`, Prometheus the other two. */
  const labelsByMetric = () =>
    new Map(
      product.metrics.registry.getMetricsAsArray().flatMap((metric) => {
        const { name, labelNames = [] } = metric as MetricObject & { labelNames?: string[] };
        const labels = new Set([...labelNames, 'app', 'instance', 'job', 'le']);
        return ['', '_bucket', '_sum', '_count'].map((suffix) => [name + suffix, labels] as const);
      }),
    );
  /** `metric: label` for each label that a selector or a series names, and its metric does not have. */
  const strangeLabels = (text: string) => {
    const labels = labelsByMetric();
    return [...text.matchAll(/\b((?:tributary|nodejs|process)_[a-z0-9_]+)\{([^}]*)\}/g)].flatMap(
      ([, name = '', set = '']) =>
        [...set.matchAll(/(\w+)(?==|!)/g)].flatMap(([label]) =>
          labels.get(name)?.has(label) ? [] : [`${name}: ${label}`],
        ),
    );
  };

  it('select by labels that the metrics have, and alerts are tested with such series', () => {
    const texts = [...rules.map(([, , expr = '']) => expr), ...panels.map(([, expr]) => expr)];
    expect(texts.flatMap(strangeLabels)).toEqual([]);
    expect(strangeLabels(read('deploy/observability/alerts.test.yaml'))).toEqual([]);
    expect(strangeLabels('tributary_tracking_public_left_out_total{reason="a", datamart_id!="1"}')).toEqual([
      'tributary_tracking_public_left_out_total: datamart_id',
    ]);
  });

  it('group by labels that one of their metrics has', () => {
    const labels = labelsByMetric();
    /** The labels of `by (…)` and `on (…)` that it cannot have. A query of recording rules names no metric. */
    const unknown = (query: string) => {
      const known = new Set([...metricsIn(query)].flatMap((name) => [...(labels.get(name) ?? [])]));
      const groups = [...query.matchAll(/\b(?:by|on) ?\(([^)]*)\)/g)].flatMap(
        ([, set = '']) => set.match(/\w+/g) ?? [],
      );
      return known.size === 0 ? [] : groups.filter((label) => !known.has(label));
    };
    const queries = [...rules.map(([, , expr = '']) => expr), ...panels.map(([, expr]) => expr)];
    expect(queries.filter((query) => unknown(query).length > 0)).toEqual([]);
    expect(unknown('sum by (reason, key) (tributary_tracking_public_left_out_total)')).toEqual(['key']);
  });

  it('docs/metrics.md describes exactly the exposed metrics, with labels that they have', async () => {
    const rows = [...read('docs/metrics.md').matchAll(/^\| `(tributary_\w+)[^|]*\| ([^|]*)\|/gm)];
    expect(rows.map(([, name]) => name).sort()).toEqual((await exposedTributaryMetrics()).sort());
    const labels = labelsByMetric();
    const wrong = rows.flatMap(([, name = '', set = '']) =>
      (set.match(/\w+/g) ?? []).some((label) => labels.get(name)?.has(label) !== true) ? [`${name}: ${set}`] : [],
    );
    expect(wrong).toEqual([]);
  });

  it('use every metric of the product', async () => {
    const metrics = await exposedTributaryMetrics();
    const queries = [...rules.map(([, , expr = '']) => expr), ...panels.map(([, expr]) => expr)].join('\n');
    expect(metrics.filter((name) => !new RegExp(`\\b${name}`).test(queries))).toEqual([]);
  });
});
