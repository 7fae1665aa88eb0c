import { afterAll, beforeAll } from '@jest/globals';
import { type ClickHouseServer, startClickHouse } from '@tributary/testing/clickhouse/clickhouse-server';
import { type KafkaCluster, startKafkaCluster } from '@tributary/testing/kafka/kafka-cluster';
import { OpenIdServer } from '@tributary/testing/openid/openid-server';
import { type PostgresPair, startPostgresPair } from '@tributary/testing/postgres/postgres-pair';
import { ReplicatedFleet } from './replicated-fleet.js';
import { Scenario } from './scenario.js';
import { stepsOn } from './step.js';

/**
 * Two processes of each app behind a balancer, on three brokers, a database with a standby, and ClickHouse, shared by all
 * steps of a file. Create it at the top of the file.
 */
export class ReplicatedSuite {
  cluster: KafkaCluster;
  pair: PostgresPair;
  replicated: ReplicatedFleet;
  scenario: Scenario;
  /** Signs people in. Their browsers open a gateway by its own address. */
  readonly provider = new OpenIdServer('http://localhost');
  private clickHouse: ClickHouseServer;
  readonly step = stepsOn(
    () => this.fleet,
    () => this.fleet.start(),
  );

  constructor() {
    beforeAll(async () => {
      [this.cluster, this.pair, this.clickHouse] = await Promise.all([
        startKafkaCluster({ hasLongSessions: true }),
        startPostgresPair(),
        startClickHouse(),
      ]);
      await this.provider.start();
      const stores = { brokers: this.cluster.brokers, databaseUrl: this.pair.url };
      this.replicated = await ReplicatedFleet.start(stores, {
        KAFKA_REPLICATION_FACTOR: '3',
        CLICKHOUSE_URL: this.clickHouse.url,
        CLICKHOUSE_DATABASE: 'copies',
        ...this.provider.settings,
      });
      this.scenario = new Scenario(this.fleet, () => this.pair.url);
    });
    afterAll(async () => {
      // Undefined if the start failed.
      await (this.replicated as ReplicatedFleet | undefined)?.stop();
      await this.provider.stop();
      await (this.cluster as KafkaCluster | undefined)?.stop();
      await (this.pair as PostgresPair | undefined)?.stop();
      await (this.clickHouse as ClickHouseServer | undefined)?.stop();
    });
  }

  get fleet() {
    return this.replicated.fleet;
  }
}
