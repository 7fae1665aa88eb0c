import { isDeepStrictEqual } from 'node:util';
import { shutdownTimeoutMs } from '@tributary/runtime/config';
import { containerOf, environmentOf, type Manifest, type Setting, valueOf, type Workload } from './manifest.js';

interface Service extends Manifest {
  spec: { selector: Record<string, string>; ports: { port: number; targetPort: string }[] };
}

/** Compares the ports that the process opens with those of the container, the probes and the scrape annotation. */
export function portProblems(workload: Workload, manifests: Manifest[], probed: string[]): string[] {
  const { ports = [], startupProbe, livenessProbe, readinessProbe } = containerOf(workload);
  const environment = environmentOf(workload, manifests);
  const management = valueOf(environment, 'MANAGEMENT_PORT');
  const opened = { http: valueOf(environment, 'PORT'), ...(management ? { metrics: management } : {}) };
  const named = Object.fromEntries(ports.map(({ name, containerPort }) => [name, String(containerPort)]));
  const scraped = workload.spec.template.metadata.annotations?.['prometheus.io/port'];
  const probes = [startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet);
  return [
    ...(isDeepStrictEqual(named, opened) ? [] : ['its container ports differ from the ports that it opens']),
    ...(scraped === (management ?? opened.http) ? [] : [`its metrics are not on port ${scraped}`]),
    ...(probes.every((probe) => probe && probe.port in named && probed.includes(probe.path))
      ? []
      : ['a probe has an unknown port or path']),
  ];
}

/** A service must select the pods of the app with the same name, and target the port that they open. */
export function serviceProblems(workload: Workload, manifests: Manifest[]): string[] {
  const { name } = workload.metadata;
  const service = manifests.find((one): one is Service => one.kind === 'Service' && one.metadata.name === name);
  if (!service) return ['it has no service'];
  const { labels } = workload.spec.template.metadata;
  const [port, ...others] = service.spec.ports;
  const target = containerOf(workload).ports?.find(({ name: portName }) => portName === port?.targetPort);
  return [
    ...(Object.entries(service.spec.selector).every(([key, value]) => labels[key] === value)
      ? []
      : ['its service selects no pod']),
    ...(target && target.containerPort === port?.port && others.length === 0
      ? []
      : ['its service targets no open port']),
  ];
}

/** The names of the URL variables that do not lead to an existing service and port. */
export function urlProblems(environment: Map<string, Setting>, manifests: Manifest[]): string[] {
  const services = manifests.filter((one): one is Service => one.kind === 'Service');
  const outside = ['DATABASE_URL', 'PUBLIC_URL'];
  const urls = [...environment.keys()].filter((name) => name.endsWith('_URL') && !outside.includes(name));
  return urls.filter((name) => {
    const expected = name.replace(/_URL$/, '').toLowerCase().replaceAll('_', '-');
    const { protocol, hostname, port } = new URL(valueOf(environment, name) ?? '');
    const service = services.find(({ metadata }) => metadata.name === hostname);
    const exists = service?.spec.ports.some((one) => String(one.port) === port) ?? false;
    return !(protocol === 'http:' && hostname === expected && exists);
  });
}

/** The grace period of a pod must be longer than draining and shutdown together. */
export function graceProblems(workload: Workload, manifests: Manifest[]): string[] {
  const { terminationGracePeriodSeconds = 30 } = workload.spec.template.spec;
  const environment = environmentOf(workload, manifests);
  const drainMs = Number(valueOf(environment, 'SHUTDOWN_DRAIN_MS') ?? 0);
  // Not set, or empty, it has its default.
  const stopMs = Number(valueOf(environment, 'SHUTDOWN_TIMEOUT_MS') ?? 0) || shutdownTimeoutMs;
  const needed = (drainMs + stopMs) / 1_000;
  return terminationGracePeriodSeconds > needed ? [] : [`its shutdown may take ${needed} s`];
}
