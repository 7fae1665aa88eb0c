import { z } from 'zod';

const text = z.string().min(1, 'must not be empty');

/** A host name or IP address. Not a path: drivers would open it as a Unix socket of this machine. */
const Host = z
  .string()
  .max(255)
  .regex(/^[A-Za-z0-9_.:-]+$/, 'must be a host name or an IP address');

const Ssl = z.union(
  [
    z.boolean(),
    z.object({
      /** PEM of the authority that has signed the server's certificate. Default: the system's trusted authorities. */
      ca: text.optional(),
      /** False: the connection is encrypted, but the server's certificate is not checked. */
      verify: z.boolean().default(true),
    }),
  ],
  'must be true, false, or an object with ca (a PEM text), verify (true or false) or both',
);

export const PostgresCredentials = z.object({
  host: Host,
  port: z.number().int().min(1).max(65_535),
  user: text,
  password: z.string(),
  /** Limits a refresh to one database. */
  database: text.optional(),
  ssl: Ssl.optional(),
});
export type PostgresCredentials = z.infer<typeof PostgresCredentials>;

export const SnowflakeCredentials = z
  .object({
    // It becomes part of a host name.
    account: z
      .string()
      .max(255)
      .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]*$/, 'must be an account identifier'),
    username: text,
    private_key: text.optional(),
    password: text.optional(),
    role: text.optional(),
    warehouse: text.optional(),
    /** Limits a refresh to one database. */
    database: text.optional(),
  })
  .refine(({ private_key, password }) => (private_key === undefined) !== (password === undefined), {
    message: 'give either private_key or password',
    path: ['private_key'],
  });
export type SnowflakeCredentials = z.infer<typeof SnowflakeCredentials>;

/** A service-account key. Its URLs (token_uri, …) are dropped: a client must not choose where our requests go. */
export const BigQueryCredentials = z.object({
  type: z.literal('service_account').default('service_account'),
  project_id: z
    .string()
    .max(128)
    .regex(/^[a-z0-9][a-z0-9.:-]*$/, 'must be a project id'),
  private_key: text,
  client_email: text,
});
export type BigQueryCredentials = z.infer<typeof BigQueryCredentials>;

/** The JSON document with the credentials of each type of engine. */
export const credentialsOf = {
  POSTGRES: PostgresCredentials,
  SNOWFLAKE: SnowflakeCredentials,
  BIG_QUERY: BigQueryCredentials,
} as const;

/** The credentials of any engine. */
export const WarehouseCredentials = z.union([PostgresCredentials, SnowflakeCredentials, BigQueryCredentials]);
export type WarehouseCredentials = z.infer<typeof WarehouseCredentials>;
