import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { shutdownTimeoutMs } from '@tributary/runtime/main';
import type { ZodObject } from 'zod';
import {
  composeEnvironment,
  type ComposeService,
  composeServices,
  imageEnvironment,
} from '../src/deployment-compose.js';
import { apps, configurations, environmentProblems, refusal } from '../src/deployment-settings.js';
import { repository } from '../src/kubernetes-tools.js';

let schemas: Record<string, ZodObject>;
beforeAll(async () => void (schemas = await configurations()));

const schemaOf = (command: string) => schemas[command] as ZodObject;
const services = composeServices();
const service = (name: string): ComposeService => services[name] ?? { environment: {} };
/** The bucket's are optional here: files of imports are on a volume. */
const optional = { IMPORT_S3_ACCESS_KEY_ID: '', IMPORT_S3_SECRET_ACCESS_KEY: '' };
const environmentWithoutBucket = (name: string) =>
  new Map([...composeEnvironment(service(name))].filter(([variable]) => !(variable in optional)));

describe('docker-compose.yml', () => {
  it.each(apps)('has a place for every variable that %s reads and for no other, and starts with what is set', (app) => {
    const environment = environmentWithoutBucket(app);
    const given = [...imageEnvironment().keys(), ...Object.keys(optional)];
    expect(environmentProblems(environment, schemaOf(app), given)).toEqual([]);
    expect(refusal(new Map([...imageEnvironment(), ...environment]), schemaOf(app))).toBeUndefined();
  });

  it('makes the topics with what that reads', () => {
    const environment = composeEnvironment(service('topics'));
    expect(environmentProblems(environment, schemaOf('admin topics'))).toEqual([]);
    expect(refusal(environment, schemaOf('admin topics'))).toBeUndefined();
  });

  it('migrates every app that has tables, as its own role', () => {
    const commands = Object.keys(schemas).filter((command) => command.endsWith(' migrate'));
    const script = service('migrate').command?.join('\n') ?? '';
    const run = [...script.matchAll(/^DATABASE_URL=\$\$(\w+)_DATABASE_URL tributary (\S+ migrate)$/gm)];
    expect(run.map(([, , command]) => command).toSorted()).toEqual(commands.toSorted());
    for (const [, owner = '', command = ''] of run) {
      expect(command).toBe(`${owner.toLowerCase().replaceAll('_', '-')} migrate`);
      expect(service('migrate').environment[`${owner}_DATABASE_URL`]).toContain(`//tributary_${owner.toLowerCase()}:`);
    }
  });

  it('leads the gateway to services that are there, at the port that they listen on', () => {
    const { value: port } = imageEnvironment().get('PORT') as { value: string };
    const urls = Object.entries(service('gateway').environment).filter(([name]) => name.endsWith('_URL'));
    expect(urls).toHaveLength(apps.length - 1);
    for (const [name, url] of urls) {
      const owner = name.replace(/_URL$/, '').toLowerCase().replaceAll('_', '-');
      expect(url).toBe(`http://${owner}:${port}`);
      expect(service(owner).environment['PORT']).toBeUndefined();
    }
  });

  it.each(apps)('waits longer for %s to end than the process may take', (app) => {
    const drain = composeEnvironment(service(app)).get('SHUTDOWN_DRAIN_MS') as { value: string };
    const needed = (Number(drain.value) + shutdownTimeoutMs) / 1_000;
    expect(Number.parseInt(service(app).stop_grace_period ?? '', 10)).toBeGreaterThan(needed);
  });

  it('is not believed when a variable is forgotten, misspelt, or a secret that can be read off', () => {
    const { LOG_LEVEL: _, ...environment } = service('admin').environment;
    const tampered = { environment: { ...environment, LOGLEVEL: 'info', SECRETS_KEY: 'c2VjcmV0' } };
    const given = [...imageEnvironment().keys()];
    expect(environmentProblems(composeEnvironment(tampered), schemaOf('admin'), given)).toEqual([
      'LOGLEVEL is no variable of it',
      'LOG_LEVEL is missing',
      'SECRETS_KEY must be a reference to a secret',
    ]);
  });
});

describe('The documentation', () => {
  const pages = [
    'README.md',
    ...readdirSync(path.join(repository, 'docs'))
      .filter((file) => file.endsWith('.md'))
      .map((file) => `docs/${file}`),
  ];
  const text = pages.map((page) => readFileSync(path.join(repository, page), 'utf8')).join('\n');

  it('names every variable that a process reads in a table', () => {
    const names = new Set(Object.values(schemas).flatMap(({ shape }) => Object.keys(shape)));
    const isDescribed = (name: string) => new RegExp(`^\\|[^|]*\`${name}\``, 'm').test(text);
    expect([...names].filter((name) => !isDescribed(name))).toEqual([]);
    expect(isDescribed('NO_SUCH_VARIABLE')).toBe(false);
  });
});
