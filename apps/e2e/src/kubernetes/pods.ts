import { readdir, readFile } from 'node:fs/promises';
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { apps, type ServiceName } from '@tributary/testing/processes/processes-program';
import type { Installation } from './installation.js';

/** The fields of a pod that the suites read. */
export interface Pod {
  metadata: { name: string; uid: string; deletionTimestamp?: string };
  spec: { containers: { name: string; resources: { limits: { memory: string } } }[] };
  status: { podIP: string; containerStatuses?: { ready: boolean; restartCount: number }[] };
}

const longestPauseMs = 2_000;

/** The pods of a service, or of all services, without those that terminate. */
export async function podsOf({ cluster }: Installation, service?: ServiceName): Promise<Pod[]> {
  const label = service ? `app.kubernetes.io/name=${service},` : '';
  const selector = `${label}app.kubernetes.io/component=service`;
  const { items } = await cluster.get<{ items: Pod[] }>('-n', 'tributary', 'pods', '-l', selector);
  return items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
}

/** The only pod of a service. */
export async function podOf(installation: Installation, service: ServiceName): Promise<Pod> {
  const pods = await podsOf(installation, service);
  expect(pods).toHaveLength(1);
  return pods[0] as Pod;
}

export const restartsOf = ({ status }: Pod) =>
  (status.containerStatuses ?? []).reduce((sum, { restartCount }) => sum + restartCount, 0);
export const isReady = ({ status }: Pod) => (status.containerStatuses ?? []).some(({ ready }) => ready);

/** The addresses to which the Service of this name sends connections. */
export async function endpointsOf({ cluster }: Installation, service: ServiceName): Promise<string[]> {
  const selector = ['-l', `kubernetes.io/service-name=${service}`];
  const { items } = await cluster.get<{
    items: { endpoints: { addresses: string[]; conditions: { ready: boolean } }[] | null }[];
  }>('-n', 'tributary', 'endpointslices', ...selector);
  const endpoints = items.flatMap((slice) => slice.endpoints ?? []);
  return endpoints.filter(({ conditions }) => conditions.ready).flatMap(({ addresses }) => addresses);
}

/** Freezes the processes of a pod. They keep their connections, and answer nothing. */
export async function freeze(pod: Pod): Promise<void> {
  const processes = await processesOf(pod);
  expect(processes).not.toEqual([]);
  for (const pid of processes) process.kill(pid, 'SIGSTOP');
}

export async function unfreeze(pod: Pod): Promise<void> {
  for (const pid of await processesOf(pod)) process.kill(pid, 'SIGCONT');
}

/** The processes of a pod as this machine numbers them, without the pause container. */
async function processesOf({ metadata: { uid } }: Pod): Promise<number[]> {
  const read = (pid: string, file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    all.map(async (pid) => (await read(pid, 'cgroup')).includes(uid) && (await read(pid, 'comm')).trim() !== 'tool'),
  );
  return all.filter((_, index) => found[index]).map(Number);
}

/** Kills the processes of a pod with kill -9, as a crash does. The kubelet restarts its container. */
async function crash(_installation: Installation, pod: Pod): Promise<void> {
  for (const pid of await processesOf(pod)) process.kill(pid, 'SIGKILL');
}

/** A pod that is deleted by force leaves its Service at once, and shuts down in order. */
const terminations = {
  crash,
  'delete --now': (installation: Installation, { metadata: { name } }: Pod) =>
    installation.kubectl('delete', 'pod', name, '--wait=false', '--now'),
  'delete --force': (installation: Installation, { metadata: { name } }: Pod) =>
    installation.kubectl('delete', 'pod', name, '--wait=false', '--grace-period=0', '--force'),
};
type Termination = keyof typeof terminations;

/** Ends a random pod of the service. */
export async function terminatePod(installation: Installation, service: ServiceName, how: Termination): Promise<void> {
  const pod = await eventually(async () => {
    const pods = await podsOf(installation, service);
    expect(pods).not.toEqual([]);
    return pods[randomInt(pods.length)] as Pod;
  });
  await terminations[how](installation, pod);
}

/**
 * Ends a random pod of each service, in random order, in one of three ways. It does not wait for replacements: it ends the
 * next one while others are still starting. Resolves when all are ready.
 *
 * @returns the order, for the message of a failed run.
 */
export async function terminateAtRandom(installation: Installation): Promise<string[]> {
  const order: string[] = [];
  const left = [...apps];
  const all = Object.keys(terminations) as Termination[];
  while (left.length > 0) {
    const [service] = left.splice(randomInt(left.length), 1) as [ServiceName];
    // The gateway is always killed, so that clients notice it.
    const how = service === 'gateway' ? 'crash' : (all[order.length % all.length] as Termination);
    await terminatePod(installation, service, how);
    order.push(`${service} (${how})`);
    await sleep(randomInt(longestPauseMs));
  }
  await installation.untilRolledOut();
  return order;
}
