import { describe, expect, it } from '@jest/globals';
import { TestingConfig } from '@tributary/testing/config';
import { cpuRequestOf } from '@tributary/testing/cpu-request';
import type { ServiceName } from '@tributary/testing/processes-program';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { heapFits } from '../src/deployment-settings.js';

interface Service {
  image: string;
  command?: string[];
  environment: Record<string, string | number>;
  ports?: string[];
  networks: string[];
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test?: string[]; disable?: boolean };
  profiles?: string[];
  read_only?: boolean;
  cap_drop: string[];
  security_opt: string[];
  mem_limit: string;
  cpu_shares?: number;
  restart: string;
  stop_grace_period?: string;
}

interface Composition {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean } | null>;
  volumes: Record<string, unknown>;
}

const root = path.join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const compose = (file: string) => parse(read(file), { merge: true }) as Composition;

const text = read('docker-compose.yml');
const { services, networks, volumes } = compose('docker-compose.yml');
const dev = compose('docker-compose.dev.yml');
const service = (name: string): Service => services[name] as Service;
const names = Object.keys(services);
const apps: ServiceName[] = ['gateway', 'admin', 'tracking-ingest', 'import-worker', 'warehouse-metadata', 'analytics'];
const steps = ['migrate', 'topics'];
const databaseOwners = ['admin', 'tracking-ingest', 'import-worker', 'warehouse-metadata'];
const variable = (app: string) => app.toUpperCase().replaceAll('-', '_');

/** `${NAME:?…}`, `${NAME:-…}`, `${NAME}`: what stands behind the colon is undefined in the last one. */
const references = (source: string) =>
  [...source.matchAll(/(?<!\$)\$\{([A-Z_]+)(?::([-?][^}]*))?\}/g)].map(([, name = '', fallback]) => ({
    name,
    fallback,
  }));

describe('docker-compose.yml', () => {
  it('runs every service of the product, its two steps, and the stores that the suites test against', () => {
    const observers = names.filter((name) => service(name).profiles?.includes('observability'));
    expect(names.toSorted()).toEqual([...apps, ...steps, 'kafka', 'postgres', ...observers].toSorted());
    const images = TestingConfig.parse({});
    expect(service('kafka').image).toBe(`\${KAFKA_IMAGE:-${images.KAFKA_IMAGE}}`);
    expect(service('postgres').image).toBe(`\${POSTGRES_IMAGE:-${images.POSTGRES_IMAGE}}`);
    for (const app of apps)
      expect(service(app)).toMatchObject({ command: [app], image: '${TRIBUTARY_IMAGE:-tributary}' });
  });

  it.each([...apps, ...steps])('lets %s write nothing but its data, and gives it no rights', (name) => {
    expect(service(name)).toMatchObject({ read_only: true, tmpfs: [expect.stringContaining('/tmp')] });
  });

  it.each(names)('takes all capabilities and new privileges from %s, and bounds its memory', (name) => {
    expect(service(name).cap_drop).toEqual(['ALL']);
    expect(service(name).security_opt).toEqual(['no-new-privileges:true']);
    expect(service(name).mem_limit).toBeTruthy();
  });

  it.each(apps)('lets %s have as much of busy processors as Kubernetes does', (app) => {
    // What Docker gives to a container of which nothing is said, as to the stores, is the share of a whole one.
    expect(service(app).cpu_shares ?? 1_024).toBe(Math.floor(cpuRequestOf(app) * 1.024));
  });

  it.each(apps)('gives %s room for all of its heap', (app) => {
    const { environment, mem_limit } = service(app);
    expect([
      environment['NODE_OPTIONS'],
      mem_limit,
      heapFits(String(environment['NODE_OPTIONS']), mem_limit),
    ]).toContain(true);
  });

  it('starts a service when what it needs is healthy and its steps are done; nobody waits for a step that failed', () => {
    for (const app of apps) {
      const conditions = service(app).depends_on ?? {};
      expect(conditions).toMatchObject({
        kafka: { condition: 'service_healthy' },
        topics: { condition: 'service_completed_successfully' },
      });
      for (const [name, { condition }] of Object.entries(conditions))
        expect(condition).toBe(steps.includes(name) ? 'service_completed_successfully' : 'service_healthy');
    }
    for (const owner of databaseOwners)
      expect(service(owner).depends_on).toMatchObject({ migrate: { condition: 'service_completed_successfully' } });
    for (const app of apps.slice(1)) expect(service('gateway').depends_on).toHaveProperty(app);
  });

  it('opens one port, the gateway’s, and what watches it to this machine', () => {
    const opened = names.filter((name) => service(name).ports);
    expect(opened).toEqual(['gateway', 'prometheus', 'grafana']);
    expect(service('gateway').ports).toEqual(['${GATEWAY_ADDRESS:-127.0.0.1}:${GATEWAY_PORT:-8080}:8080']);
    for (const observer of opened.slice(1))
      expect(service(observer).ports?.every((port) => port.startsWith('127.0.0.1:'))).toBe(true);
  });

  it('lets only the owners of tables reach PostgreSQL, and Kafka only the services', () => {
    const membersOf = (network: string) => names.filter((name) => service(name).networks.includes(network)).toSorted();
    expect(membersOf('database')).toEqual([...databaseOwners, 'migrate', 'postgres'].toSorted());
    expect(membersOf('broker')).toEqual([...apps, 'topics', 'kafka'].toSorted());
    expect(networks).toMatchObject({ database: { internal: true }, broker: { internal: true } });
  });

  it.each(databaseOwners)('gives %s a role of its own, whose password nobody else has', (owner) => {
    const password = `${variable(owner)}_DATABASE_PASSWORD`;
    const url = String(service(owner).environment['DATABASE_URL']);
    expect(url).toMatch(
      new RegExp(`^postgres://tributary_${owner.replaceAll('-', '_')}:\\$\\{${password}:\\?.+\\}@postgres:5432/`),
    );
    expect(service('migrate').environment[`${variable(owner)}_DATABASE_URL`]).toBe(url);
    const holders = names.filter((name) => JSON.stringify(service(name).environment ?? {}).includes(password));
    expect(holders.toSorted()).toEqual([owner, 'migrate', 'postgres'].toSorted());
  });

  it('stops a service later than it ends by itself, and keeps data in named volumes', () => {
    for (const app of apps) expect(service(app).stop_grace_period).toBe('30s');
    const mounted = names.flatMap((name) => service(name).volumes ?? []).map((mount) => mount.split(':')[0] as string);
    const isFile = (source: string) => source.startsWith('./');
    expect(mounted.filter((source) => !isFile(source)).toSorted()).toEqual(Object.keys(volumes).toSorted());
    for (const source of mounted.filter(isFile)) expect(existsSync(path.join(root, source))).toBe(true);
  });

  it('lets messages be as large as any topic allows, and makes no topic by itself', () => {
    const { topics } = parse(read('deploy/topics.yaml')) as { topics: { config: Record<string, string> }[] };
    const largest = Math.max(...topics.map(({ config }) => Number(config['max.message.bytes'])));
    expect(service('kafka').environment).toMatchObject({
      KAFKA_MESSAGE_MAX_BYTES: largest,
      KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
      KAFKA_LOG_MESSAGE_TIMESTAMP_TYPE: 'CreateTime',
      KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: 0,
    });
  });
});

describe('docker-compose.dev.yml', () => {
  it('opens the stores to this machine only, and Kafka where it says it is', () => {
    expect(Object.keys(dev.services)).toEqual(['postgres', 'kafka']);
    // In a network that no service is in: whom the stores do not know in production they do not know here.
    expect(dev.services['postgres']?.networks).toEqual(['database', 'development']);
    expect(dev.services['kafka']?.networks).toEqual(['broker', 'development']);
    expect(Object.keys(dev.networks)).toEqual(['development']);
    expect(dev.services['postgres']?.ports).toEqual(['127.0.0.1:${POSTGRES_PORT:-5432}:5432']);
    expect(dev.services['kafka']?.ports).toEqual(['127.0.0.1:${KAFKA_PORT:-9092}:19092']);
    const { KAFKA_LISTENERS, KAFKA_ADVERTISED_LISTENERS } = dev.services['kafka']?.environment ?? {};
    const inProduction = service('kafka').environment;
    expect(String(KAFKA_LISTENERS).split(',')).toEqual(
      expect.arrayContaining([...String(inProduction['KAFKA_LISTENERS']).split(','), 'HOST://:19092']),
    );
    expect(KAFKA_ADVERTISED_LISTENERS).toBe(
      `${inProduction['KAFKA_ADVERTISED_LISTENERS']},HOST://127.0.0.1:\${KAFKA_PORT:-9092}`,
    );
  });
});

describe('.env.example', () => {
  const example = read('.env.example');
  const required = [...example.matchAll(/^([A-Z_]+)=(.*)$/gm)];
  const optional = new Map([...example.matchAll(/^# ([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
  const taken = [...references(text), ...references(read('docker-compose.dev.yml'))];

  it('names everything that compose takes from the environment, and nothing else', () => {
    const named = [...required.map(([, name]) => name), ...optional.keys()];
    expect(named.toSorted()).toEqual([...new Set(taken.map(({ name }) => name))].toSorted());
  });

  it('has no usable secret: compose demands each, and says how it is made', () => {
    expect(required.filter(([, , value]) => value !== '')).toEqual([]);
    for (const [, name] of required) {
      const fallbacks = taken.filter((each) => each.name === name).map(({ fallback }) => fallback);
      const demand = `?${name} is not set, node scripts/make-env.mjs makes it`;
      expect(fallbacks).toContain(demand);
      expect(fallbacks.filter((fallback) => fallback !== undefined && fallback !== demand)).toEqual([]);
    }
  });

  it('tells the defaults that compose has', () => {
    for (const { name, fallback } of taken) {
      if (fallback?.startsWith('-') && fallback !== '-')
        expect([name, optional.get(name)]).toEqual([name, fallback.slice(1)]);
    }
  });

  it('becomes an environment with secrets of its own, once, for its owner to read', () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'tributary-env-'));
    try {
      const make = (file: string) =>
        execFileSync(process.execPath, [path.join(root, 'scripts/make-env.mjs'), path.join(directory, file)], {
          stdio: 'pipe',
        });
      make('one');
      make('two');
      expect(() => make('one')).toThrow('exists already');
      expect(statSync(path.join(directory, 'one')).mode & 0o777).toBe(0o600);
      const secrets = ['one', 'two'].flatMap((file) =>
        [...readFileSync(path.join(directory, file), 'utf8').matchAll(/^[A-Z_]+=(.*)$/gm)].map(([, value]) => value),
      );
      expect(secrets).toHaveLength(2 * required.length);
      expect(new Set(secrets).size).toBe(secrets.length);
      expect(Math.min(...secrets.map((value) => value?.length ?? 0))).toBeGreaterThanOrEqual(43);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
