import { describe, expect, it } from '@jest/globals';
import { sharedConsumersOf } from '../../src/deployment/deployment-consumers.js';
import { graceProblems, portProblems, serviceProblems, urlProblems } from '../../src/deployment/deployment-rules.js';
import { scaledObjectOf, scalingProblems } from '../../src/deployment/deployment-scaling.js';
import { environmentProblems, configError } from '../../src/deployment/deployment-settings.js';
import { containerOf, environmentOf, type Manifest, type Workload } from '../../src/deployment/manifest.js';
import { all, schemaOf, named, probed } from './manifests-fixture.js';

describe('A tampered installation is detected:', () => {
  const tampered = (tamper: (gateway: Workload, manifests: Manifest[]) => void, app = 'gateway') => {
    const manifests = all('production');
    const workload = named(manifests, app);
    tamper(workload, manifests);
    return { workload, manifests, environment: environmentOf(workload, manifests) };
  };

  it('an unknown variable', () => {
    const { workload, environment } = tampered((gateway) =>
      containerOf(gateway).env?.push({ name: 'PROT', value: '1' }),
    );
    expect(environmentProblems(environment, schemaOf(workload))).toEqual(['PROT is not a variable of it']);
  });

  it('a readable secret', () => {
    const secret = { name: 'GATEWAY_PRIVATE_KEY', value: 'i'.repeat(64) };
    const { workload, environment } = tampered((gateway) => containerOf(gateway).env?.push(secret));
    expect(environmentProblems(environment, schemaOf(workload))).toEqual([
      'GATEWAY_PRIVATE_KEY must be a reference to a secret',
    ]);
  });

  it('a service with the key of the gateway', () => {
    const valueFrom = { secretKeyRef: { name: 'gateway-keys', key: 'GATEWAY_PRIVATE_KEY' } };
    const { workload, environment } = tampered(
      (analytics) => containerOf(analytics).env?.push({ name: 'GATEWAY_PRIVATE_KEY', valueFrom }),
      'analytics',
    );
    expect(environmentProblems(environment, schemaOf(workload))).toEqual([
      'GATEWAY_PRIVATE_KEY is not a variable of it',
    ]);
  });

  it('a missing variable', () => {
    const { workload, environment } = tampered((gateway) => (containerOf(gateway).env = []));
    const missing = [
      'GATEWAY_PRIVATE_KEY',
      'SECRETS_KEY',
      'INTERNAL_KEY',
      'KAFKA_SASL_USERNAME',
      'KAFKA_SASL_PASSWORD',
      'OIDC_CLIENT_SECRET',
    ].map((name) => `${name} is missing`);
    expect(environmentProblems(environment, schemaOf(workload)).toSorted()).toEqual(missing.toSorted());
    expect(configError(environment, schemaOf(workload))).toMatch(
      /GATEWAY_PRIVATE_KEY: is required, .*SECRETS_KEY: is required/s,
    );
  });

  it('a value that the process refuses', () => {
    const port = { name: 'PORT', value: 'http' };
    const { workload, environment } = tampered((gateway) => containerOf(gateway).env?.push(port));
    expect(configError(environment, schemaOf(workload))).toMatch(/PORT: /);
  });

  it('a port that differs from the container port', () => {
    const port = { name: 'PORT', value: '8081' };
    const { workload, manifests } = tampered((gateway) => containerOf(gateway).env?.push(port));
    expect(portProblems(workload, manifests, probed)).toEqual([
      'its container ports differ from the ports that it opens',
    ]);
  });

  it('a probe of an unknown path', () => {
    const { workload, manifests } = tampered(() => undefined);
    expect(portProblems(workload, manifests, ['/health/live'])).toEqual(['a probe has an unknown port or path']);
  });

  it('a service without pods', () => {
    const { workload, manifests } = tampered((gateway) => (gateway.spec.template.metadata.labels = {}));
    expect(serviceProblems(workload, manifests)).toEqual(['its service selects no pod']);
  });

  it('a URL without a service', () => {
    const url = { name: 'ADMIN_URL', value: 'http://admin:8081' };
    const { environment, manifests } = tampered((gateway) => containerOf(gateway).env?.push(url));
    expect(urlProblems(environment, manifests)).toEqual(['ADMIN_URL']);
  });

  it('a grace period that is too short', () => {
    const { workload, manifests } = tampered(
      (gateway) => (gateway.spec.template.spec.terminationGracePeriodSeconds = 25),
    );
    expect(graceProblems(workload, manifests)).toEqual(['its shutdown may take 25 s']);
  });

  it('a trigger with a setting that KEDA does not know', () => {
    const manifests = all('production');
    const [trigger] = scaledObjectOf(manifests, 'import-worker')?.spec.triggers ?? [];
    Object.assign(trigger?.metadata ?? {}, { lagThreshold: '0', topics: 'imports.chunk-requested.v1' });
    expect(scalingProblems(manifests, 'import-worker', sharedConsumersOf('import-worker'))).toEqual([
      'a trigger has the unknown setting topics',
      'lagThreshold is not positive',
    ]);
  });

  it('a trigger of the database without a threshold, and one of an unknown type', () => {
    const manifests = all('production');
    const [first, second] = scaledObjectOf(manifests, 'activity-analysis')?.spec.triggers ?? [];
    Object.assign(first?.metadata ?? {}, { targetQueryValue: '0', queries: 'select 1' });
    Object.assign(second ?? {}, { type: 'redis' });
    expect(scalingProblems(manifests, 'activity-analysis', sharedConsumersOf('activity-analysis'))).toEqual(
      expect.arrayContaining([
        'a trigger has the unknown setting queries',
        'targetQueryValue is not positive',
        'a trigger has the type redis',
      ]),
    );
  });

  it('a trigger with another access to Kafka than the container', () => {
    const manifests = all('production').filter(({ kind }) => kind !== 'TriggerAuthentication');
    const [trigger] = scaledObjectOf(manifests, 'import-worker')?.spec.triggers ?? [];
    Object.assign(trigger?.metadata ?? {}, { tls: 'disable' });
    expect(scalingProblems(manifests, 'import-worker', sharedConsumersOf('import-worker'))).toEqual([
      'a trigger connects in another way than the container',
      'a trigger has no user',
    ]);
  });

  it('a consumer without a trigger, and a trigger without a consumer', () => {
    const consumers = [
      { group: 'import-worker.new', topic: 'imports.new.v1' },
      ...sharedConsumersOf('import-worker').slice(1),
    ];
    expect(scalingProblems(all('production'), 'import-worker', consumers)).toEqual([
      expect.stringMatching(/^a trigger has import-worker.* which is not a consumer of the app$/),
      'no trigger has import-worker.new of imports.new.v1',
    ]);
  });
});
