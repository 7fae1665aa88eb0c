import { SnowflakeCredentials } from '@tributary/contracts/warehouses/warehouse-credentials';
import type { Connection, ConnectionOptions } from 'snowflake-sdk';
import { orAborted } from './or-aborted.js';

/** A row by column name in lower case: SHOW and SELECT return the names in different case. */
type SnowflakeRow = Record<string, unknown>;

/** A session with an account, through Snowflake's own driver. The first session loads the driver. */
export class SnowflakeSession {
  private constructor(
    private readonly connection: Connection,
    private readonly signal: AbortSignal,
  ) {}

  /** @param accessUrl replaces Snowflake's own address, in specs; a client must never choose it */
  static async open(
    { private_key, password, ...credentials }: SnowflakeCredentials,
    accessUrl: string | undefined,
    signal: AbortSignal,
  ): Promise<SnowflakeSession> {
    const { default: snowflake } = await import('snowflake-sdk');
    // Otherwise the driver writes a log file into the working directory.
    snowflake.configure({ logLevel: 'OFF', additionalLogToConsole: false });
    const proof =
      private_key === undefined ? { password } : { privateKey: private_key, authenticator: 'SNOWFLAKE_JWT' };
    const options: ConnectionOptions = {
      ...credentials,
      ...(proof as ConnectionOptions),
      ...(accessUrl !== undefined && { accessUrl }),
      application: 'Tributary',
      sfRetryMaxLoginRetries: 1,
      fetchAsString: ['Number', 'Date', 'Boolean'],
    };
    const connection = snowflake.createConnection(options);
    // Not connectAsync: it resolves even if the login is refused.
    const connected = new Promise<void>((resolve, reject) => {
      connection.connect((error) => (error ? reject(error) : resolve()));
    });
    await orAborted(signal, connected);
    return new SnowflakeSession(connection, signal);
  }

  query(sqlText: string): Promise<SnowflakeRow[]> {
    const rows = new Promise<SnowflakeRow[]>((resolve, reject) => {
      this.connection.execute({
        sqlText,
        complete: (error, _statement, rows) => (error ? reject(error) : resolve((rows ?? []).map(lowerCased))),
      });
    });
    return orAborted(this.signal, rows);
  }

  /** Does not wait. */
  close(): void {
    this.connection.destroy(() => undefined);
  }
}

const lowerCased = (row: SnowflakeRow): SnowflakeRow =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name.toLowerCase(), value]));
