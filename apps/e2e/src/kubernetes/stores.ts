import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { operatorUser, scalerUser, userOf } from '@tributary/bus/topics/acls';
import { appNames } from '@tributary/contracts/topics/topic-description';
import { createAuthority } from '@tributary/testing/kafka/kafka-certificates';
import { kafkaDirectory } from '@tributary/testing/kafka/kafka-jars';
import { createUser, securityProperties, superUser } from '@tributary/testing/kafka/secured-kafka';
import { repository } from '../compose/compose-command.js';
import type { Cluster } from './cluster.js';

const manifests = path.join(import.meta.dirname, 'manifests');
/** Where the pod of Kafka finds its files. */
const kafkaFiles = '/etc/kafka/server';
const kafkaHost = 'kafka-bootstrap.kafka';
/** With its full name, as KEDA reaches it from its own namespace. */
const postgresHost = 'postgresql.postgresql.svc.cluster.local';

/** Apps with tables. */
export const databaseOwners = [
  'activity-analysis',
  'admin',
  'import-worker',
  'tracking-ingest',
  'warehouse-metadata',
] as const;

const newPassword = () => randomBytes(24).toString('base64url');

export const secret = (namespace: string, name: string, stringData: Record<string, string>) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { namespace, name },
  stringData,
});
const namespace = (name: string) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });

/** Kafka and PostgreSQL as pods, with the users that the product needs. */
export class ClusterStores {
  /** Certificate of the authority that has signed the broker's, PEM. */
  ca = '';
  private readonly kafkaPasswords = new Map(
    [superUser, operatorUser, scalerUser, ...appNames.map(userOf)].map((user) => [user, newPassword()]),
  );
  private readonly databasePasswords = new Map(
    ['tributary', ...databaseOwners].map((owner) => [owner, newPassword()] as const),
  );

  constructor(private readonly cluster: Cluster) {}

  kafkaPassword(user: string): string {
    return this.kafkaPasswords.get(user) ?? '';
  }

  /** The URL of the database for an app's role, or for the owner of all. */
  databaseUrl(owner: (typeof databaseOwners)[number] | 'tributary', host = postgresHost): string {
    const role = owner === 'tributary' ? owner : `tributary_${owner.replace('-', '_')}`;
    return `postgres://${role}:${this.databasePasswords.get(owner)}@${host}:5432/tributary`;
  }

  /** Starts both. Resolves when they are ready, and the users of Kafka have their rights. */
  async start(): Promise<void> {
    await Promise.all([this.startKafka(), this.startPostgres()]);
    const withinMs = '--timeout=240s';
    await this.cluster.kubectl('-n', 'kafka', 'wait', '--for=condition=complete', withinMs, 'job/acls');
    await this.cluster.kubectl('-n', 'postgresql', 'rollout', 'status', withinMs, 'statefulset/postgresql');
  }

  private async startKafka(): Promise<void> {
    const directory = await mkdtemp(path.join(tmpdir(), 'tributary-authority-'));
    try {
      const authority = await createAuthority(directory);
      const { key, cert } = await authority.issue('kafka', [kafkaHost, `${kafkaHost}.svc.cluster.local`]);
      this.ca = authority.ca;
      const password = this.kafkaPassword(superUser);
      const files = {
        'keystore.pem': key + cert,
        'ca.crt': this.ca,
        'server.properties': await serverProperties(password),
        users: Array.from(this.kafkaPasswords, ([user, value]) => createUser(user, value)).join('\n'),
        password,
      };
      await this.cluster.apply(namespace('kafka'), secret('kafka', 'kafka-server', files), await manifest('kafka'));
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  }

  private async startPostgres(): Promise<void> {
    const roles = await readFile(path.join(repository, 'deploy/postgres/roles.sh'), 'utf8');
    const settings: Record<string, string> = { POSTGRES_USER: 'tributary', POSTGRES_DB: 'tributary' };
    for (const [owner, password] of this.databasePasswords)
      settings[owner === 'tributary' ? 'POSTGRES_PASSWORD' : `${variableOf(owner)}_DATABASE_PASSWORD`] = password;
    const metadata = { namespace: 'postgresql', name: 'roles' };
    await this.cluster.apply(
      namespace('postgresql'),
      secret('postgresql', 'postgresql', settings),
      { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { 'roles.sh': roles } },
      await manifest('postgresql'),
    );
  }
}

const variableOf = (owner: string) => owner.replace('-', '_').toUpperCase();
const manifest = (name: string) => readFile(path.join(manifests, `${name}.yaml`), 'utf8');

async function serverProperties(password: string): Promise<string> {
  const common = await readFile(path.join(kafkaDirectory, 'server.properties'), 'utf8');
  return `${common}
listeners=SASL_SSL://:9092,CONTROLLER://localhost:9093
advertised.listeners=SASL_SSL://${kafkaHost}:9092
controller.quorum.bootstrap.servers=localhost:9093
log.dirs=/var/lib/kafka/data/logs
message.max.bytes=5242880
${securityProperties(kafkaFiles, password)}`;
}
