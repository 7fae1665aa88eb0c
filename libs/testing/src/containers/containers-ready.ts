import { Kafka, logLevel } from 'kafkajs';
import pg from 'pg';

/** @throws unless a broker of the cluster answers. An open port proves nothing: Docker's proxy opens it at once. */
export async function pingBroker(brokers: string[]): Promise<void> {
  const kafka = new Kafka({
    brokers,
    logLevel: logLevel.NOTHING,
    retry: { retries: 0 },
    connectionTimeout: 1_000,
    requestTimeout: 5_000,
  });
  const admin = kafka.admin();
  try {
    await admin.connect();
    const cluster = await admin.describeCluster();
    if (cluster.brokers.length === 0) throw new Error('the cluster has no broker yet');
  } finally {
    await admin.disconnect();
  }
}

/** @throws unless the database answers a query. */
export async function pingDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000, query_timeout: 30_000 });
  // A connection that breaks later emits an error; without a listener the error would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    await client.end().catch(() => undefined);
  }
}
