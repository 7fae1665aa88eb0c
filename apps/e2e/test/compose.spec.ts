import { describe, expect, it } from '@jest/globals';
import { TestingConfig } from '@tributary/testing/config';
import { cpuRequestOf, memoryLimitOf } from '@tributary/testing/load/cpu-request';
import type { ServiceName } from '@tributary/testing/processes/processes-program';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { acls, scalerUser } from '@tributary/bus/topics/acls';
import { topicCatalog } from '@tributary/contracts/topics/topic-catalog';
import { parse } from 'yaml';
import { heapFits } from '../src/deployment/deployment-settings.js';

interface Service {
  image: string;
  command?: string[];
  environment: Record<string, string | number>;
  ports?: string[];
  networks?: string[];
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
const apps: ServiceName[] = [
  'gateway',
  'admin',
  'tracking-ingest',
  'activity-analysis',
  'import-worker',
  'warehouse-metadata',
  'analytics',
];
const steps = ['migrate', 'acls', 'topics'];
const databaseOwners = ['admin', 'tracking-ingest', 'activity-analysis', 'import-worker', 'warehouse-metadata'];
const variable = (app: string) => app.toUpperCase().replaceAll('-', '_');

/** References to `${NAME:?…}`, `${NAME:-…}` and `${NAME}`. `fallback` is the text after the colon, if there is one. */
const references = (source: string) =>
  [...source.matchAll(/(?<!\$)\$\{([A-Z_]+)(?::([-?][^}]*))?\}/g)].map(([, name = '', fallback]) => ({
    name,
    fallback,
  }));

describe('docker-compose.yml', () => {
  it('runs every service, every preparation step, and the stores in the versions that the suites use', () => {
    const ofProfiles = names.filter((name) => service(name).profiles?.[0]?.match(/^(observability|clickhouse)$/));
    expect(names.toSorted()).toEqual(
      [...apps, ...steps, 'operator', 'kafka-certificate', 'kafka', 'postgres', ...ofProfiles].toSorted(),
    );
    const images = TestingConfig.parse({});
    expect(service('kafka').image).toBe(`\${KAFKA_IMAGE:-${images.KAFKA_IMAGE}}`);
    expect(service('postgres').image).toBe(`\${POSTGRES_IMAGE:-${images.POSTGRES_IMAGE}}`);
    for (const app of apps)
      expect(service(app)).toMatchObject({ command: [app], image: '${TRIBUTARY_IMAGE:-tributary}' });
  });

  it.each([...apps, ...steps, 'operator'])('gives %s a read-only root file system and a /tmp', (name) => {
    expect(service(name)).toMatchObject({ read_only: true, tmpfs: [expect.stringContaining('/tmp')] });
  });

  it.each(names)('drops all capabilities of %s, forbids new privileges, and limits its memory', (name) => {
    expect(service(name).cap_drop).toEqual(['ALL']);
    expect(service(name).security_opt).toEqual(['no-new-privileges:true']);
    expect(service(name).mem_limit).toBeTruthy();
  });

  it.each(apps)('gives %s the same CPU weight as Kubernetes', (app) => {
    // The default weight of Docker, which the stores have, equals the weight of one core.
    expect(service(app).cpu_shares ?? 1_024).toBe(Math.floor(cpuRequestOf(app) * 1.024));
  });

  // analytics has a smaller DuckDB here, by the default of FACTS_MEMORY_LIMIT.
  it.each(apps.filter((app) => app !== 'analytics'))(
    'gives %s the memory and heap that it has in Kubernetes',
    (app) => {
      const { environment, mem_limit } = service(app);
      const [, amount, unit] = /^(\d+)([mg])$/.exec(mem_limit) ?? [];
      expect(Number(amount) * (unit === 'g' ? 1_024 : 1)).toBe(memoryLimitOf(app));
      const settings = read(`deploy/kubernetes/base/services/${app}.env`);
      expect(environment['NODE_OPTIONS']).toBe(/^NODE_OPTIONS=(.+)$/m.exec(settings)?.[1]);
    },
  );

  it.each(apps)('gives %s a memory limit above its heap', (app) => {
    const { environment, mem_limit } = service(app);
    expect([
      environment['NODE_OPTIONS'],
      mem_limit,
      heapFits(String(environment['NODE_OPTIONS']), mem_limit),
    ]).toContain(true);
  });

  it('starts a service when its dependencies are healthy and its steps have succeeded', () => {
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

  it('publishes the port of the gateway, and those of Prometheus and Grafana on localhost only', () => {
    const opened = names.filter((name) => service(name).ports);
    expect(opened).toEqual(['gateway', 'prometheus', 'grafana']);
    expect(service('gateway').ports).toEqual(['${GATEWAY_ADDRESS:-127.0.0.1}:${GATEWAY_PORT:-8080}:8080']);
    for (const observer of opened.slice(1))
      expect(service(observer).ports?.every((port) => port.startsWith('127.0.0.1:'))).toBe(true);
  });

  it('lets only apps with tables reach PostgreSQL, only services Kafka, and only analytics ClickHouse', () => {
    const membersOf = (network: string) => names.filter((name) => service(name).networks?.includes(network)).toSorted();
    expect(membersOf('database')).toEqual([...databaseOwners, 'migrate', 'operator', 'postgres'].toSorted());
    expect(membersOf('broker')).toEqual([...apps, 'acls', 'topics', 'operator', 'kafka'].toSorted());
    expect(membersOf('reports')).toEqual(['analytics', 'clickhouse']);
    const internal = { internal: true };
    expect(networks).toMatchObject({ database: internal, broker: internal, reports: internal });
  });

  it.each(databaseOwners)('gives %s its own role, whose password no other app has', (owner) => {
    const password = `${variable(owner)}_DATABASE_PASSWORD`;
    const url = String(service(owner).environment['DATABASE_URL']);
    expect(url).toMatch(
      new RegExp(`^postgres://tributary_${owner.replaceAll('-', '_')}:\\$\\{${password}:\\?.+\\}@postgres:5432/`),
    );
    expect(service('migrate').environment[`${variable(owner)}_DATABASE_URL`]).toBe(url);
    const holders = names.filter((name) => JSON.stringify(service(name).environment ?? {}).includes(password));
    const commands = owner === 'admin' ? ['migrate', 'operator'] : ['migrate'];
    expect(holders.toSorted()).toEqual([owner, ...commands, 'postgres'].toSorted());
  });

  it.each([...apps, 'operator'])('gives %s its own Kafka user, whose password no other app has', (user) => {
    const password = `${variable(user)}_KAFKA_PASSWORD`;
    expect(service(user).environment).toMatchObject({
      KAFKA_SSL: 'true',
      KAFKA_SASL_USERNAME: `tributary-${user}`,
      KAFKA_SASL_PASSWORD: expect.stringContaining(`\${${password}:?`),
    });
    expect(service('kafka').environment['KAFKA_LISTENER_NAME_BROKER_PLAIN_SASL_JAAS_CONFIG']).toContain(
      ` user_tributary-${user}="\${${password}}"`,
    );
    const holders = names.filter((name) => JSON.stringify(service(name).environment ?? {}).includes(password));
    expect(holders.toSorted()).toEqual([user, ...(user === 'operator' ? ['topics'] : []), 'kafka'].toSorted());
  });

  it('lets clients of the broker in with TLS and a user only, and denies what no ACL allows', () => {
    expect(service('kafka').environment).toMatchObject({
      KAFKA_LISTENERS: 'BROKER://:9092,CONTROLLER://localhost:9093',
      KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: expect.stringContaining('BROKER:SASL_SSL,'),
      KAFKA_AUTHORIZER_CLASS_NAME: 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
      KAFKA_SUPER_USERS: 'User:broker',
    });
    const known = acls(topicCatalog).map(({ user }) => user);
    const users = names.map((name) => (service(name).environment ?? {})['KAFKA_SASL_USERNAME']).filter(Boolean);
    expect([...new Set(users)].toSorted()).toEqual(
      [...new Set(known), 'broker'].filter((user) => user !== scalerUser).toSorted(),
    );
  });

  it('waits 30 s until a service exits, and stores data in named volumes', () => {
    for (const app of apps) expect(service(app).stop_grace_period).toBe('30s');
    const mounted = names.flatMap((name) => service(name).volumes ?? []).map((mount) => mount.split(':')[0] as string);
    const isFile = (source: string) => source.startsWith('./');
    expect([...new Set(mounted.filter((source) => !isFile(source)))].toSorted()).toEqual(
      Object.keys(volumes).toSorted(),
    );
    for (const source of mounted.filter(isFile)) expect(existsSync(path.join(root, source))).toBe(true);
  });

  it('allows messages as large as the largest topic, and creates no topics automatically', () => {
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
  it('publishes the stores on localhost only, and Kafka on its advertised port', () => {
    expect(Object.keys(dev.services)).toEqual(['postgres', 'kafka']);
    // Published ports need a network that is not internal. No service is in this network, so services reach the stores only
    // as in production.
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

  it('names every variable that compose reads, and no other', () => {
    const named = [...required.map(([, name]) => name), ...optional.keys()];
    expect(named.toSorted()).toEqual([...new Set(taken.map(({ name }) => name))].toSorted());
  });

  it('has no usable secret: compose requires each, and its error names the script that creates it', () => {
    expect(required.filter(([, , value]) => value !== '')).toEqual([]);
    for (const [, name] of required) {
      const fallbacks = taken.filter((each) => each.name === name).map(({ fallback }) => fallback);
      const demand = `?${name} is not set, node scripts/make-env.mjs makes it`;
      expect(fallbacks).toContain(demand);
      expect(fallbacks.filter((fallback) => fallback !== undefined && fallback !== demand)).toEqual([]);
    }
  });

  it('names the defaults of compose', () => {
    for (const { name, fallback } of taken) {
      if (fallback?.startsWith('-') && fallback !== '-')
        expect([name, optional.get(name)]).toEqual([name, fallback.slice(1)]);
    }
  });

  const inDirectory = (use: (directory: string) => void) => {
    const directory = mkdtempSync(path.join(tmpdir(), 'tributary-env-'));
    try {
      use(directory);
    } finally {
      rmSync(directory, { recursive: true });
    }
  };
  const make = (file: string) =>
    execFileSync(process.execPath, [path.join(root, 'scripts/make-env.mjs'), file], { stdio: 'pipe' });
  const settingsOf = (file: string) =>
    [...readFileSync(file, 'utf8').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value] as const);

  it('becomes a file with new secrets that only its owner can read, and is never overwritten', () =>
    inDirectory((directory) => {
      const files = ['one', 'two'].map((name) => path.join(directory, name));
      for (const file of files) make(file);
      const [file = ''] = files;
      expect(() => make(file)).toThrow('exists already');
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const secrets = files.flatMap(settingsOf).map(([, value]) => value);
      expect(secrets).toHaveLength(2 * required.length);
      expect(new Set(secrets).size).toBe(secrets.length);
      expect(Math.min(...secrets.map((value) => value?.length ?? 0))).toBeGreaterThanOrEqual(43);
    }));

  it('adds to the file of an older version what it lacks, and changes nothing else', () =>
    inDirectory((directory) => {
      const file = path.join(directory, '.env');
      const older = required.filter(([, name]) => !name?.startsWith('GATEWAY_P')).map(([, name]) => `${name}=kept`);
      writeFileSync(file, ['INTERNAL_KEY=kept', ...older].join('\n'));
      make(file);
      const settings = settingsOf(file);
      expect(settings.filter(([, value]) => value === 'kept')).toHaveLength(older.length + 1);
      expect(settings.slice(-2).map(([name]) => name)).toEqual(['GATEWAY_PRIVATE_KEY', 'GATEWAY_PUBLIC_KEY']);
      // Half of a pair fits no other half.
      writeFileSync(file, readFileSync(file, 'utf8').replace(/^GATEWAY_PUBLIC_KEY=.*$/m, ''));
      expect(() => make(file)).toThrow('one key of a pair without GATEWAY_PUBLIC_KEY');
    }));
});
