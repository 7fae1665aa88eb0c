import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { create, dryRun } from './kubernetes-client.js';
import { KubernetesServer } from './kubernetes-server.js';
import { readManifests, render, type Rendering, renderings, repository } from './kubernetes-tools.js';
import { containerOf, type Manifest, type Workload, workloadsOf } from './manifest.js';

const toolsWithinMs = 1_800_000; // the tools are built from source if they are not cached
const crds = path.join(repository, '.ci/kubernetes/crds');

const server = new KubernetesServer();
const rendered = new Map<Rendering, Manifest[]>();
const all = (rendering: Rendering) => rendered.get(rendering) ?? [];

beforeAll(async () => {
  for (const rendering of renderings) rendered.set(rendering, await render(rendering));
  await server.start();
  for (const file of await readdir(crds))
    for (const crd of readManifests(await readFile(path.join(crds, file), 'utf8'))) await create(server, crd);
  const namespace = all('small').find(({ kind }) => kind === 'Namespace') as Manifest;
  await create(server, namespace);
  // A controller would create it. Without it the server admits no pod.
  const { name } = namespace.metadata;
  await create(server, { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace: name } });
  // The server serves a new kind shortly after its CRD is created.
  for (const kind of ['ScaledObject', 'TriggerAuthentication'])
    await eventually(async () => expect((await dryRun(server, find('production', kind))).status).not.toBe(404));
}, toolsWithinMs);

afterAll(() => server.stop());

function find(rendering: Rendering, kind: string, name?: string): Manifest {
  const found = all(rendering).find((one) => one.kind === kind && (name === undefined || one.metadata.name === name));
  if (!found) throw new Error(`${rendering} has no ${kind} ${name ?? ''}`);
  return structuredClone(found);
}

/** The pod that a workload would create. A StatefulSet adds the volumes of its claims. */
function podOf({ metadata, spec: { template } }: Workload): Manifest {
  const { containers, volumes = [], ...rest } = template.spec;
  const mounted = containers.flatMap(({ volumeMounts }) => volumeMounts.map(({ name }) => name));
  const claimed = mounted.filter((name) => !volumes.some((volume) => volume.name === name));
  const claims = claimed.map((name) => ({ name, persistentVolumeClaim: { claimName: name } }));
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { ...template.metadata, name: metadata.name, namespace: metadata.namespace },
    spec: { ...rest, containers, volumes: [...volumes, ...claims] },
  };
}

describe.each(renderings)('A Kubernetes API server, given %s,', (rendering) => {
  it('accepts every manifest and knows every field', async () => {
    const manifests = all(rendering).filter(({ kind }) => kind !== 'Namespace');
    expect(manifests.length).toBeGreaterThan(5);
    for (const manifest of manifests) {
      const { status, body } = await dryRun(server, manifest);
      expect({ what: `${manifest.kind} ${manifest.metadata.name}`, status, message: body.message }).toEqual({
        what: expect.any(String),
        status: 201,
        message: undefined,
      });
    }
  });

  it('admits every pod to the namespace, which enforces the restricted pod security standard', async () => {
    for (const workload of workloadsOf(all(rendering)))
      expect(await dryRun(server, podOf(workload))).toMatchObject({ status: 201 });
  });
});

interface Tampering {
  what: string;
  of: [kind: string, name: string];
  spec: Record<string, unknown>;
  why: RegExp;
}

const tamperings: Tampering[] = [
  {
    what: 'an unknown field',
    of: ['Deployment', 'gateway'],
    spec: { replica: 2 },
    why: /unknown field "spec.replica"/,
  },
  {
    what: 'a wrong type',
    of: ['Service', 'gateway'],
    spec: { ports: [{ port: 'http' }] },
    why: /cannot unmarshal string/,
  },
  {
    what: 'a selector that matches no pod',
    of: ['Deployment', 'admin'],
    spec: { selector: { matchLabels: { 'app.kubernetes.io/name': 'other' } } },
    why: /`selector` does not match template `labels`/,
  },
  {
    what: 'an autoscaler without a bound',
    of: ['HorizontalPodAutoscaler', 'gateway'],
    spec: { maxReplicas: 0 },
    why: /spec.maxReplicas/,
  },
  {
    what: 'an unknown field of KEDA',
    of: ['ScaledObject', 'tracking-ingest'],
    spec: { maxReplicas: 24 },
    why: /unknown field "spec.maxReplicas"/,
  },
  {
    what: 'a wrong type of KEDA',
    of: ['ScaledObject', 'import-worker'],
    spec: { maxReplicaCount: 'many' },
    why: /must be of type integer/,
  },
];

describe('A Kubernetes API server refuses', () => {
  it.each(tamperings)('$what', async ({ of: [kind, name], spec, why }) => {
    const manifest = find('production', kind, name);
    const { status, body } = await dryRun(server, { ...manifest, spec: { ...(manifest.spec as object), ...spec } });
    expect({ isRefused: status >= 400, message: body.message }).toEqual({
      isRefused: true,
      message: expect.stringMatching(why),
    });
  });

  it('a pod that may run as root, in this namespace', async () => {
    const workload = find('production', 'Deployment', 'gateway') as Workload;
    workload.spec.template.spec['securityContext'] = {};
    containerOf(workload).securityContext = {};
    const { status, body } = await dryRun(server, podOf(workload));
    expect({ status, message: body.message }).toEqual({
      status: 403,
      message: expect.stringContaining('violates PodSecurity "restricted'),
    });
  });
});
