import { beforeAll } from '@jest/globals';
import { exposeHealth, Health } from '@tributary/runtime/health';
import { fastify } from 'fastify';
import type { ZodObject } from 'zod';
import { configurations } from '../../src/deployment/deployment-settings.js';
import { render, type Rendering, renderings } from '../../src/deployment/kubernetes-tools.js';
import { containerOf, type Manifest, type Workload, workloadsOf } from '../../src/deployment/manifest.js';

const rendered = new Map<Rendering, Manifest[]>();
export let schemas: Record<string, ZodObject>;
beforeAll(async () => {
  for (const rendering of renderings) rendered.set(rendering, await render(rendering));
  schemas = await configurations();
}, 1_800_000);

export const all = (rendering: Rendering) => structuredClone(rendered.get(rendering) ?? []);
export const commandOf = (workload: Workload) => containerOf(workload).args.join(' ');
export const schemaOf = (workload: Workload) => schemas[commandOf(workload)] as ZodObject;
export const named = (manifests: Manifest[], name: string) =>
  workloadsOf(manifests).find(({ metadata }) => metadata.name === name) as Workload;
const server = fastify();
exposeHealth(server, new Health());
export const probed = ['/health/live', '/health/ready'].filter((url) => server.hasRoute({ method: 'GET', url }));
