import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { repository } from './kubernetes-tools.js';
import type { Setting } from './manifest.js';

/** The settings of a service in docker-compose.yml. */
export interface ComposeService {
  command?: string[];
  environment: Record<string, string | number>;
  stop_grace_period?: string;
}

/** The services of docker-compose.yml, of this tree or another one. */
export function composeServices(tree = repository): Record<string, ComposeService> {
  const text = readFileSync(path.join(tree, 'docker-compose.yml'), 'utf8');
  return (parse(text, { merge: true }) as { services: Record<string, ComposeService> }).services;
}

/** The environment of a service if the environment file contains only the secrets. */
export const composeEnvironment = ({ environment }: ComposeService): Map<string, Setting> =>
  new Map(Object.entries(environment).map(([name, value]) => [name, settingOf(String(value))]));

/** A required variable, `${NAME:?…}`, is a secret. Every other variable has its default, `${NAME:-default}`. */
function settingOf(value: string): Setting {
  const [, required] = /\$\{(\w+):\?/.exec(value) ?? [];
  if (required) return { secret: { name: '.env', key: required } };
  return { value: value.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1') };
}

/** The variables that the image sets in every container. */
export function imageEnvironment(tree = repository): Map<string, Setting> {
  const dockerfile = readFileSync(path.join(tree, 'deploy/Dockerfile'), 'utf8');
  const lines = [...dockerfile.matchAll(/^ENV (.+)$/gm)].map(([, variables = '']) => variables);
  const pairs = lines.flatMap((line) => line.split(/\s+/)).map((pair) => pair.split('='));
  return new Map(pairs.map(([name = '', value = '']) => [name, { value }]));
}
