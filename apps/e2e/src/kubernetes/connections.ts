import { expect } from '@jest/globals';
import type { Cluster } from './cluster.js';

/** A pod that belongs to no installation, with the product's image, and only the labels given. */
export const aPod = (namespace: string, name: string) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { namespace, name },
  spec: {
    terminationGracePeriodSeconds: 0,
    securityContext: { runAsNonRoot: true, runAsUser: 10001, seccompProfile: { type: 'RuntimeDefault' } },
    containers: [
      {
        name: 'main',
        image: 'cluster.test/tributary:suite',
        command: ['sleep', 'infinity'],
        securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
      },
    ],
  },
});

const connectTimeoutMs = 3_000;

/** A pod, where it tries to connect, and whether it succeeds. */
export type Reachability = [from: [namespace: string, pod: string], to: string, isOpen: boolean];

/** Tries all connections at once. */
export async function expectReachability(cluster: Cluster, expected: Reachability[]): Promise<void> {
  const found = expected.map(async ([from, to]): Promise<Reachability> => [
    from,
    to,
    await connects(cluster, from, to),
  ]);
  expect(await Promise.all(found)).toEqual(expected);
}

/** Whether a process in the pod gets a TCP connection. A policy drops packets, so the attempt times out. */
async function connects(cluster: Cluster, from: [namespace: string, pod: string], to: string): Promise<boolean> {
  const [host, port] = to.split(':');
  const program = `setTimeout(() => process.exit(7), ${connectTimeoutMs});
    require('net').connect(${port}, '${host}').on('connect', () => process.exit(0)).on('error', () => process.exit(8))`;
  const [namespace, pod] = from;
  const { code, errors } = await cluster.tryKubectl(['-n', namespace, 'exec', pod, '--', 'node', '-e', program]);
  if (code === 0) return true;
  if (errors.includes('exit code 7')) return false;
  throw new Error(`${pod} cannot try to reach ${to}: ${errors}`);
}

/** A policy that lets everything in and out of the selected pods. */
export const allowAll = (namespace: string, matchLabels: Record<string, string>) => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { namespace, name: 'allow-all' },
  spec: { podSelector: { matchLabels }, policyTypes: ['Ingress', 'Egress'], ingress: [{}], egress: [{}] },
});
