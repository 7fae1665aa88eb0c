import { expect } from '@jest/globals';
import type { Step } from './cluster-step.js';
import type { Installation } from './installation.js';
import { type Pod, podsOf } from './pods.js';

const mebibyte = 1024 * 1024;
/** The limit of the container's memory, with version 1 or 2 of cgroups. */
const readLimit = 'cat /sys/fs/cgroup/memory.max 2>/dev/null || cat /sys/fs/cgroup/memory/memory.limit_in_bytes';

/** The rights of a process in a pod on its node. */
export function confinementSteps(step: Step, installation: () => Installation): void {
  const inShell = ({ metadata: { name } }: Pod, command: string) =>
    installation().kubectl('exec', name, '--', 'sh', '-c', command);

  step('run as a user without privileges, with a read-only root file system', async () => {
    for (const pod of await podsOf(installation())) {
      expect((await inShell(pod, 'id -u')).trim()).toBe('10001');
      const status = await inShell(pod, 'cat /proc/1/status');
      for (const line of [/^CapEff:\s0+$/m, /^CapBnd:\s0+$/m, /^NoNewPrivs:\s1$/m, /^Seccomp:\s2$/m])
        expect(status).toMatch(line);
      for (const file of ['/app/written', '/etc/written'])
        await expect(inShell(pod, `touch ${file}`)).rejects.toThrow('Read-only file system');
      await inShell(pod, 'touch /tmp/written');
      expect(await inShell(pod, 'ls /var/run/secrets 2>&1 || true')).toContain('No such file');
    }
  });

  step('have the memory limit of their manifest', async () => {
    for (const pod of await podsOf(installation())) {
      const [container] = pod.spec.containers;
      expect([pod.metadata.name, Number(await inShell(pod, readLimit))]).toEqual([
        pod.metadata.name,
        bytesOf(container?.resources.limits.memory ?? ''),
      ]);
    }
  });

  step('may write their volumes, which belong to their group', async () => {
    for (const service of ['analytics', 'import-worker'] as const)
      for (const pod of await podsOf(installation(), service))
        await inShell(pod, 'touch /data/written && rm /data/written');
  });
}

function bytesOf(quantity: string): number {
  const [, amount, unit] = /^(\d+)(Mi|Gi)$/.exec(quantity) ?? [];
  if (amount === undefined) throw new Error(`"${quantity}" is not in Mi or Gi`);
  return Number(amount) * (unit === 'Gi' ? 1024 : 1) * mebibyte;
}
