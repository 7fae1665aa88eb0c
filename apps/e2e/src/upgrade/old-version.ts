import path from 'node:path';
import { builtTree } from '@tributary/testing/processes/built-tree';
import type { AppProcess } from '@tributary/testing/processes/processes';
import { apps, type ServiceName } from '@tributary/testing/processes/processes-program';
import { composeServices, imageEnvironment } from '../deployment/deployment-compose.js';
import { repository } from '../deployment/kubernetes-tools.js';

const needs = path.join(repository, 'scripts/tiers/needs.mjs');
/** The version whose data is upgraded. It is older than the promise that an upgrade works, and so the oldest one. */
export const { upgradedCommit } = (await import(needs)) as { upgradedCommit: string };

/** The built services of that version. */
export const oldTree = () => builtTree(upgradedCommit);

/**
 * Variables that a service needs and that the old version does not know. CHANGELOG.md names each of them, and without it
 * the service stops with a sentence that names it.
 */
export const newlyNeeded: Partial<Record<ServiceName, string[]>> = {
  ...Object.fromEntries(apps.map((app) => [app, ['GATEWAY_PUBLIC_KEY']])),
  gateway: ['GATEWAY_PRIVATE_KEY'],
  'tracking-ingest': ['GATEWAY_PUBLIC_KEY', 'SECRETS_KEY'],
};

/** Takes from a process every variable that a deployment of the old version does not set, except those that are newly needed. */
export function limitToOldDeployment({ program }: AppProcess, tree: string): void {
  const services = Object.values(composeServices(tree));
  const known = new Set(services.flatMap(({ environment = {} }) => Object.keys(environment)));
  for (const name of [...imageEnvironment(tree).keys(), ...Object.values(newlyNeeded).flat()]) known.add(name);
  program.env = Object.fromEntries(Object.entries(program.env).filter(([name]) => known.has(name)));
}
