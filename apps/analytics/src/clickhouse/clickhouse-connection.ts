import { ClickHouseLogLevel, createClient, type ClickHouseClient, type ClickHouseSettings } from '@clickhouse/client';
import type { ReportValue } from '@tributary/contracts/analytics/report';
import { readPem } from '@tributary/runtime/pem';
import type { Parameter, Statement } from '../facts/fact.store.js';

export interface ClickHouseOptions {
  /** URL of the HTTP interface. */
  url: string;
  user: string;
  password: string;
  /** Created if it does not exist. */
  database: string;
  /** A path or PEM: the certificate authorities to trust instead of the public ones. */
  ca?: string | undefined;
}

export interface QueryLimits {
  timeoutMs: number;
  /** Bytes. */
  memory: number;
  threads: number;
}

type Row = Record<string, unknown>;

/** Settings for a dialect of standard SQL with exact values. */
const sqlSettings: ClickHouseSettings = {
  join_use_nulls: 1,
  joined_subquery_requires_alias: 0,
  prefer_column_name_to_alias: 1,
  cast_keep_nullable: 1,
  precise_float_parsing: 1,
  // Facts that an operator has distributed over shards: 26.7 changes the meaning of a negated group of filters when it
  // copies them into the queries of the shards.
  allow_push_predicate_ast_for_distributed_subqueries: 0,
  output_format_json_quote_64bit_integers: 0,
  output_format_json_quote_denormals: 0,
  // An error while rows are written is then a status, not the end of a body.
  wait_end_of_query: 1,
};

// 26.7 inserts asynchronously by default, and then deduplicates by a token only if another setting says so.
const writeSettings: ClickHouseSettings = {
  ...sqlSettings,
  async_insert: 0,
  insert_deduplicate: 1,
  // Where an operator has distributed a table over shards: the insert waits for the shards.
  distributed_foreground_insert: 1,
};

/** Together they end a query whose client is gone. */
const endWithClient: ClickHouseSettings = { readonly: '2', cancel_http_readonly_queries_on_client_close: 1 };

/** A report has values of at most 1 MiB, and some SQL for each of its 100 filters. */
const maxQueryBytes = String(16 * 1024 * 1024);

/** A server that does not answer must not hold a batch for ever. */
const defaultTimeoutMs = 60_000;

/** ClickHouse over HTTP, with the settings that every statement needs. */
export class ClickHouseConnection {
  private readonly client: ClickHouseClient;
  private readonly closing = new AbortController();

  /** @param timeoutMs how long a statement may send nothing */
  constructor({ url, user, password, database, ca }: ClickHouseOptions, timeoutMs = defaultTimeoutMs) {
    this.client = createClient({
      url,
      username: user,
      password,
      database,
      request_timeout: timeoutMs,
      log: { level: ClickHouseLogLevel.OFF },
      ...(ca && { tls: { ca_cert: Buffer.from(readPem(ca)) } }),
    });
  }

  /** Rows of values of one report. `$n` are placeholders. An abort ends the query on the server, too. */
  async report({ sql, params }: Statement, limits: QueryLimits, signal: AbortSignal): Promise<ReportValue[][]> {
    const query = sql.replace(/\$(\d+)/g, (_, n: string) => literal(params[Number(n) - 1] ?? ''));
    const result = await this.client.query({
      query,
      format: 'JSONCompactEachRow',
      abort_signal: signal,
      clickhouse_settings: {
        ...sqlSettings,
        ...endWithClient,
        max_execution_time: limits.timeoutMs / 1_000,
        max_memory_usage: String(limits.memory),
        max_bytes_before_external_group_by: String(Math.floor(limits.memory / 2)),
        max_threads: limits.threads,
        max_query_size: maxQueryBytes,
      },
    });
    return result.json<ReportValue[]>();
  }

  /** @param params placeholders are `{name:Type}` */
  async rows<T>(query: string, params: Row = {}): Promise<T[]> {
    const result = await this.client.query({
      query,
      query_params: params,
      use_multipart_params: true,
      format: 'JSONEachRow',
      abort_signal: this.closing.signal,
      clickhouse_settings: sqlSettings,
    });
    return result.json<T>();
  }

  /** @param token the same insert with the same token adds nothing, while ClickHouse remembers it */
  async insert(table: string, values: Row[], token?: string): Promise<void> {
    if (values.length === 0) return;
    await this.client.insert({
      table,
      values,
      format: 'JSONEachRow',
      abort_signal: this.closing.signal,
      clickhouse_settings: { ...writeSettings, ...(token !== undefined && { insert_deduplication_token: token }) },
    });
  }

  async command(query: string, params: Row = {}, settings: ClickHouseSettings = {}): Promise<void> {
    await this.client.command({
      query,
      query_params: params,
      abort_signal: this.closing.signal,
      clickhouse_settings: { ...writeSettings, ...settings },
    });
  }

  async isUp(): Promise<boolean> {
    return (await this.client.ping({ select: true })).success;
  }

  /** Statements that are running fail, and so do later ones. The server finishes a mutation nevertheless. */
  close(): Promise<void> {
    this.closing.abort();
    return this.client.close();
  }
}

/**
 * A value as SQL in base64, so that no text can be taken for SQL. A query parameter would do as well, but
 * ClickHouse takes none of more than 128 KiB, and a list of a report may have 1 MiB.
 */
function literal(value: Parameter): string {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? `toInt64(${value})` : `toFloat64(${value})`;
  if (typeof value === 'string') return `base64Decode('${Buffer.from(value).toString('base64')}')`;
  const json = Buffer.from(JSON.stringify(value)).toString('base64');
  return `JSONExtract(base64Decode('${json}'), 'Array(${typeof value[0] === 'number' ? 'Float64' : 'String'})')`;
}
