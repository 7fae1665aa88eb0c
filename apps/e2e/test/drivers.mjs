// Runs inside the image. It loads each driver that services load lazily, and uses it once against a server with minimal
// responses. It prints the name of each driver that works.
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Readable } from 'node:stream';

const requests = [];
const server = createServer((request, response) => {
  requests.push(`${request.method} ${request.url.split('?')[0]}`);
  request.resume().on('end', () => {
    response.setHeader('content-type', 'application/json').setHeader('etag', '"1"');
    response.end(
      JSON.stringify(request.url.includes('login') ? { success: false, code: '390100', message: 'no' } : {}),
    );
  });
});
await once(server.listen(0, '127.0.0.1'), 'listening');
const url = `http://127.0.0.1:${server.address().port}`;

/** @throws unless the server got a request with this method and path. */
function expectRequest(line) {
  if (!requests.some((each) => each.startsWith(line)))
    throw new Error(`no request ${line}, but: ${requests.join(', ')}`);
}

const drivers = {
  async DuckDB() {
    const { DuckDBInstance } = await import('@duckdb/node-api');
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const rows = await (await connection.runAndReadAll('select 42')).getRows();
    if (rows[0][0] !== 42) throw new Error(String(rows));
  },
  async S3() {
    const { S3Client } = await import('@aws-sdk/client-s3');
    const { Upload } = await import('@aws-sdk/lib-storage');
    const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
    const client = new S3Client({ endpoint: url, region: 'us-east-1', forcePathStyle: true, credentials });
    await new Upload({ client, params: { Bucket: 'b', Key: 'k', Body: Readable.from(['text']) } }).done();
    expectRequest('PUT /b/k');
  },
  async Snowflake() {
    const { default: snowflake } = await import('snowflake-sdk');
    snowflake.configure({ logLevel: 'OFF' });
    const options = { account: 'a', accessUrl: url, username: 'u', password: 'p' };
    const error = await new Promise((resolve) => snowflake.createConnection(options).connect(resolve));
    expectRequest('POST /session/v1/login-request');
    if (error?.code !== '390100') throw error;
  },
  async BigQuery() {
    process.env.BIGQUERY_EMULATOR_HOST = url;
    const { BigQuery } = await import('@google-cloud/bigquery');
    const [datasets] = await new BigQuery({ projectId: 'p' }).getDatasets();
    expectRequest('GET /projects/p/datasets');
    if (datasets.length > 0) throw new Error('unexpected datasets');
  },
  async PostgreSQL() {
    const { default: pg } = await import('pg');
    const { from } = await import('pg-copy-streams');
    from('copy t from stdin');
    const error = await new pg.Client({ host: '127.0.0.1', port: 1 }).connect().catch((configError) => configError);
    if (error?.code !== 'ECONNREFUSED') throw error;
  },
  async OpenTelemetry() {
    const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
    const { NodeTracerProvider, SimpleSpanProcessor } = await import('@opentelemetry/sdk-trace-node');
    const spanProcessors = [new SimpleSpanProcessor(new OTLPTraceExporter({ url: `${url}/v1/traces` }))];
    const provider = new NodeTracerProvider({ spanProcessors });
    provider.getTracer('drivers').startSpan('one').end();
    await provider.forceFlush();
    expectRequest('POST /v1/traces');
  },
  async agents() {
    const { resolve } = createRequire(`${process.cwd()}/apps/gateway/package.json`);
    const { serveAgent } = await import(resolve('@tributary/gateway/agents/serve-agent'));
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const request = new Request('http://gateway/mcp', { method: 'POST', headers, body: JSON.stringify(message) });
    const call = { token: '', mayWrite: false, showsAddresses: false, fetch };
    const { response } = await serveAgent(request, message, call);
    const text = await response.text();
    if (!text.includes('describe_datamart')) throw new Error(text);
  },
  page() {
    for (const file of ['swagger-ui.css', 'index.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'])
      if (!existsSync(`node_modules/swagger-ui-dist/${file}`)) throw new Error(`${file} is missing`);
  },
  console() {
    const { resolve } = createRequire(`${process.cwd()}/apps/gateway/package.json`);
    const dist = path.join(path.dirname(resolve('@tributary/console/package.json')), 'dist');
    const files = readdirSync(dist, { recursive: true });
    for (const kind of [/^index\.html$/, /^assets\/.*\.js$/, /\.js\.br$/, /\.js\.gz$/, /\.css$/])
      if (!files.some((file) => kind.test(file))) throw new Error(`no file is like ${kind}`);
    for (const name of ['react', 'vite', '@mantine/core', 'echarts'])
      if (existsSync(`node_modules/${name}`)) throw new Error(`${name} is in the image, beside the bundle`);
  },
  guide() {
    const { resolve } = createRequire(`${process.cwd()}/apps/gateway/package.json`);
    const dist = path.join(path.dirname(resolve('@tributary/guide/package.json')), 'dist');
    for (const name of ['index.html.br', 'web-pages.html.gz', 'web-pages.md', 'llms.txt', 'console/home.png'])
      if (!existsSync(path.join(dist, name))) throw new Error(`${name} is missing`);
    for (const name of ['marked', 'minisearch'])
      if (existsSync(`node_modules/${name}`)) throw new Error(`${name} is in the image, beside the guide`);
  },
};

for (const [name, use] of Object.entries(drivers)) {
  try {
    await use();
    console.log(name);
  } catch (error) {
    console.log(`${name}: ${error?.stack ?? error}`);
  }
}
process.exit(0);
