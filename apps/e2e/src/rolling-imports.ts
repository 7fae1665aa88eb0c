import { expect } from '@jest/globals';
import { queryDatabase } from '@tributary/testing/load-check';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Resource } from './client.js';
import type { PoliteClient } from './rolling-visitor.js';
import type { Tenant } from './tenant.js';

const lines = 10_000;
const pieces = 20;
/** An upload takes three seconds and more: it is in progress when processes stop. */
const pieceEveryMs = 150;

type Execution = Resource & { status: string; result: { total_success: number; total_failure: number } | null };

const ended = ['SUCCEEDED', 'FAILED', 'CANCELED'];

/** Files that are uploaded slowly, and followed until every line is accounted for. */
export class RollingImports {
  /** Files that were acknowledged. */
  done = 0;
  /** How often a stream of events ended before the execution did, and was opened again. */
  reconnected = 0;

  constructor(
    private readonly client: PoliteClient,
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

  /** Each acknowledged file is there, line by line, once. */
  async expectEveryLineOnce(databaseUrl: string): Promise<void> {
    const { rows } = await queryDatabase<{ stored: number; distinct: number }>(
      databaseUrl,
      `select count(*)::int as stored, count(distinct activity_id)::int as distinct
        from tracking_ingest.activities where datamart_id = ${Number(this.tenant.datamart_id)}`,
    );
    expect(rows).toEqual([{ stored: this.done * lines, distinct: this.done * lines }]);
  }

  private async upload(path: string): Promise<Execution> {
    const answer = await this.client.politely(() =>
      fetch(`${this.client.url}/v1${path}`, {
        method: 'POST',
        headers: { authorization: this.client.token, 'content-type': 'application/x-ndjson' },
        body: ReadableStream.from(slowly()),
        duplex: 'half',
      }),
    );
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`the upload is answered ${answer.status}: ${text}`);
    return (JSON.parse(text) as { data: Execution }).data;
  }

  /** As browsers do it: a stream that ends, however it ends, is opened again. */
  private async follow(path: string): Promise<Execution> {
    for (;;) {
      const answer = await this.client.politely(() =>
        fetch(`${this.client.url}/v1${path}`, { headers: { authorization: this.client.token } }),
      );
      if (answer.status !== 200) throw new Error(`the events are answered ${answer.status}: ${await answer.text()}`);
      const last = lastEvent(await readAll(answer));
      if (last && ended.includes(last.status)) return last;
      this.reconnected++;
    }
  }
}

async function* slowly(): AsyncGenerator<Uint8Array> {
  const line = (number: number) => `{"$type":"SITE_VISIT","$site_id":"1","$user_agent_id":"rolling-${number}"}\n`;
  const piece = Buffer.from(Array.from({ length: lines / pieces }, (_, number) => line(number)).join(''));
  for (let sent = 0; sent < pieces; sent++) {
    yield piece;
    await sleep(pieceEveryMs);
  }
}

async function readAll({ body }: Response): Promise<string> {
  let text = '';
  try {
    for await (const piece of body ?? []) text += Buffer.from(piece as Uint8Array).toString();
  } catch {
    // It was cut off: what came before counts.
  }
  return text;
}

function lastEvent(text: string): Execution | undefined {
  const data = text.match(/^data: .*(?=\n\n)/gm)?.at(-1);
  return data === undefined ? undefined : (JSON.parse(data.slice('data: '.length)) as Execution);
}
