import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { operatorUser, scalerUser, userOf } from '@tributary/bus/topics/acls';
import { newGatewayKeys } from '@tributary/contracts/admin/gateway-keys';
import { appNames } from '@tributary/contracts/topics/topic-description';
import { testingConfig } from '@tributary/testing/config';
import type { Platform } from '@tributary/testing/processes/platform';
import { productImage } from '../compose/compose-image.js';
import { repository } from '../compose/compose-command.js';
import { Cluster } from './cluster.js';
import { ClusterStores, databaseOwners, secret } from './stores.js';

const overlays = path.join(import.meta.dirname, 'overlays');
/** Generous, because two cores start all pods. */
const withinMs = '--timeout=300s';
const tributary = 'tributary';

type Overlay = 'small' | 'production';

/** The product on a cluster of its own, installed as deploy/kubernetes/README.md says. */
export class Installation {
  readonly token = randomBytes(32).toString('hex');
  readonly stores: ClusterStores;
  /** Address of the Service of the gateway. */
  private gateway = '';
  private postgres = '';

  private constructor(
    readonly cluster: Cluster,
    private readonly overlay: Overlay,
  ) {
    this.stores = new ClusterStores(cluster);
  }

  /** @param more secrets of the overlay, by their names */
  static async start(overlay: Overlay, more: Record<string, Record<string, string>> = {}): Promise<Installation> {
    const cluster = await Cluster.start({ scaling: overlay === 'production' });
    try {
      const installation = new Installation(cluster, overlay);
      await installation.install(more);
      return installation;
    } catch (error) {
      const explained = await cluster.explain(error);
      await cluster.stop();
      throw explained;
    }
  }

  get platform(): Platform {
    return {
      url: `http://${this.gateway}:8080`,
      token: this.token,
      process: (name) => {
        throw new Error(`${name} is a pod, not a process of this machine`);
      },
      explain: (error) => (error instanceof Error ? error : new Error(String(error))),
      stop: () => this.cluster.stop(),
    };
  }

  /** The URL of the database for this machine, as the owner of all schemas. */
  get databaseUrl(): string {
    return this.stores.databaseUrl('tributary', this.postgres);
  }

  /** Runs kubectl in the namespace of the product. */
  kubectl(...args: string[]): Promise<string> {
    return this.cluster.kubectl('-n', tributary, ...args);
  }

  /** Resolves when all pods of all services run the current template and are ready. */
  async untilRolledOut(): Promise<void> {
    await this.kubectl('rollout', 'status', withinMs, 'deployment', '-l', 'app.kubernetes.io/part-of=tributary');
    await this.kubectl('rollout', 'status', withinMs, 'statefulset/analytics');
  }

  /** Restarts all workloads, as after a change of a Secret. Resolves when all new pods are ready. */
  async restartAll(): Promise<void> {
    await this.kubectl('rollout', 'restart', 'deployment,statefulset');
    await this.untilRolledOut();
  }

  /** Applies an overlay of the suite. Resolves when all pods run its templates and are ready. */
  async apply(overlay: Overlay | 'clickhouse'): Promise<void> {
    await this.cluster.kubectl('apply', '-k', path.join(overlays, overlay));
    await this.untilRolledOut();
  }

  /** Asks for the eviction of a pod, as a drain does. @returns the refusal, or an empty text. */
  async evict(pod: string): Promise<string> {
    const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { namespace: tributary, name: pod } };
    const url = `/api/v1/namespaces/${tributary}/pods/${pod}/eviction`;
    const { code, errors } = await this.cluster.tryKubectl(['create', '--raw', url, '-f', '-'], eviction);
    return code === 0 ? '' : errors;
  }

  private async install(more: Record<string, Record<string, string>>): Promise<void> {
    await importImages(this.cluster);
    await this.stores.start();
    await this.cluster.kubectl('apply', '-f', path.join(repository, 'deploy/kubernetes/base/platform/namespace.yaml'));
    const secrets = Object.entries({ ...this.secrets(), ...more });
    await this.cluster.apply({
      apiVersion: 'v1',
      kind: 'List',
      items: secrets.map(([name, data]) => secret(tributary, name, data)),
    });
    await this.cluster.kubectl('apply', '-k', path.join(overlays, this.overlay, 'prepare'));
    const prepare = 'app.kubernetes.io/component=prepare';
    await this.kubectl('wait', '--for=condition=complete', withinMs, 'job', '-l', prepare);
    await this.apply(this.overlay);
    this.gateway = await this.addressOf(tributary, 'gateway');
    this.postgres = await this.addressOf('postgresql', 'postgresql');
  }

  private addressOf(namespace: string, service: string): Promise<string> {
    return this.cluster.kubectl('-n', namespace, 'get', 'service', service, '-o', 'jsonpath={.spec.clusterIP}');
  }

  /** The Secrets that the README of the manifests asks for. */
  private secrets(): Record<string, Record<string, string>> {
    const { stores } = this;
    const databases = databaseOwners.map((app) => [`${app}-database`, { url: stores.databaseUrl(app) }] as const);
    const users = appNames.map((app) => [`${app}-kafka`, { password: stores.kafkaPassword(userOf(app)) }] as const);
    return {
      'gateway-keys': newGatewayKeys(),
      'secrets-key': { keys: randomBytes(32).toString('base64') },
      'bootstrap-api-token': { token: this.token },
      ...Object.fromEntries(databases),
      ...Object.fromEntries(users),
      'operator-kafka': { password: stores.kafkaPassword(operatorUser) },
      'keda-kafka': { username: scalerUser, password: stores.kafkaPassword(scalerUser) },
      'kafka-ca': { 'ca.crt': stores.ca },
    };
  }
}

async function importImages(cluster: Cluster): Promise<void> {
  const { KAFKA_IMAGE, POSTGRES_IMAGE } = testingConfig();
  await Promise.all([
    cluster.importImage(KAFKA_IMAGE, 'cluster.test/kafka:suite'),
    cluster.importImage(POSTGRES_IMAGE, 'cluster.test/postgres:suite'),
    cluster.importImage(await productImage(), 'cluster.test/tributary:suite'),
  ]);
}
