import { expect } from '@jest/globals';
import { queryDatabase } from '@tributary/testing/postgres/query-database';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, Resource } from '../client/client.js';
import type { Tenant } from '../client/tenant.js';

const lines = 400;
const pieceCount = 20;
/** An upload takes at least three seconds, so that it is in progress while processes stop. */
const pieceEveryMs = 150;

type Execution = Resource & { status: string; result: { total_success: number; total_failure: number } | null };

const endStatuses = ['SUCCEEDED', 'FAILED', 'CANCELED'];

/** Uploads files slowly, and follows each import until every line has a result. */
export class RollingImports {
  /** Number of acknowledged files. */
  done = 0;
  /** Number of event streams that ended before the execution and were reopened. */
  reconnected = 0;

  constructor(
    private readonly client: Client,
    private readonly tenant: Tenant,
  ) {}

  async run(): Promise<void> {
    const imports = `/datamarts/${this.tenant.datamart_id}/document_imports`;
    const kind = { document_type: 'USER_ACTIVITY', mime_type: 'APPLICATION_X_NDJSON', encoding: 'utf-8' };
    const { id } = await this.client.post(imports, { ...kind, name: 'rolling' });
    const { id: execution } = await this.upload(`${imports}/${id}/executions`);
    this.done++;
    const { status, result } = await this.follow(`${imports}/${id}/executions/${execution}/events`);
    expect({ status, result }).toMatchObject({
      status: 'SUCCEEDED',
      result: { total_success: lines, total_failure: 0 },
    });
  }

  /** Expects every line of every acknowledged file to be stored once. */
  async expectEveryLineOnce(databaseUrl: string): Promise<void> {
    const { rows } = await queryDatabase<{ stored: number; distinct: number }>(
      databaseUrl,
      `select count(*)::int as stored, count(distinct activity_id)::int as distinct
        from tracking_ingest.activities where datamart_id = ${Number(this.tenant.datamart_id)}`,
    );
    expect(rows).toEqual([{ stored: this.done * lines, distinct: this.done * lines }]);
  }

  private async upload(path: string): Promise<Execution> {
    const response = await this.client.withRetries(() =>
      fetch(`${this.client.url}/v1${path}`, {
        method: 'POST',
        headers: { authorization: this.client.token, 'content-type': 'application/x-ndjson' },
        body: ReadableStream.from(slowBody()),
        duplex: 'half',
      }),
    );
    const text = await response.text();
    if (response.status !== 200) throw new Error(`the upload got status ${response.status}: ${text}`);
    return (JSON.parse(text) as { data: Execution }).data;
  }

  /** Reopens an event stream after every end, as browsers do. */
  private async follow(path: string): Promise<Execution> {
    for (;;) {
      const response = await this.client.withRetries(() =>
        fetch(`${this.client.url}/v1${path}`, { headers: { authorization: this.client.token } }),
      );
      if (response.status !== 200)
        throw new Error(`the events got status ${response.status}: ${await response.text()}`);
      const last = lastEvent(await readAll(response));
      if (last && endStatuses.includes(last.status)) return last;
      this.reconnected++;
    }
  }
}

async function* slowBody(): AsyncGenerator<Uint8Array> {
  const line = (number: number) => `{"$type":"SITE_VISIT","$site_id":"1","$user_agent_id":"rolling-${number}"}\n`;
  const piece = Buffer.from(Array.from({ length: lines / pieceCount }, (_, number) => line(number)).join(''));
  for (let sent = 0; sent < pieceCount; sent++) {
    yield piece;
    await sleep(pieceEveryMs);
  }
}

async function readAll({ body }: Response): Promise<string> {
  let text = '';
  try {
    for await (const piece of body ?? []) text += Buffer.from(piece as Uint8Array).toString();
  } catch {
    // The connection broke: use the text received so far.
  }
  return text;
}

function lastEvent(text: string): Execution | undefined {
  const data = text.match(/^data: .*(?=\n\n)/gm)?.at(-1);
  return data === undefined ? undefined : (JSON.parse(data.slice('data: '.length)) as Execution);
}
