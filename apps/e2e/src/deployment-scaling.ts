import type { SharedConsumer } from './deployment-consumers.js';
import { containerOf, environmentOf, type Manifest, servicesOf } from './manifest.js';

interface Trigger {
  type: string;
  metadata: Record<string, string>;
}

export interface ScaledObject extends Manifest {
  spec: { scaleTargetRef: { name: string; envSourceContainerName: string }; triggers: Trigger[] };
}

/** What KEDA 2.16's scaler for Kafka reads of a trigger: to the API server these are any names. */
const settings = ['bootstrapServersFromEnv', 'version', 'consumerGroup', 'topic', 'offsetResetPolicy', 'lagThreshold'];

export const scaledObjectOf = (manifests: Manifest[], app: string): ScaledObject | undefined =>
  manifests.find((one): one is ScaledObject => one.kind === 'ScaledObject' && one.metadata.name === app);

/** What scales an app must look at all that the app's processes share, and at nothing else. */
export function scalingProblems(manifests: Manifest[], app: string, consumers: SharedConsumer[]): string[] {
  const scaled = scaledObjectOf(manifests, app);
  const workload = servicesOf(manifests).find(({ metadata }) => metadata.name === scaled?.spec.scaleTargetRef.name);
  if (!scaled || !workload) return ['nothing scales it'];
  const { triggers, scaleTargetRef } = scaled.spec;
  const seen = triggers.map(({ metadata }) => `${metadata['consumerGroup']} of ${metadata['topic']}`);
  const shared = consumers.map(({ group, topic }) => `${group} of ${topic}`);
  const variables = [...environmentOf(workload, manifests).keys()];
  return [
    ...seen.filter((one) => !shared.includes(one)).map((one) => `looks at ${one}, which is no consumer of it`),
    ...shared.filter((one) => !seen.includes(one)).map((one) => `does not look at ${one}`),
    ...triggers.flatMap((trigger) => triggerProblems(trigger, variables)),
    ...(scaleTargetRef.envSourceContainerName === containerOf(workload).name ? [] : ['looks at no container of it']),
    ...(workload.spec.replicas === undefined ? [] : ['its replicas are fixed, too']),
  ];
}

function triggerProblems({ type, metadata }: Trigger, variables: string[]): string[] {
  const missing = settings.filter((name) => !(name in metadata));
  const unknown = Object.keys(metadata).filter((name) => !settings.includes(name));
  return [
    ...(type === 'kafka' ? [] : [`a trigger is of ${type}`]),
    ...missing.map((name) => `${name} is missing in a trigger`),
    ...unknown.map((name) => `${name} is no setting of a trigger`),
    ...(variables.includes(metadata['bootstrapServersFromEnv'] ?? '') ? [] : ['a trigger does not know the brokers']),
    ...(Number(metadata['lagThreshold']) > 0 ? [] : ['a trigger scales by no lag']),
  ];
}
