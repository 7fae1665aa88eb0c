import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { queryDatabase } from '@tributary/testing/postgres/query-database';
import type { AppProcess } from '@tributary/testing/processes/processes';
import type { Platform } from '@tributary/testing/processes/platform';
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Resource } from '../client/client.js';
import { newTenant } from '../client/tenant.js';

const lines = 2_000;
/** Without ids: a line of a second execution would be stored a second time. */
const file = Array.from({ length: lines }, (_, n) => `{"$type":"SITE_VISIT","$user_agent_id":"upload-${n}"}\n`).join(
  '',
);
/** A killed process keeps the key of its upload for 15 s. */
const timeout = { within: 180_000, every: 250 };

/** At once, each under an import of its own: a kill finds them at different points. */
const uploads = 4;

/** Uploads files with an Idempotency-Key until they are answered, while the process is killed once. Repeats it `times` times. */
export async function uploadUnderKills(
  platform: Platform,
  databaseUrl: () => string,
  victim: AppProcess,
  times: number,
): Promise<void> {
  const client = new Client(platform.url, platform.token);
  const { datamart_id } = await newTenant(client);
  const imports = `/datamarts/${datamart_id}/document_imports`;
  const request = {
    document_type: 'USER_ACTIVITY',
    mime_type: 'APPLICATION_X_NDJSON',
    encoding: 'utf-8',
    name: 'kills',
  };
  const upload = async () => {
    const { id } = await client.post(imports, request);
    const executions = `${imports}/${id}/executions`;
    const headers = { 'content-type': 'application/x-ndjson', 'idempotency-key': 'one' };
    await sleep(randomInt(0, 300));
    const answered = eventually(() => client.post(executions, file, headers), timeout);
    return { executions, answered };
  };
  for (let kills = 0; kills < times; kills++) {
    const sent = await Promise.all(Array.from({ length: uploads }, upload));
    await victim.kill();
    await victim.start();
    for (const { executions, answered } of sent) await expectOne(client, executions, (await answered).id);
  }
  const { rows } = await queryDatabase<{ count: number }>(
    databaseUrl(),
    `select count(*)::int as count from tracking_ingest.activities where datamart_id = ${Number(datamart_id)}`,
  );
  expect(rows).toEqual([{ count: times * uploads * lines }]);
}

const expectOne = (client: Client, executions: string, id: string) =>
  eventually(async () => {
    const list = await client.list<Resource>(executions);
    expect(list.map((execution) => execution.id)).toEqual([id]);
    expect(list).toMatchObject([{ status: 'SUCCEEDED', result: { total_success: lines } }]);
  }, timeout);
