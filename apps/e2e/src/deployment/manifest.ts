/** The fields of a Kubernetes object that the checks read of every kind. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
  spec?: unknown;
  data?: Record<string, string>;
}

interface Reference {
  name: string;
  key: string;
}

interface EnvironmentVariable {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef?: Reference; configMapKeyRef?: Reference };
}

interface Probe {
  httpGet: { path: string; port: string };
}

export interface Container {
  name: string;
  image: string;
  args: string[];
  env?: EnvironmentVariable[];
  envFrom?: { configMapRef: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  resources: { requests: Record<string, string>; limits: Record<string, string> };
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  securityContext: Record<string, unknown>;
  volumeMounts: { name: string; mountPath: string }[];
}

export interface PodSpec {
  containers: Container[];
  volumes?: { name: string }[];
  terminationGracePeriodSeconds?: number;
  [more: string]: unknown;
}

interface PodTemplate {
  metadata: { labels: Record<string, string>; annotations?: Record<string, string> };
  spec: PodSpec;
}

/** An object that creates pods from a template. */
export interface Workload extends Manifest {
  spec: { replicas?: number; strategy?: unknown; template: PodTemplate };
}

/** How a variable of a container gets its value. */
export type Setting = { value: string } | { secret: Reference };

const isWorkload = (manifest: Manifest): manifest is Workload =>
  ['Deployment', 'StatefulSet', 'Job'].includes(manifest.kind);

export const workloadsOf = (manifests: Manifest[]): Workload[] => manifests.filter(isWorkload);

export const servicesOf = (manifests: Manifest[]): Workload[] =>
  workloadsOf(manifests).filter(({ kind }) => kind !== 'Job');

/** The only container of a workload's pods. */
export function containerOf(workload: Workload): Container {
  const [container, ...others] = workload.spec.template.spec.containers;
  if (!container || others.length > 0) throw new Error(`${workload.metadata.name} does not have exactly one container`);
  return container;
}

/** The environment of the container, with the values of its ConfigMaps. `env` overrides `envFrom`. */
export function environmentOf(workload: Workload, manifests: Manifest[]): Map<string, Setting> {
  const { envFrom = [], env = [] } = containerOf(workload);
  const data = (name: string) => {
    const map = manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name);
    if (!map?.data)
      throw new Error(`${workload.metadata.name} takes its environment from ${name}, which does not exist`);
    return map.data;
  };
  const whole = envFrom.flatMap(({ configMapRef }) => Object.entries(data(configMapRef.name)));
  return new Map<string, Setting>([
    ...whole.map(([name, value]) => [name, { value }] as const),
    ...env.map((variable) => [variable.name, settingOf(variable, data)] as const),
  ]);
}

/** The value of a variable, or undefined for a secret. */
export function valueOf(environment: Map<string, Setting>, name: string): string | undefined {
  const setting = environment.get(name);
  return setting && 'value' in setting ? setting.value : undefined;
}

function settingOf({ name, value, valueFrom }: EnvironmentVariable, data: (map: string) => Record<string, string>) {
  if (value !== undefined) return { value };
  if (valueFrom?.secretKeyRef) return { secret: valueFrom.secretKeyRef };
  const { name: map = '', key = '' } = valueFrom?.configMapKeyRef ?? {};
  const found = data(map)[key];
  if (found === undefined) throw new Error(`${name} refers to ${key} of ${map}, which does not exist`);
  return { value: found };
}
