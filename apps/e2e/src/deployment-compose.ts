import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { repository } from './kubernetes-tools.js';
import type { Setting } from './manifest.js';

/** A service of docker-compose.yml, as far as its settings go. */
export interface ComposeService {
  command?: string[];
  environment: Record<string, string | number>;
  stop_grace_period?: string;
}

/** The services of docker-compose.yml. */
export function composeServices(): Record<string, ComposeService> {
  const text = readFileSync(path.join(repository, 'docker-compose.yml'), 'utf8');
  return (parse(text, { merge: true }) as { services: Record<string, ComposeService> }).services;
}

/** What the service finds in its environment when the environment file holds the secrets and nothing else. */
export const composeEnvironment = ({ environment }: ComposeService): Map<string, Setting> =>
  new Map(Object.entries(environment).map(([name, value]) => [name, settingOf(String(value))]));

/** What is demanded, `${NAME:?…}`, is a secret; all else has its default, `${NAME:-default}`. */
function settingOf(value: string): Setting {
  const [, demanded] = /\$\{(\w+):\?/.exec(value) ?? [];
  if (demanded) return { secret: { name: '.env', key: demanded } };
  return { value: value.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1') };
}

/** What the image itself puts into the environment of every container. */
export function imageEnvironment(): Map<string, Setting> {
  const dockerfile = readFileSync(path.join(repository, 'deploy/Dockerfile'), 'utf8');
  const lines = [...dockerfile.matchAll(/^ENV (.+)$/gm)].map(([, variables = '']) => variables);
  const pairs = lines.flatMap((line) => line.split(/\s+/)).map((pair) => pair.split('='));
  return new Map(pairs.map(([name = '', value = '']) => [name, { value }]));
}
