import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { LoadTarget } from '@tributary/testing/load/load';
import { Client } from '../client/client.js';
import { newTenant, type Tenant } from '../client/tenant.js';

const longWait = { within: 180_000, every: 250 };
const agent = 'chose-before';

/** A choice of an old version, which knows no sources of choices, and a refusal, which it does not keep. */
export class ChoicesAndRefusals {
  private tenant: Tenant;
  private channel_id: string;

  private get datamart(): string {
    return `/datamarts/${this.tenant.datamart_id}`;
  }

  private get choices(): string {
    return `${this.datamart}/user_points/user_agent_id=${agent}/user_choices`;
  }

  async create(target: LoadTarget): Promise<void> {
    const client = new Client(target.url, target.token);
    this.tenant = await newTenant(client);
    const refusal = { $choice_acceptance_value: false, $choice_ts: 1_000_000_000_000 };
    await client.put(`${this.choices}/processing_id=5`, refusal);
    await this.refuse(client, 'old');
    const name = 'Before the upgrade';
    this.channel_id = (await client.post(`${this.datamart}/channels`, { name, type: 'SITE' })).id;
    await this.visit(client);
  }

  /** Expects that a preview counts what the old version has stored, and that what a selection refuses of now on is counted. */
  async expectRefusalsCounted(target: LoadTarget): Promise<void> {
    const client = new Client(target.url, target.token);
    const { channel_id } = this;
    const processing = { community_id: '1', name: 'After the upgrade', legal_basis: 'CONSENT' };
    const { id: processing_id } = await client.post('/processings', processing);
    const selections = `/channels/${channel_id}/processing_selections`;
    const refused = `/channels/${channel_id}/refused_by_choice`;
    const counted = { activities_7d: 1, people_7d: 1, would_refuse_7d: 1 };
    const preview = () => client.get<object>(`${selections}/preview?processing_id=${processing_id}`);
    await eventually(async () => expect(await preview()).toEqual(counted), longWait);
    expect(await client.list(refused)).toEqual([]);
    await client.post(selections, { processing_id });
    await eventually(async () => {
      await this.visit(client);
      expect((await client.list(refused))[0]).toMatchObject({ processing_id, people: 1 });
    }, longWait);
  }

  private visit(client: Client): Promise<unknown> {
    const visit = { $type: 'SITE_VISIT', $site_id: this.channel_id, $user_agent_id: agent };
    return client.post(`${this.datamart}/user_activities`, visit);
  }

  /** Expects that the old choice is trusted: a later one of a page does not count, and can be undone. */
  async expectChoiceTrusted(target: LoadTarget): Promise<void> {
    const client = new Client(target.url, target.token);
    const old = { $choice_acceptance_value: false, $source: 'TRUSTED' };
    expect(await client.list(this.choices)).toMatchObject([old]);
    const { id, key } = await client.post(`${this.datamart}/collect_keys`, { name: 'pages' });
    const $properties = { $processing_id: '5', $choice_acceptance_value: true };
    const acceptance = {
      $type: 'TOUCH',
      $user_agent_id: agent,
      $events: [{ $event_name: '$set_user_choice', $properties }],
    };
    const path = `${target.url}/v1${this.datamart}/user_activities?collect_key=${String(key)}`;
    await eventually(async () => {
      const { status } = await fetch(path, { method: 'POST', body: JSON.stringify(acceptance) });
      expect(status).toBe(200);
    }, longWait);
    const log = () => client.list(`${this.choices}/processing_id=5/change_log`);
    await eventually(async () => expect((await log()).at(-1)).toMatchObject(old), longWait);
    await eventually(
      async () => expect((await log())[0]).toMatchObject({ $source: 'PUBLIC', $effective: false }),
      longWait,
    );
    expect(await client.list(this.choices)).toMatchObject([old]);
    const day = new Date(Number((await log())[0]?.['$creation_ts'])).toISOString().slice(0, 10);
    const undo = { action: 'UNDO', collect_key_id: id, day };
    expect(await client.post(`${this.datamart}/user_choices/action`, undo)).toMatchObject({ is_complete: true });
    expect((await log())[0]).toHaveProperty('$undone_ts');
  }

  /** Expects that refusals of now are kept and repaired, and none of before. */
  async expectRefusalsKept(target: LoadTarget): Promise<void> {
    const client = new Client(target.url, target.token);
    const all = `${this.datamart}/refused_activities`;
    await this.refuse(client, 'new');
    await eventually(
      async () => expect(await client.list(all)).toMatchObject([{ body: expect.stringContaining('new') }]),
      longWait,
    );
    const [refusal] = await client.list(all);
    const activity = { $type: 'TOUCH', $user_agent_id: 'repaired' };
    await client.post(`${all}/${String(refusal?.['id'])}/action`, { action: 'RETRY', activity });
    const stored = `${this.datamart}/user_points/user_agent_id=repaired/user_activities`;
    await eventually(async () => expect(await client.list(stored)).toHaveLength(1), longWait);
    expect(await client.list(all)).toEqual([]);
  }

  private refuse(client: Client, version: string): Promise<unknown> {
    return client.expectError(400, 'BAD_REQUEST_DATA', 'POST', `${this.datamart}/user_activities`, { version });
  }
}
