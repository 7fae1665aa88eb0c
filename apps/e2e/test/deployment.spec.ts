import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { activityReceived, chunkRequested } from '@tributary/contracts/topics';
import { exposeHealth, Health } from '@tributary/runtime/health';
import { fastify } from 'fastify';
import type { ZodObject } from 'zod';
import { sharedConsumersOf } from '../src/deployment-consumers.js';
import { graceProblems, portProblems, serviceProblems, urlProblems } from '../src/deployment-rules.js';
import { scaledObjectOf, scalingProblems } from '../src/deployment-scaling.js';
import { apps, configurations, environmentProblems, refusal, secretSamples } from '../src/deployment-settings.js';
import { render, type Rendering, renderings, repository } from '../src/kubernetes-tools.js';
import { containerOf, environmentOf, type Manifest, servicesOf, type Workload, workloadsOf } from '../src/manifest.js';

const rendered = new Map<Rendering, Manifest[]>();
let schemas: Record<string, ZodObject>;
beforeAll(async () => {
  for (const rendering of renderings) rendered.set(rendering, await render(rendering));
  schemas = await configurations();
}, 1_800_000);

const all = (rendering: Rendering) => structuredClone(rendered.get(rendering) ?? []);
const commandOf = (workload: Workload) => containerOf(workload).args.join(' ');
const schemaOf = (workload: Workload) => schemas[commandOf(workload)] as ZodObject;
const named = (manifests: Manifest[], name: string) =>
  workloadsOf(manifests).find(({ metadata }) => metadata.name === name) as Workload;
const server = fastify();
exposeHealth(server, new Health());
const probed = ['/health/live', '/health/ready'].filter((url) => server.hasRoute({ method: 'GET', url }));
/** Files of a small installation's imports are on a volume. */
const ofBucket = ['IMPORT_S3_ACCESS_KEY_ID', 'IMPORT_S3_SECRET_ACCESS_KEY'];
const installations = ['small', 'production'] as const;

describe.each(installations)('The Kubernetes installation "%s"', (installation) => {
  it('runs every service, and before them every step that a roll-out needs', () => {
    expect(servicesOf(all(installation)).map(commandOf).toSorted()).toEqual([...apps].toSorted());
    const steps = Object.keys(schemas).filter((command) => command.includes(' '));
    expect(
      workloadsOf(all(`${installation}/prepare`))
        .map(commandOf)
        .toSorted(),
    ).toEqual(steps.toSorted());
  });

  it('has a place for every variable of every process and for no other, and starts with what is set', () => {
    for (const manifests of [all(installation), all(`${installation}/prepare`)])
      for (const workload of workloadsOf(manifests)) {
        const environment = environmentOf(workload, manifests);
        const problems = environmentProblems(environment, schemaOf(workload), installation === 'small' ? ofBucket : []);
        expect({ command: commandOf(workload), problems }).toEqual({ command: commandOf(workload), problems: [] });
        expect(refusal(environment, schemaOf(workload))).toBeUndefined();
      }
  });

  it('opens, probes and scrapes the ports that the processes listen on', () => {
    const manifests = all(installation);
    for (const workload of servicesOf(manifests)) {
      expect(portProblems(workload, manifests, probed)).toEqual([]);
      expect(serviceProblems(workload, manifests)).toEqual([]);
    }
  });

  it('leads the gateway to services that are there', () => {
    const manifests = all(installation);
    const environment = environmentOf(named(manifests, 'gateway'), manifests);
    expect([...environment.keys()].filter((name) => name.endsWith('_URL'))).toHaveLength(apps.length - 1);
    expect(urlProblems(environment, manifests)).toEqual([]);
  });

  it('waits longer for a pod to end than the process may take', () => {
    const manifests = all(installation);
    expect(servicesOf(manifests).flatMap((workload) => graceProblems(workload, manifests))).toEqual([]);
  });
});

describe('The production installation', () => {
  it.each(['tracking-ingest', 'import-worker'])('scales %s by all that its processes share', (app) => {
    const consumers = sharedConsumersOf(app);
    expect(consumers.length).toBeGreaterThan(1);
    expect(scalingProblems(all('production'), app, consumers)).toEqual([]);
  });

  it.each([
    ['tracking-ingest', activityReceived],
    ['import-worker', chunkRequested],
  ])('stops scaling %s where a further process would get no partition of its work', (app, { partitions }) => {
    expect(scaledObjectOf(all('production'), app)?.spec).toMatchObject({ maxReplicaCount: partitions });
  });

  it('asks for three copies of each partition, and one broker has one', () => {
    const copies = (rendering: Rendering) =>
      environmentOf(named(all(rendering), 'topics'), all(rendering)).get('KAFKA_REPLICATION_FACTOR');
    expect(copies('production/prepare')).toEqual({ value: '3' });
    expect(copies('small/prepare')).toEqual({ value: '1' });
  });

  it('keeps files of imports where every worker finds them', () => {
    const environment = environmentOf(named(all('production'), 'import-worker'), all('production'));
    expect(environment.get('IMPORT_S3_BUCKET')).toEqual({ value: expect.stringMatching(/./) });
  });
});

describe.each(installations)('In "%s"', (installation) => {
  it('reports have one owner, whom nothing scales', () => {
    const manifests = all(installation);
    expect(named(manifests, 'analytics')).toMatchObject({ kind: 'StatefulSet', spec: { replicas: 1 } });
    const targets = manifests.map(({ spec }) => (spec as { scaleTargetRef?: { name: string } })?.scaleTargetRef?.name);
    expect(targets).not.toContain('analytics');
  });
});

describe('The README of the manifests', () => {
  const readme = readFileSync(path.join(repository, 'deploy/kubernetes/README.md'), 'utf8');

  it('names every secret that must be made, and no other', () => {
    const manifests = renderings.map(all);
    const settings = manifests.flatMap((some) =>
      workloadsOf(some).flatMap((one) => [...environmentOf(one, some).values()]),
    );
    const needed = settings.flatMap((setting) =>
      'secret' in setting ? [`${setting.secret.name} ${setting.secret.key}`] : [],
    );
    const rows = [...readme.matchAll(/^\| `([a-z-]+)` +\| `([a-z.-]+)` +\|/gm)].map(
      ([, name, key]) => `${name} ${key}`,
    );
    expect(rows.toSorted()).toEqual([...new Set(needed), 'gateway-tls tls.crt'].toSorted());
  });
});

it('A variable that looks like a secret is treated as one', () => {
  const names = [...new Set(Object.values(schemas).flatMap(({ shape }) => Object.keys(shape)))];
  const looksSecret = (name: string) => /_KEY|TOKEN|PASSWORD|SECRET|CREDENTIAL|DATABASE_URL/.test(name);
  // How long tokens live, and the name of a place.
  const open = ['API_TOKEN_LIFETIME', 'DATAFARM_KEY'];
  expect(
    names
      .filter(looksSecret)
      .filter((name) => !open.includes(name))
      .toSorted(),
  ).toEqual(Object.keys(secretSamples).toSorted());
});

describe('A tampered installation is noticed:', () => {
  const tampered = (tamper: (gateway: Workload, manifests: Manifest[]) => void, app = 'gateway') => {
    const manifests = all('production');
    const workload = named(manifests, app);
    tamper(workload, manifests);
    return { workload, manifests, environment: environmentOf(workload, manifests) };
  };

  it('a variable that nobody reads', () => {
    const { workload, environment } = tampered((gateway) =>
      containerOf(gateway).env?.push({ name: 'PROT', value: '1' }),
    );
    expect(environmentProblems(environment, schemaOf(workload))).toEqual(['PROT is no variable of it']);
  });

  it('a secret that can be read off', () => {
    const secret = { name: 'INTERNAL_KEY', value: 'i'.repeat(32) };
    const { workload, environment } = tampered((gateway) => containerOf(gateway).env?.push(secret));
    expect(environmentProblems(environment, schemaOf(workload))).toEqual([
      'INTERNAL_KEY must be a reference to a secret',
    ]);
  });

  it('a variable that is missing', () => {
    const { workload, environment } = tampered((gateway) => (containerOf(gateway).env = []));
    const missing = ['SECRETS_KEY is missing', 'INTERNAL_KEY is missing'];
    expect(environmentProblems(environment, schemaOf(workload)).toSorted()).toEqual(missing.toSorted());
    expect(refusal(environment, schemaOf(workload))).toMatch(/INTERNAL_KEY: is required\n.*SECRETS_KEY: is required/s);
  });

  it('a value that the process refuses', () => {
    const port = { name: 'PORT', value: 'http' };
    const { workload, environment } = tampered((gateway) => containerOf(gateway).env?.push(port));
    expect(refusal(environment, schemaOf(workload))).toMatch(/PORT: /);
  });

  it('a port that is moved in one place only', () => {
    const port = { name: 'PORT', value: '8081' };
    const { workload, manifests } = tampered((gateway) => containerOf(gateway).env?.push(port));
    expect(portProblems(workload, manifests, probed)).toEqual(['its ports are not those that it opens']);
  });

  it('a probe of a path that is not there', () => {
    const { workload, manifests } = tampered(() => undefined);
    expect(portProblems(workload, manifests, ['/health/live'])).toEqual(['a probe asks where nothing answers']);
  });

  it('a service without pods', () => {
    const { workload, manifests } = tampered((gateway) => (gateway.spec.template.metadata.labels = {}));
    expect(serviceProblems(workload, manifests)).toEqual(['finds no pod']);
  });

  it('a URL of nobody', () => {
    const url = { name: 'ADMIN_URL', value: 'http://admin:8081' };
    const { environment, manifests } = tampered((gateway) => containerOf(gateway).env?.push(url));
    expect(urlProblems(environment, manifests)).toEqual(['ADMIN_URL']);
  });

  it('a pod that is killed while it stops', () => {
    const { workload, manifests } = tampered(
      (gateway) => (gateway.spec.template.spec.terminationGracePeriodSeconds = 25),
    );
    expect(graceProblems(workload, manifests)).toEqual(['25 s may pass until it ends']);
  });

  it('a trigger with a setting that KEDA does not know', () => {
    const manifests = all('production');
    const [trigger] = scaledObjectOf(manifests, 'import-worker')?.spec.triggers ?? [];
    Object.assign(trigger?.metadata ?? {}, { lagThreshold: '0', topics: 'imports.chunk-requested.v1' });
    expect(scalingProblems(manifests, 'import-worker', sharedConsumersOf('import-worker'))).toEqual([
      'topics is no setting of a trigger',
      'a trigger scales by no lag',
    ]);
  });

  it('a consumer that nothing looks at, and one that does not exist', () => {
    const consumers = [
      { group: 'import-worker.new', topic: 'imports.new.v1' },
      ...sharedConsumersOf('import-worker').slice(1),
    ];
    expect(scalingProblems(all('production'), 'import-worker', consumers)).toEqual([
      expect.stringMatching(/^looks at import-worker.* which is no consumer of it$/),
      'does not look at import-worker.new of imports.new.v1',
    ]);
  });
});
