import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { mayConnect, type Endpoint } from '../../src/deployment/deployment-network.js';
import { apps } from '../../src/deployment/deployment-settings.js';
import { build, render, repository } from '../../src/deployment/kubernetes-tools.js';
import { type Manifest, workloadsOf } from '../../src/deployment/manifest.js';

type Installation = 'small' | 'production';

const rendered = new Map<Installation, Manifest[]>();
beforeAll(async () => {
  for (const installation of ['small', 'production'] as const)
    rendered.set(installation, [...(await render(installation)), ...(await render(`${installation}/prepare`))]);
}, 1_800_000);

/** The pod of the workload with that name, an address, or otherwise a pod in the namespace with that name. */
function endpoint(manifests: Manifest[], name: string): Endpoint {
  const workload = workloadsOf(manifests).find(({ metadata }) => metadata.name === name);
  if (workload) return { namespace: 'tributary', labels: workload.spec.template.metadata.labels };
  return /^\d/.test(name) ? { address: name } : { namespace: name, labels: {} };
}

/** The connections that the policies permit. */
const permitted = (manifests: Manifest[], connections: Connection[]) =>
  connections.filter(([from, to, port]) =>
    mayConnect(manifests, endpoint(manifests, from), endpoint(manifests, to), port),
  );

type Connection = [from: string, to: string, port: number];

const services = apps.filter((app) => app !== 'gateway');
const withTables = ['activity-analysis', 'admin', 'import-worker', 'tracking-ingest', 'warehouse-metadata'] as const;
const from = (sources: readonly string[], to: string, port: number) =>
  sources.map((source): Connection => [source, to, port]);
const to = (source: string, targets: readonly string[], port: number) =>
  targets.map((target): Connection => [source, target, port]);

const allowed: Connection[] = [
  ['ingress-nginx', 'gateway', 8080],
  ...to('gateway', services, 8080),
  ['monitoring', 'gateway', 9090],
  ...to('monitoring', services, 8080),
  ...from(apps, 'monitoring', 4318),
  ...from([...apps, 'topics'], 'kafka', 9092),
  ...from([...withTables, ...withTables.map((app) => `migrate-${app}`)], 'postgresql', 5432),
  ['warehouse-metadata', '203.0.113.5', 5432],
  ['activity-analysis', '203.0.113.5', 443],
  ['activity-analysis', '203.0.113.5', 8080],
];

const refused: Connection[] = [
  ...to('ingress-nginx', services, 8080),
  ['ingress-nginx', 'gateway', 9090],
  ['monitoring', 'gateway', 8080],
  ...to('elsewhere', apps, 8080),
  ...from(services, 'gateway', 8080),
  ...services.flatMap((service) => to(service, services, 8080)),
  ...from(['gateway', 'analytics', 'topics'], 'postgresql', 5432),
  ...from(
    withTables.map((app) => `migrate-${app}`),
    'kafka',
    9092,
  ),
  ...from(apps, 'kafka', 5432),
  ...from(['gateway', 'admin', 'analytics', 'tracking-ingest'], '203.0.113.5', 443),
  ['import-worker', '203.0.113.5', 5432],
  ['warehouse-metadata', '10.1.2.3', 5432],
  ['warehouse-metadata', '169.254.169.254', 80],
  ['activity-analysis', '10.1.2.3', 8080],
  ['activity-analysis', '169.254.169.254', 80],
];

describe.each(['small', 'production'] as const)('The network policies of "%s"', (installation) => {
  const manifests = () => rendered.get(installation) ?? [];

  it('permit the connections that the product needs', () => expect(permitted(manifests(), allowed)).toEqual(allowed));

  it('permit no other connection: only the gateway is reachable, and a store only from its apps', () =>
    expect(permitted(manifests(), refused)).toEqual([]));
});

describe('Import workers', () => {
  const toBucket: Connection[] = [['import-worker', '203.0.113.5', 443]];

  it('reach their bucket if they have one, and otherwise no external address', () => {
    expect(permitted(rendered.get('production') ?? [], toBucket)).toEqual(toBucket);
    expect(permitted(rendered.get('small') ?? [], toBucket)).toEqual([]);
  });
});

describe('A store outside the cluster', () => {
  it('is reachable instead of the store inside with the patch in the README', async () => {
    const readme = readFileSync(path.join(repository, 'deploy/kubernetes/README.md'), 'utf8');
    const [, patches = ''] = /```yaml\n(patches:.*?)```/s.exec(readme) ?? [];
    const directory = mkdtempSync(path.join(tmpdir(), 'tributary-overlay-'));
    const overlay = path.relative(directory, path.join(repository, 'deploy/kubernetes/overlays/production'));
    writeFileSync(path.join(directory, 'kustomization.yaml'), `resources: [${overlay}]\n${patches}`);
    const manifests = await build(directory).finally(() => rmSync(directory, { recursive: true }));
    const toOutside = from(withTables, '10.20.0.7', 5432);
    expect(permitted(manifests, [...toOutside, ...from(withTables, 'postgresql', 5432)])).toEqual(toOutside);
    expect(permitted(manifests, from(['gateway', 'analytics'], '10.20.0.7', 5432))).toEqual([]);
  });
});

describe('A policy', () => {
  const including = (name: string, spec: unknown): Manifest[] => [
    ...(rendered.get('production') ?? []),
    { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name, namespace: 'tributary' }, spec },
  ];

  it('that permits all ingress is detected', () => {
    const open = including('open', { podSelector: {}, policyTypes: ['Ingress'], ingress: [{}] });
    expect(permitted(open, refused)).toEqual(expect.arrayContaining([['elsewhere', 'admin', 8080]]));
  });

  it('that permits all egress is detected', () => {
    const open = including('open', { podSelector: {}, policyTypes: ['Egress'], egress: [{}] });
    expect(permitted(open, refused)).toEqual(expect.arrayContaining([['analytics', 'postgresql', 5432]]));
  });

  it('that is missing is detected', () => {
    const without = (rendered.get('production') ?? []).filter(({ metadata }) => metadata.name !== 'services');
    expect(permitted(without, allowed)).not.toContainEqual(['gateway', 'admin', 8080]);
  });
});
