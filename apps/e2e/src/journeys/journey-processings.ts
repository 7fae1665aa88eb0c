import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { Client, type Resource } from '../client/client.js';
import { newTenant } from '../client/tenant.js';
import { Delays } from '../suite/delays.js';

/** Processings that a channel has selected, and the choices of people that decide about its activities. */
export function processingsJourney(platform: () => Platform): void {
  const delays = new Delays();
  let client: Client;
  let datamart: string;
  let channel: Resource;
  let processing: Resource;
  let selection: Resource;
  const channelId = () => encodeURIComponent(channel.id);
  const selections = () => `/channels/${channelId()}/processing_selections`;
  const point = (agent: string) => `${datamart}/user_points/user_agent_id=${agent}`;
  const choose = (agent: string, $choice_acceptance_value: boolean) =>
    client.put(`${point(agent)}/user_choices/processing_id=${processing.id}`, {
      $choice_ts: Date.now(),
      $choice_acceptance_value,
    });
  const replace = (legal_basis: string) =>
    client.put(`/processings/${processing.id}`, { name: 'Personalisation', legal_basis, archived: true });

  /** Collects an activity of the channel. What identifies its person is stored anyway, in the same transaction. */
  async function isStored(agent: string, $site_id = channel.id): Promise<boolean> {
    const sentinel = randomUUID();
    const $user_identifiers = [agent, sentinel].map((id) => ({ $type: 'USER_AGENT', $user_agent_id: id }));
    const activity = { $type: 'SITE_VISIT', $site_id, $user_identifiers, sentinel };
    // A busy broker may acknowledge it too late: 503, and to send it again is right.
    await eventually(() => client.post(`${datamart}/user_activities`, activity));
    await eventually(() => client.get(point(sentinel)));
    const stored = await client.list(`${point(agent)}/user_activities`);
    return stored.some((one) => one['sentinel'] === sentinel);
  }

  /** Makes a change, and waits until it decides so about the activities of a person. */
  const change = <Result>(make: () => Promise<Result>, agent: string, stored: boolean) =>
    delays.measure(make, async () => expect(await isStored(agent)).toBe(stored));

  beforeAll(async () => {
    client = new Client(platform().url, platform().token);
    const tenant = await newTenant(client);
    datamart = `/datamarts/${tenant.datamart_id}`;
    const site = { id: `shop/${tenant.datamart_id} fr`, name: 'Shop', type: 'SITE' };
    // With two processes of admin, the other process reads the datamart with a delay.
    channel = await eventually(() => client.post(`${datamart}/channels`, site));
    const { community_id } = await client.get(`/organisations/${tenant.organisation_id}`);
    const input = { community_id, name: 'Personalisation', legal_basis: 'CONSENT' };
    processing = await client.post('/processings', input);
  });

  it('decide after their selection: under CONSENT, an acceptance is needed', async () => {
    expect(await isStored('before')).toBe(true);
    selection = await change(() => client.post(selections(), { processing_id: processing.id }), 'before', false);
    expect(await isStored('before', 'another channel')).toBe(true);
    await choose('before', true);
    expect(await isStored('before')).toBe(true);
    await choose('before', false);
    expect(await isStored('before')).toBe(false);
  });

  it('decide by another legal basis: under LEGITIMATE_INTEREST, only a refusal counts', async () => {
    await change(() => replace('LEGITIMATE_INTEREST'), 'without-a-choice', true);
    expect(await isStored('before')).toBe(false);
    await change(() => replace('LEGAL_OBLIGATION'), 'before', true);
    await change(() => replace('CONSENT'), 'before', false);
    expect(await isStored('without-a-choice')).toBe(false);
  });

  it('cannot be deleted while selected, and decide no longer after the end of the selection', async () => {
    await client.expectError(400, 'CONSTRAINT_VIOLATION_EXCEPTION', 'DELETE', `/processings/${processing.id}`);
    await change(() => client.delete(`${selections()}/${selection.id}`), 'before', true);
  });

  it('decide no longer after the deletion of the channel', async () => {
    await change(() => client.post(selections(), { processing_id: Number(processing.id) }), 'before', false);
    await change(() => client.delete(`${datamart}/sites/${channelId()}`), 'before', true);
    await client.delete(`/processings/${processing.id}`);
  });

  it('follow each of these changes within a second', () => delays.expectWithinOneSecond());
}
