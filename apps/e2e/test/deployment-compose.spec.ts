import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { shutdownTimeoutMs } from '@tributary/runtime/config';
import type { ZodObject } from 'zod';
import {
  composeEnvironment,
  type ComposeService,
  composeServices,
  imageEnvironment,
} from '../src/deployment/deployment-compose.js';
import {
  apps,
  configuration,
  configurations,
  environmentProblems,
  configError,
} from '../src/deployment/deployment-settings.js';
import { repository } from '../src/deployment/kubernetes-tools.js';

let schemas: Record<string, ZodObject>;
beforeAll(async () => void (schemas = await configurations()));

const schemaOf = (command: string) => schemas[command] as ZodObject;
const services = composeServices();
const service = (name: string): ComposeService => services[name] ?? { environment: {} };
/** The bucket, because import files are on a volume, the key of an older version, and the provider of sign-ins. */
const optional = {
  INTERNAL_KEY: '',
  IMPORT_S3_ACCESS_KEY_ID: '',
  IMPORT_S3_SECRET_ACCESS_KEY: '',
  OIDC_CLIENT_SECRET: '',
};
const environmentWithoutOptional = (name: string) =>
  new Map([...composeEnvironment(service(name))].filter(([variable]) => !(variable in optional)));

describe('docker-compose.yml', () => {
  it.each(apps)('sets every variable that %s reads and no other, and the process accepts the values', (app) => {
    const environment = environmentWithoutOptional(app);
    const given = [...imageEnvironment().keys(), ...Object.keys(optional)];
    expect(environmentProblems(environment, schemaOf(app), given)).toEqual([]);
    expect(configError(new Map([...imageEnvironment(), ...environment]), schemaOf(app))).toBeUndefined();
  });

  it('sets the variables of the command that creates the topics', () => {
    const environment = composeEnvironment(service('topics'));
    expect(environmentProblems(environment, schemaOf('admin topics'))).toEqual([]);
    expect(configError(environment, schemaOf('admin topics'))).toBeUndefined();
  });

  it('sets the variables of the command that creates the ACLs', async () => {
    const schema = await configuration('admin', 'AclsConfig');
    const environment = composeEnvironment(service('acls'));
    expect(environmentProblems(environment, schema)).toEqual([]);
    expect(configError(environment, schema)).toBeUndefined();
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

  it('gives the gateway the URLs of the services', () => {
    const { value: port } = imageEnvironment().get('PORT') as { value: string };
    const urls = Object.entries(service('gateway').environment).filter(
      ([name]) => name.endsWith('_URL') && name !== 'PUBLIC_URL',
    );
    expect(urls).toHaveLength(apps.length - 1);
    for (const [name, url] of urls) {
      const owner = name.replace(/_URL$/, '').toLowerCase().replaceAll('_', '-');
      expect(url).toBe(`http://${owner}:${port}`);
      expect(service(owner).environment['PORT']).toBeUndefined();
    }
  });

  it.each(apps)('has a stop grace period longer than the shutdown of %s', (app) => {
    const drain = composeEnvironment(service(app)).get('SHUTDOWN_DRAIN_MS') as { value: string };
    const needed = (Number(drain.value) + shutdownTimeoutMs) / 1_000;
    expect(Number.parseInt(service(app).stop_grace_period ?? '', 10)).toBeGreaterThan(needed);
  });

  it('is refused with a missing variable, a misspelt variable or a readable secret (control)', () => {
    const { LOG_LEVEL: _, INTERNAL_KEY: _optional, ...environment } = service('admin').environment;
    const tampered = { environment: { ...environment, LOGLEVEL: 'info', SECRETS_KEY: 'c2VjcmV0' } };
    const given = [...imageEnvironment().keys(), 'INTERNAL_KEY'];
    expect(environmentProblems(composeEnvironment(tampered), schemaOf('admin'), given)).toEqual([
      'LOGLEVEL is not a variable of it',
      'LOG_LEVEL is missing',
      'SECRETS_KEY must be a reference to a secret',
    ]);
  });
});

describe('The documentation', () => {
  const text = readFileSync(path.join(repository, 'docs/configuration.md'), 'utf8');

  it('has a table row for every variable that a process reads', () => {
    const names = new Set(Object.values(schemas).flatMap(({ shape }) => Object.keys(shape)));
    const isDescribed = (name: string) => new RegExp(`^\\|[^|]*\`${name}\``, 'm').test(text);
    expect([...names].filter((name) => !isDescribed(name))).toEqual([]);
    expect(isDescribed('NO_SUCH_VARIABLE')).toBe(false);
  });
});
