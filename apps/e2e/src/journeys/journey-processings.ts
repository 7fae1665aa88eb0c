import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { Client, type Resource } from '../client/client.js';
import { newTenant } from '../client/tenant.js';

/** How long a change of selections may take until it decides everywhere. */
const effectiveMs = 1_000;

/** Processings that a channel has selected, and the choices of people that decide about its activities. */
export function processingsJourney(platform: () => Platform): void {
  let client: Client;
  let datamart: string;
  let channel: Resource;
  let processing: Resource;
  let selection: Resource;
  const selections = () => `/channels/${channel.id}/processing_selections`;
  const point = (agent: string) => `${datamart}/user_points/user_agent_id=${agent}`;
  const choose = (agent: string, $choice_acceptance_value: boolean) =>
    client.put(`${point(agent)}/user_choices/processing_id=${processing.id}`, {
      $choice_ts: Date.now(),
      $choice_acceptance_value,
    });
  const replace = async (legal_basis: string) => {
    await client.put(`/processings/${processing.id}`, { name: 'Personalisation', legal_basis, archived: true });
    await sleep(effectiveMs);
  };

  /** Collects an activity of the channel. What identifies its person is stored anyway, in the same transaction. */
  async function isStored(agent: string, $site_id = channel.id): Promise<boolean> {
    const sentinel = randomUUID();
    const $user_identifiers = [agent, sentinel].map((id) => ({ $type: 'USER_AGENT', $user_agent_id: id }));
    await client.post(`${datamart}/user_activities`, { $type: 'SITE_VISIT', $site_id, $user_identifiers, sentinel });
    await eventually(() => client.get(point(sentinel)));
    const stored = await client.list(`${point(agent)}/user_activities`);
    return stored.some((activity) => activity['sentinel'] === sentinel);
  }

  beforeAll(async () => {
    client = new Client(platform().url, platform().token);
    const tenant = await newTenant(client);
    datamart = `/datamarts/${tenant.datamart_id}`;
    // With two processes of admin, the other process reads the datamart with a delay.
    channel = await eventually(() => client.post(`${datamart}/channels`, { name: 'Shop', type: 'SITE' }));
    const { community_id } = await client.get(`/organisations/${tenant.organisation_id}`);
    const input = { community_id, name: 'Personalisation', legal_basis: 'CONSENT' };
    processing = await client.post('/processings', input);
  });

  it('decide within a second of their selection: under CONSENT, an acceptance is needed', async () => {
    expect(await isStored('before')).toBe(true);
    selection = await client.post(selections(), { processing_id: processing.id });
    await sleep(effectiveMs);
    expect(await isStored('before')).toBe(false);
    expect(await isStored('before', 'another channel')).toBe(true);
    await choose('before', true);
    expect(await isStored('before')).toBe(true);
    await choose('before', false);
    expect(await isStored('before')).toBe(false);
  });

  it('decide by another legal basis within a second: under LEGITIMATE_INTEREST, only a refusal counts', async () => {
    await replace('LEGITIMATE_INTEREST');
    expect([await isStored('before'), await isStored('without-a-choice')]).toEqual([false, true]);
    await replace('LEGAL_OBLIGATION');
    expect(await isStored('before')).toBe(true);
    await replace('CONSENT');
    expect([await isStored('before'), await isStored('without-a-choice')]).toEqual([false, false]);
  });

  it('cannot be deleted while selected, and decide no longer within a second of the end of the selection', async () => {
    await client.expectError(400, 'CONSTRAINT_VIOLATION_EXCEPTION', 'DELETE', `/processings/${processing.id}`);
    await client.delete(`${selections()}/${selection.id}`);
    await sleep(effectiveMs);
    expect(await isStored('before')).toBe(true);
  });

  it('decide no longer within a second of the deletion of the channel', async () => {
    await client.post(selections(), { processing_id: Number(processing.id) });
    await sleep(effectiveMs);
    expect(await isStored('before')).toBe(false);
    await client.delete(`${datamart}/sites/${channel.id}`);
    await sleep(effectiveMs);
    expect(await isStored('before')).toBe(true);
    await client.delete(`/processings/${processing.id}`);
  });
}
