import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { heapFits } from '../../src/deployment/deployment-settings.js';
import { render, type Rendering, renderings, repository } from '../../src/deployment/kubernetes-tools.js';
import {
  type Container,
  containerOf,
  environmentOf,
  type Manifest,
  type PodSpec,
  servicesOf,
  valueOf,
  type Workload,
  workloadsOf,
} from '../../src/deployment/manifest.js';

const rendered = new Map<Rendering, Manifest[]>();
beforeAll(async () => {
  for (const rendering of renderings) rendered.set(rendering, await render(rendering));
}, 1_800_000);
const all = (rendering: Rendering) => rendered.get(rendering) ?? [];

const { version } = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8')) as { version: string };

/** The properties that every pod must have: a name, and a check of the workload. */
const properties: [name: string, has: (workload: Workload) => boolean][] = [
  ['the image of this version', (one) => containerOf(one).image.endsWith(`/tributary:${version}`)],
  ['a numeric user other than root', ({ spec }) => isUser(podSecurity(spec.template.spec))],
  ['no other user for the container', (one) => containerOf(one).securityContext['runAsUser'] === undefined],
  ['a read-only root file system', (one) => containerOf(one).securityContext['readOnlyRootFilesystem'] === true],
  ['a writable /tmp', (one) => containerOf(one).volumeMounts.some(({ mountPath }) => mountPath === '/tmp')],
  ['no privilege escalation', (one) => containerOf(one).securityContext['allowPrivilegeEscalation'] === false],
  ['no capabilities', (one) => isDeepStrictEqual(containerOf(one).securityContext['capabilities'], { drop: ['ALL'] })],
  [
    'the default seccomp profile',
    ({ spec }) => isDeepStrictEqual(podSecurity(spec.template.spec)['seccompProfile'], { type: 'RuntimeDefault' }),
  ],
  ['no token for the API server', ({ spec }) => spec.template.spec['automountServiceAccountToken'] === false],
  ['no variables of other services', ({ spec }) => spec.template.spec['enableServiceLinks'] === false],
  ['requests and limits of CPU and memory', (one) => isBounded(containerOf(one).resources)],
  [
    'the component label that the policies select',
    ({ spec }) => 'app.kubernetes.io/component' in spec.template.metadata.labels,
  ],
];

const podSecurity = (spec: PodSpec) => (spec['securityContext'] ?? {}) as Record<string, unknown>;
const isUser = ({ runAsUser, runAsNonRoot }: Record<string, unknown>) =>
  typeof runAsUser === 'number' && runAsUser > 0 && runAsNonRoot === true;
const isBounded = ({ requests, limits }: Container['resources']) =>
  [requests, limits].every((part) => 'cpu' in part && 'memory' in part);

const lacking = (workload: Workload) => properties.filter(([, has]) => !has(workload)).map(([name]) => name);

describe.each(renderings)('Every pod of %s', (rendering) => {
  it.each(properties)('has %s', (_name, has) => {
    const without = workloadsOf(all(rendering)).filter((workload) => !has(workload));
    expect(without.map(({ metadata }) => metadata.name)).toEqual([]);
  });
});

describe.each(['small', 'production'] as const)('Every service of %s', (rendering) => {
  it('is spread over zones and machines, and keeps three old revisions', () => {
    for (const { spec } of servicesOf(all(rendering))) {
      expect(spec.template.spec['topologySpreadConstraints']).toMatchObject([
        { topologyKey: 'topology.kubernetes.io/zone', matchLabelKeys: ['app.kubernetes.io/name'] },
        { topologyKey: 'kubernetes.io/hostname', matchLabelKeys: ['app.kubernetes.io/name'] },
      ]);
      expect(spec).toMatchObject({ revisionHistoryLimit: 3 });
    }
  });

  it('loses one pod at a time when machines are drained', () => {
    const budgets = all(rendering).filter(({ kind }) => kind === 'PodDisruptionBudget');
    const selected = ({ spec }: Manifest) => spec as { maxUnavailable: number; selector: { matchLabels: object } };
    for (const { metadata, spec } of servicesOf(all(rendering))) {
      const budget = budgets.find(({ metadata: { name } }) => name === metadata.name);
      expect(budget?.spec).toMatchObject({ maxUnavailable: 1, unhealthyPodEvictionPolicy: 'AlwaysAllow' });
      expect(spec.template.metadata.labels).toMatchObject(selected(budget as Manifest).selector.matchLabels);
    }
  });

  it('terminates the old pod when the new one is ready, unless they would share a volume', () => {
    const deployments = servicesOf(all(rendering)).filter(({ kind }) => kind === 'Deployment');
    for (const { metadata, spec } of deployments) {
      const hasVolume = JSON.stringify(spec.template.spec.volumes).includes('persistentVolumeClaim');
      const expected = hasVolume
        ? { type: 'Recreate' }
        : { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } };
      expect({ name: metadata.name, strategy: spec.strategy }).toEqual({ name: metadata.name, strategy: expected });
    }
  });

  it('has a memory limit above its heap', () => {
    for (const workload of servicesOf(all(rendering))) {
      const options = valueOf(environmentOf(workload, all(rendering)), 'NODE_OPTIONS') ?? '';
      const { memory = '' } = containerOf(workload).resources.limits;
      expect([workload.metadata.name, options, memory, heapFits(options, memory)]).toContain(true);
    }
  });

  it('gives CPU time to the gateway first and to imports last', () => {
    const requests = servicesOf(all(rendering)).map((one) => {
      const { cpu = '' } = containerOf(one).resources.requests;
      expect(cpu).toMatch(/^\d+m?$/);
      return [one.metadata.name, Number.parseInt(cpu) * (cpu.endsWith('m') ? 1 : 1_000)] as const;
    });
    const { gateway = 0, 'tracking-ingest': tracking = 0, 'import-worker': imports = 0 } = Object.fromEntries(requests);
    expect(gateway).toBeGreaterThanOrEqual(2 * tracking);
    expect(imports).toBeGreaterThan(0);
    expect(imports).toBeLessThanOrEqual(tracking / 5);
  });

  it('stores its data on a volume or in a bucket', () => {
    const storing = servicesOf(all(rendering)).filter((one) => environmentOf(one, all(rendering)).has('DATA_DIR'));
    expect(storing.map(({ metadata }) => metadata.name)).toEqual(['import-worker', 'analytics']);
    for (const workload of storing) {
      const environment = environmentOf(workload, all(rendering));
      const mounted = containerOf(workload).volumeMounts.map(({ mountPath }) => mountPath);
      if (!valueOf(environment, 'IMPORT_S3_BUCKET')) expect(mounted).toContain(valueOf(environment, 'DATA_DIR'));
    }
  });
});

describe('A heap', () => {
  it.each([
    ['--max-old-space-size=400 --max-semi-space-size=16', '512Mi', true],
    ['--max-old-space-size=400', '512Mi', false],
    ['--max-old-space-size=400 --max-semi-space-size=64', '512Mi', false],
    ['--max-old-space-size=2048', '2g', false],
    ['--max-old-space-size=2048', '${MEMORY:-3g}', true],
    ['', '8Gi', false],
  ])('of "%s" fits into %s: %s', (options, limit, fits) => expect(heapFits(options, limit)).toBe(fits));
});

describe('Pods', () => {
  it('run as the user of the image', () => {
    const dockerfile = readFileSync(path.join(repository, 'deploy/Dockerfile'), 'utf8');
    const [, user] = /^USER (\d+):\1$/m.exec(dockerfile) ?? [];
    for (const workload of renderings.flatMap((rendering) => workloadsOf(all(rendering))))
      expect(String(podSecurity(workload.spec.template.spec)['runAsUser'])).toBe(user);
  });

  it('without any of the properties are detected', () => {
    const bare = structuredClone(servicesOf(all('production'))[0]) as Workload;
    const container = {
      ...containerOf(bare),
      image: 'tributary:latest',
      volumeMounts: [],
      resources: { requests: {}, limits: {} },
    };
    bare.spec.template = {
      metadata: { labels: {} },
      spec: { containers: [{ ...container, securityContext: { runAsUser: 0 } }] },
    };
    expect(lacking(bare)).toEqual(properties.map(([name]) => name));
  });
});
