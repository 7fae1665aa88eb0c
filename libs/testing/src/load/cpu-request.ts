import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ServiceName } from '../processes/processes-program.js';

const services = path.join(import.meta.dirname, '../../../../deploy/kubernetes/base/services');

/** The CPU request of a service in Kubernetes, in thousandths of a core. It is its weight while all cores are busy. */
export function cpuRequestOf(app: ServiceName): number {
  const file = path.join(services, `${app}.yaml`);
  const [, amount, unit] = /requests: \{ cpu: "?(\d+)(m?)"?,/.exec(readFileSync(file, 'utf8')) ?? [];
  if (amount === undefined) throw new Error(`${file} has no CPU request in cores or thousandths`);
  return Number(amount) * (unit === 'm' ? 1 : 1_000);
}

/** The memory limit of a service in Kubernetes, in MiB. */
export function memoryLimitOf(app: ServiceName): number {
  const file = path.join(services, `${app}.yaml`);
  const [, amount, unit] = /limits: \{.* memory: (\d+)([MG])i \}/.exec(readFileSync(file, 'utf8')) ?? [];
  if (amount === undefined) throw new Error(`${file} has no memory limit in MiB or GiB`);
  return Number(amount) * (unit === 'G' ? 1_024 : 1);
}
