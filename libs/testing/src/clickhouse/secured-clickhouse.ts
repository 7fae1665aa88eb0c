import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createAuthority, type Authority } from '../kafka/kafka-certificates.js';
import { startClickHouse, type ClickHouseServer } from './clickhouse-server.js';
import { openTlsPort, type PortOptions } from './tls-port.js';

export interface SecuredClickHouse {
  server: ClickHouseServer;
  /** Port with TLS. */
  port: number;
  /** Its certificate is for 127.0.0.1, localhost and the given hosts. */
  url: string;
  user: string;
  password: string;
  authority: Authority;
  stop(): Promise<void>;
}

export interface SecuredOptions extends PortOptions {
  /** Further hosts of the certificate. */
  hosts?: string[];
}

/**
 * A ClickHouse with TLS, and with a user who may do everything in the database `tributary`, and nothing else. The server for
 * specs opens no port with TLS, so a port in front of it ends TLS.
 */
export async function startSecuredClickHouse({ hosts, ...options }: SecuredOptions = {}): Promise<SecuredClickHouse> {
  const directory = await mkdtemp(path.join(tmpdir(), 'tributary-clickhouse-tls-'));
  const [user, password] = ['tributary', randomBytes(24).toString('base64url')];
  let server: ClickHouseServer | undefined;
  try {
    const [config, users] = [path.join(directory, 'config.xml'), path.join(directory, 'users.xml')];
    await writeFile(config, `<clickhouse><users_config>${users}</users_config></clickhouse>`);
    await writeFile(users, usersConfig(user, password));
    const started = await startClickHouse([`--config-file=${config}`]);
    server = started;
    const authority = await createAuthority(directory);
    const certificate = await authority.issue('clickhouse', hosts);
    const secured = await openTlsPort(started.url, { ...certificate, ...options });
    return {
      server: started,
      port: secured.port,
      url: `https://${options.host ?? '127.0.0.1'}:${secured.port}`,
      user,
      password,
      authority,
      stop: async () => {
        await secured.stop();
        await started.stop();
        await rm(directory, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await server?.stop();
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
}

/** The rights are those of docs/operations.md. The user `default` is for `startClickHouse`, which asks whether it answers. */
const usersConfig = (user: string, password: string) => `<clickhouse>
  <profiles><default/></profiles>
  <quotas><default/></quotas>
  <users>
    <default>
      <password/><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota>
    </default>
    <${user}>
      <password>${password}</password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota>
      <grants>
        <query>grant all on tributary.*</query>
        <query>grant table engine on ReplacingMergeTree</query>
        <query>grant table engine on AggregatingMergeTree</query>
      </grants>
    </${user}>
  </users>
</clickhouse>`;
