import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from '@jest/globals';
import { idsOfLines } from '@tributary/contracts/imports/import-messages';
import { uuid8 } from '@tributary/contracts/values/uuid';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { Client } from '../client/client.js';
import { importFile } from '../client/import-file.js';
import { reportRows } from '../client/report.js';
import { newMember, newTenant, type Tenant } from '../client/tenant.js';

/** A client that guesses the ids of others' activities, and sends its own under them first, hides nothing. */
export function idsJourney(platform: () => Platform): void {
  let client: Client;
  let tenant: Tenant;
  let datamart: string;

  beforeAll(async () => {
    client = new Client(platform().url, platform().token);
    tenant = await newTenant(client);
    datamart = `/datamarts/${tenant.datamart_id}`;
  });

  const visit = (agent: string, $unique_key?: string) => ({
    $type: 'SITE_VISIT',
    $user_agent_id: agent,
    ...($unique_key !== undefined && { $unique_key }),
  });
  const collect = (activity: object, key?: string, sender = client) =>
    sender.post(`${datamart}/user_activities`, activity, key === undefined ? {} : { 'idempotency-key': key });
  const totalOf = async (agent: string) =>
    (await client.call<{ total: number }>('GET', `${datamart}/user_points/user_agent_id=${agent}/user_activities`)).body
      .total;

  it('stores the activity of an Idempotency-Key whose id of an older version is claimed', async () => {
    await collect(visit('attacker', uuid8('idempotency-key\norder-1')));
    const { id } = await collect(visit('buyer'), 'order-1');
    expect(await collect(visit('buyer'), 'order-1')).toMatchObject({ id });
    // Its id is known now (control).
    await collect(visit('buyer', id));
    await collect(visit('buyer', randomUUID()));
    await eventually(async () => expect([await totalOf('attacker'), await totalOf('buyer')]).toEqual([1, 2]));
  });

  it('keeps the Idempotency-Keys of users apart', async () => {
    const { client: other } = await newMember(client, tenant, 'EDITOR');
    const activities = [
      await eventually(() => collect(visit('shared'), 'k', other)),
      await collect(visit('shared'), 'k'),
    ];
    expect(new Set(activities.map(({ id }) => id)).size).toBe(2);
    await eventually(async () => expect(await totalOf('shared')).toBe(2));
  });

  it('counts every line of an import in reports, although the ids of an older version are claimed', async () => {
    const file = Array.from({ length: 5 }, (_, line) => JSON.stringify(visit(`line-${line}`))).join('\n');
    const activities = {
      document_type: 'USER_ACTIVITY',
      mime_type: 'APPLICATION_X_NDJSON',
      content_type: 'application/x-ndjson',
      file,
    } as const;
    const { id: last } = await importFile(client, datamart, activities);
    const guessed = Array.from({ length: 20 }, (_, n) => String(Number(last) + 1 + n));
    const claims = guessed.flatMap((execution) => [1, 2, 3, 4, 5].map(idsOfLines(execution)));
    for (const claim of claims) await collect(visit('claimant', claim));
    const { id } = await importFile(client, datamart, activities);
    expect(guessed).toContain(id);
    await eventually(async () => {
      const sessions = await reportRows(client, datamart, ['sessions']);
      const stored = await Promise.all(
        ['attacker', 'buyer', 'shared', 'claimant', ...[0, 1, 2, 3, 4].map((line) => `line-${line}`)].map(totalOf),
      );
      expect(stored.slice(4)).toEqual([2, 2, 2, 2, 2]);
      expect(sessions).toEqual([[stored.reduce((sum, total) => sum + total, 0)]]);
    });
  });
}
