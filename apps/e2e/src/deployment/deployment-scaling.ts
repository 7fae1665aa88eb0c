import { isDeepStrictEqual } from 'node:util';
import type { SharedConsumer } from './deployment-consumers.js';
import { containerOf, environmentOf, type Manifest, servicesOf, type Setting } from './manifest.js';

interface Trigger {
  type: string;
  authenticationRef: { name: string };
  metadata: Record<string, string>;
}

export interface ScaledObject extends Manifest {
  spec: { scaleTargetRef: { name: string; envSourceContainerName: string }; triggers: Trigger[] };
}

/** The trigger settings that KEDA 2.16's scalers read, and their threshold. The API server accepts any names. */
const scalers: Record<string, { settings: string[]; threshold: string }> = {
  kafka: {
    settings: [
      'bootstrapServersFromEnv',
      'tls',
      'sasl',
      'version',
      'consumerGroup',
      'topic',
      'offsetResetPolicy',
      'lagThreshold',
    ],
    threshold: 'lagThreshold',
  },
  postgresql: { settings: ['query', 'targetQueryValue'], threshold: 'targetQueryValue' },
};

export const scaledObjectOf = (manifests: Manifest[], app: string): ScaledObject | undefined =>
  manifests.find((one): one is ScaledObject => one.kind === 'ScaledObject' && one.metadata.name === app);

/** The Kafka triggers of an app must cover all consumer groups that its processes share, and no others. */
export function scalingProblems(manifests: Manifest[], app: string, consumers: SharedConsumer[]): string[] {
  const scaled = scaledObjectOf(manifests, app);
  const workload = servicesOf(manifests).find(({ metadata }) => metadata.name === scaled?.spec.scaleTargetRef.name);
  if (!scaled || !workload) return ['it has no ScaledObject with a workload'];
  const { triggers, scaleTargetRef } = scaled.spec;
  const ofKafka = triggers.filter(({ type }) => type !== 'postgresql');
  const seen = ofKafka.map(({ metadata }) => `${metadata['consumerGroup']} of ${metadata['topic']}`);
  const shared = consumers.map(({ group, topic }) => `${group} of ${topic}`);
  const environment = environmentOf(workload, manifests);
  const authentications = manifests.filter(({ kind }) => kind === 'TriggerAuthentication');
  return [
    ...seen
      .filter((one) => !shared.includes(one))
      .map((one) => `a trigger has ${one}, which is not a consumer of the app`),
    ...shared.filter((one) => !seen.includes(one)).map((one) => `no trigger has ${one}`),
    ...triggers.flatMap((trigger) => triggerProblems(trigger, environment)),
    ...(triggers.every(({ authenticationRef: { name } }) =>
      authentications.some(({ metadata }) => metadata.name === name),
    )
      ? []
      : ['a trigger has no user']),
    ...(scaleTargetRef.envSourceContainerName === containerOf(workload).name
      ? []
      : ['envSourceContainerName is not its container']),
    ...(workload.spec.replicas === undefined ? [] : ['it also sets replicas']),
  ];
}

function triggerProblems(trigger: Trigger, environment: Map<string, Setting>): string[] {
  const { type, metadata } = trigger;
  const scaler = scalers[type];
  if (!scaler) return [`a trigger has the type ${type}`];
  const { settings, threshold } = scaler;
  const missing = settings.filter((name) => !(name in metadata));
  const unknown = Object.keys(metadata).filter((name) => !settings.includes(name));
  return [
    ...missing.map((name) => `a trigger lacks ${name}`),
    ...unknown.map((name) => `a trigger has the unknown setting ${name}`),
    ...(type === 'kafka' ? kafkaProblems(trigger, environment) : []),
    ...(Number(metadata[threshold]) > 0 ? [] : [`${threshold} is not positive`]),
  ];
}

/** The trigger must connect to the brokers of the container, in the same way. */
function kafkaProblems({ metadata }: Trigger, environment: Map<string, Setting>): string[] {
  const access = [environment.get('KAFKA_SSL'), environment.get('KAFKA_SASL_MECHANISM')];
  return [
    ...(isDeepStrictEqual(access, accessOf(metadata)) ? [] : ['a trigger connects in another way than the container']),
    ...(environment.has(metadata['bootstrapServersFromEnv'] ?? '')
      ? []
      : ['bootstrapServersFromEnv names no variable of the container']),
  ];
}

/** KEDA's names for the access of the container. */
const mechanisms: Record<string, string> = {
  plaintext: 'PLAIN',
  scram_sha256: 'SCRAM-SHA-256',
  scram_sha512: 'SCRAM-SHA-512',
};
const accessOf = ({ tls, sasl }: Record<string, string>) => [
  { value: String(tls === 'enable') },
  { value: mechanisms[sasl ?? ''] ?? '' },
];
