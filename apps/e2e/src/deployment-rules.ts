import { isDeepStrictEqual } from 'node:util';
import { shutdownTimeoutMs } from '@tributary/runtime/main';
import { containerOf, environmentOf, type Manifest, type Setting, valueOf, type Workload } from './manifest.js';

interface Service extends Manifest {
  spec: { selector: Record<string, string>; ports: { port: number; targetPort: string }[] };
}

/** Ports that the process opens, and what is written about them elsewhere. */
export function portProblems(workload: Workload, manifests: Manifest[], probed: string[]): string[] {
  const { ports = [], startupProbe, livenessProbe, readinessProbe } = containerOf(workload);
  const environment = environmentOf(workload, manifests);
  const management = valueOf(environment, 'MANAGEMENT_PORT');
  const opened = { http: valueOf(environment, 'PORT'), ...(management ? { metrics: management } : {}) };
  const named = Object.fromEntries(ports.map(({ name, containerPort }) => [name, String(containerPort)]));
  const scraped = workload.spec.template.metadata.annotations?.['prometheus.io/port'];
  const probes = [startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet);
  return [
    ...(isDeepStrictEqual(named, opened) ? [] : ['its ports are not those that it opens']),
    ...(scraped === (management ?? opened.http) ? [] : [`its metrics are not at ${scraped}`]),
    ...(probes.every((probe) => probe && probe.port in named && probed.includes(probe.path))
      ? []
      : ['a probe asks where nothing answers']),
  ];
}

/** A service must lead to the pods of the app whose name it has, and to the port that they listen on. */
export function serviceProblems(workload: Workload, manifests: Manifest[]): string[] {
  const { name } = workload.metadata;
  const service = manifests.find((one): one is Service => one.kind === 'Service' && one.metadata.name === name);
  if (!service) return ['there is no service'];
  const { labels } = workload.spec.template.metadata;
  const [port, ...others] = service.spec.ports;
  const target = containerOf(workload).ports?.find(({ name: portName }) => portName === port?.targetPort);
  return [
    ...(Object.entries(service.spec.selector).every(([key, value]) => labels[key] === value) ? [] : ['finds no pod']),
    ...(target && target.containerPort === port?.port && others.length === 0 ? [] : ['leads to no open port']),
  ];
}

/** The gateway forwards to services that exist, at the port that they have. */
export function urlProblems(environment: Map<string, Setting>, manifests: Manifest[]): string[] {
  const services = manifests.filter((one): one is Service => one.kind === 'Service');
  const urls = [...environment.keys()].filter((name) => name.endsWith('_URL') && name !== 'DATABASE_URL');
  return urls.filter((name) => {
    const expected = name.replace(/_URL$/, '').toLowerCase().replaceAll('_', '-');
    const { protocol, hostname, port } = new URL(valueOf(environment, name) ?? '');
    const service = services.find(({ metadata }) => metadata.name === hostname);
    const isThere = service?.spec.ports.some((one) => String(one.port) === port) ?? false;
    return !(protocol === 'http:' && hostname === expected && isThere);
  });
}

/** A pod that is told to end gets the time that the process takes at most: it drains, then it stops. */
export function graceProblems(workload: Workload, manifests: Manifest[]): string[] {
  const { terminationGracePeriodSeconds = 30 } = workload.spec.template.spec;
  const drainMs = Number(valueOf(environmentOf(workload, manifests), 'SHUTDOWN_DRAIN_MS') ?? 0);
  const needed = (drainMs + shutdownTimeoutMs) / 1_000;
  return terminationGracePeriodSeconds > needed ? [] : [`${needed} s may pass until it ends`];
}
