import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ServiceName } from './processes-program.js';

const services = path.join(import.meta.dirname, '../../../deploy/kubernetes/base/services');

/** What a service requests of the processors in Kubernetes, in thousandths of one: its weight while all are busy. */
export function cpuRequestOf(app: ServiceName): number {
  const file = path.join(services, `${app}.yaml`);
  const [, amount, unit] = /requests: \{ cpu: "?(\d+)(m?)"?,/.exec(readFileSync(file, 'utf8')) ?? [];
  if (amount === undefined) throw new Error(`${file} requests no CPU, whole or in thousandths`);
  return Number(amount) * (unit === 'm' ? 1 : 1_000);
}
