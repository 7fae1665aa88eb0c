import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { activityReceived, activityToAnalyze, chunkRequested } from '@tributary/contracts/topics/topics';
import { sharedConsumersOf } from '../../src/deployment/deployment-consumers.js';
import { graceProblems, portProblems, serviceProblems, urlProblems } from '../../src/deployment/deployment-rules.js';
import { scaledObjectOf, scalingProblems } from '../../src/deployment/deployment-scaling.js';
import { apps, environmentProblems, configError, secretSamples } from '../../src/deployment/deployment-settings.js';
import { type Rendering, renderings, repository } from '../../src/deployment/kubernetes-tools.js';
import { containerOf, environmentOf, servicesOf, workloadsOf } from '../../src/deployment/manifest.js';
import { schemas, all, commandOf, schemaOf, named, probed } from './manifests-fixture.js';

/** A small installation stores import files on a volume. */
const ofBucket = ['IMPORT_S3_ACCESS_KEY_ID', 'IMPORT_S3_SECRET_ACCESS_KEY'];
const installations = ['small', 'production'] as const;

describe.each(installations)('The Kubernetes installation "%s"', (installation) => {
  it('runs every service, and before that every step that a rollout needs', () => {
    expect(servicesOf(all(installation)).map(commandOf).toSorted()).toEqual([...apps].toSorted());
    const steps = Object.keys(schemas).filter((command) => command.includes(' '));
    expect(
      workloadsOf(all(`${installation}/prepare`))
        .map(commandOf)
        .toSorted(),
    ).toEqual(steps.toSorted());
  });

  it('sets every variable of every process and no other, and each process accepts its values', () => {
    for (const manifests of [all(installation), all(`${installation}/prepare`)])
      for (const workload of workloadsOf(manifests)) {
        const environment = environmentOf(workload, manifests);
        const problems = environmentProblems(environment, schemaOf(workload), installation === 'small' ? ofBucket : []);
        expect({ command: commandOf(workload), problems }).toEqual({ command: commandOf(workload), problems: [] });
        expect(configError(environment, schemaOf(workload))).toBeUndefined();
      }
  });

  it('opens, probes and scrapes the ports that the processes listen on', () => {
    const manifests = all(installation);
    for (const workload of servicesOf(manifests)) {
      expect(portProblems(workload, manifests, probed)).toEqual([]);
      expect(serviceProblems(workload, manifests)).toEqual([]);
    }
  });

  it('gives the gateway URLs of existing services', () => {
    const manifests = all(installation);
    const environment = environmentOf(named(manifests, 'gateway'), manifests);
    expect([...environment.keys()].filter((name) => /(?<!^PUBLIC)_URL$/.test(name))).toHaveLength(apps.length - 1);
    expect(urlProblems(environment, manifests)).toEqual([]);
  });

  it('has a grace period longer than the shutdown of the process', () => {
    const manifests = all(installation);
    expect(servicesOf(manifests).flatMap((workload) => graceProblems(workload, manifests))).toEqual([]);
  });
});

describe('The production installation', () => {
  it.each(['tracking-ingest', 'import-worker', 'activity-analysis'])(
    'scales %s by all consumer groups that its processes share',
    (app) => {
      const consumers = sharedConsumersOf(app);
      expect(consumers.length).toBeGreaterThan(1);
      expect(scalingProblems(all('production'), app, consumers)).toEqual([]);
    },
  );

  it.each([
    ['tracking-ingest', activityReceived],
    ['import-worker', chunkRequested],
    ['activity-analysis', activityToAnalyze],
  ])('scales %s to at most one process per partition', (app, { partitions }) => {
    expect(scaledObjectOf(all('production'), app)?.spec).toMatchObject({ maxReplicaCount: partitions });
  });

  it('scales activity-analysis also by its waiting activities, read from its own database', () => {
    const { triggers = [] } = scaledObjectOf(all('production'), 'activity-analysis')?.spec ?? {};
    const own = triggers.filter(({ type }) => type === 'postgresql');
    expect(own).toMatchObject([{ metadata: { query: expect.stringContaining('activity_analysis.analysis_queues') } }]);
    const authentication = all('production').find(
      ({ kind, metadata }) => kind === 'TriggerAuthentication' && metadata.name === triggers[0]?.authenticationRef.name,
    );
    const database = environmentOf(named(all('production'), 'activity-analysis'), all('production')).get(
      'DATABASE_URL',
    );
    expect(authentication?.spec).toEqual({
      secretTargetRef: [{ parameter: 'connection', ...(database as { secret: object }).secret }],
    });
  });

  it('gives each process its own Kafka user, and the authority of the brokers as a file', () => {
    for (const rendering of ['production', 'production/prepare'] as const)
      for (const workload of workloadsOf(all(rendering)).filter((one) => !commandOf(one).endsWith(' migrate'))) {
        const environment = environmentOf(workload, all(rendering));
        const user = workload.kind === 'Job' ? 'operator' : workload.metadata.name;
        expect(environment.get('KAFKA_SASL_USERNAME')).toEqual({ value: `tributary-${user}` });
        expect(environment.get('KAFKA_SASL_PASSWORD')).toEqual({ secret: { name: `${user}-kafka`, key: 'password' } });
        const mount = containerOf(workload).volumeMounts.find(({ name }) => name === 'kafka-ca');
        expect(environment.get('KAFKA_SSL_CA')).toEqual({ value: `${mount?.mountPath}/ca.crt` });
        expect(workload.spec.template.spec.volumes).toContainEqual({
          name: 'kafka-ca',
          secret: { secretName: 'kafka-ca' },
        });
      }
  });

  it('has three replicas of each partition, and the small one has one', () => {
    const copies = (rendering: Rendering) =>
      environmentOf(named(all(rendering), 'topics'), all(rendering)).get('KAFKA_REPLICATION_FACTOR');
    expect(copies('production/prepare')).toEqual({ value: '3' });
    expect(copies('small/prepare')).toEqual({ value: '1' });
  });

  it('stores import files in a bucket, which every worker can read', () => {
    const environment = environmentOf(named(all('production'), 'import-worker'), all('production'));
    expect(environment.get('IMPORT_S3_BUCKET')).toEqual({ value: expect.stringMatching(/./) });
  });
});

describe.each(installations)('In "%s"', (installation) => {
  it('analytics has one replica, which nothing scales', () => {
    const manifests = all(installation);
    expect(named(manifests, 'analytics')).toMatchObject({ kind: 'StatefulSet', spec: { replicas: 1 } });
    const targets = manifests.map(({ spec }) => (spec as { scaleTargetRef?: { name: string } })?.scaleTargetRef?.name);
    expect(targets).not.toContain('analytics');
  });
});

describe('The README of the manifests', () => {
  const readme = readFileSync(path.join(repository, 'deploy/kubernetes/README.md'), 'utf8');

  it('names every required secret, and no other', () => {
    const manifests = renderings.map(all);
    const settings = manifests.flatMap((some) =>
      workloadsOf(some).flatMap((one) => [...environmentOf(one, some).values()]),
    );
    const needed = settings.flatMap((setting) =>
      'secret' in setting ? [`${setting.secret.name} ${setting.secret.key}`] : [],
    );
    const rows = [...readme.matchAll(/^\| `([a-z-]+)` +\| `([A-Za-z_.-]+)` +\|/gm)].map(
      ([, name, key]) => `${name} ${key}`,
    );
    // Files that pods mount, and what KEDA reads.
    const mounted = ['gateway-tls tls.crt', 'kafka-ca ca.crt', 'clickhouse-ca ca.crt'];
    const elsewhere = [...mounted, 'keda-kafka username', 'keda-kafka password'];
    expect(rows.toSorted()).toEqual([...new Set(needed), ...elsewhere].toSorted());
  });
});

it('A variable with the name of a secret is treated as a secret', () => {
  const names = [...new Set(Object.values(schemas).flatMap(({ shape }) => Object.keys(shape)))];
  const looksSecret = (name: string) => /_KEY|TOKEN|PASSWORD|SECRET|CREDENTIAL|DATABASE_URL/.test(name);
  // A lifetime of tokens, the name of a datafarm, and the path of a file.
  const open = ['API_TOKEN_LIFETIME', 'DATAFARM_KEY', 'KAFKA_SSL_KEY'];
  expect(
    names
      .filter(looksSecret)
      .filter((name) => !open.includes(name))
      .toSorted(),
  ).toEqual(Object.keys(secretSamples).toSorted());
});
