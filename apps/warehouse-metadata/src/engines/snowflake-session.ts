import { SnowflakeCredentials } from '@tributary/contracts/warehouse-credentials';
import type { Connection, ConnectionOptions } from 'snowflake-sdk';
import { orAborted } from './or-aborted.js';

/** A row by the names of its columns, in lower case: SHOW and SELECT spell them differently. */
export type SnowflakeRow = Record<string, unknown>;

/** A session with an account, through Snowflake's own driver, which is loaded when the first one is opened. */
export class SnowflakeSession {
  private constructor(
    private readonly connection: Connection,
    private readonly signal: AbortSignal,
  ) {}

  /** @param accessUrl where the account is, if not at Snowflake's own address; never a client's choice */
  static async open(
    { private_key, password, ...credentials }: SnowflakeCredentials,
    accessUrl: string | undefined,
    signal: AbortSignal,
  ): Promise<SnowflakeSession> {
    const { default: snowflake } = await import('snowflake-sdk');
    // Otherwise it writes a log into the working directory.
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
    // Not connectAsync: it resolves also when the login is refused.
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

  /** Without waiting. */
  close(): void {
    this.connection.destroy(() => undefined);
  }
}

const lowerCased = (row: SnowflakeRow): SnowflakeRow =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name.toLowerCase(), value]));
