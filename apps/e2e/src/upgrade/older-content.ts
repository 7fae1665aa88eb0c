import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { LoadTarget } from '@tributary/testing/load/load';
import { queryDatabase } from '@tributary/testing/postgres/query-database';
import { emailHash } from '@tributary/contracts/tracking/identifier';
import { signatureHeaders, type SigningKey } from '@tributary/testing/signed-request';
import { newMember, newTenant, type Member, type Tenant } from '../client/tenant.js';
import { Client } from '../client/client.js';
import { reportRows } from '../client/report.js';

const agent = (user_agent_id: string) => ({ $type: 'USER_AGENT', $user_agent_id: user_agent_id });
const account = (user_account_id: string) => ({
  $type: 'USER_ACCOUNT',
  $compartment_id: 'c',
  $user_account_id: user_account_id,
});
const ofBot = { $raw_value: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' };
const year = 365 * 86_400_000;
const longWait = { within: 180_000, every: 250 };

/** People, choices and credentials of an old version, whose rules have changed since: the new version brings them to the rules of now. */
export class OlderContent {
  private tenant: Tenant;
  private member: Member;
  private signingKey: SigningKey;

  private get datamart(): string {
    return `/datamarts/${this.tenant.datamart_id}`;
  }

  async create(target: LoadTarget, databaseUrl: string): Promise<void> {
    const client = new Client(target.url, target.token);
    this.tenant = await newTenant(client);
    await client.put(this.datamart, { name: 'of Tokyo', time_zone: 'Asia/Tokyo' });
    this.member = await newMember(client, this.tenant, 'READER');
    const profile = { $user_account_id: ' u1 ', $compartment_id: 'c', city: 'Rome' };
    const acceptance = { $processing_id: '5', $choice_acceptance_value: true, $choice_ts: Date.now() + year };
    const $events = [
      { $event_name: '$set_user_profile_properties', $properties: profile },
      { $event_name: '$set_user_choice', $properties: acceptance },
    ];
    const people = [
      { $user_identifiers: [account(' u1 '), agent('first')], $events },
      { $user_identifiers: [account('u1'), agent('second')] },
      { $user_identifiers: [{ $type: 'USER_EMAIL', $hash: 'Ann@Example.org' }, agent('third')] },
      { $user_identifiers: [agent('[object Object]'), agent('fourth')], $user_agent_info: ofBot },
    ];
    for (const person of people)
      await client.post(`${this.datamart}/user_activities`, { $type: 'SITE_VISIT', ...person });
    await this.createKey(client);
    await this.sendKeyed(client);
    await eventually(async () => expect(await this.identifiers(databaseUrl)).toHaveLength(8), longWait);
    expect(await this.identifiers(databaseUrl)).toEqual(expect.arrayContaining([' u1 ', 'u1', 'Ann@Example.org']));
  }

  /** Expects the people, choices, reports and rights of the rules of now. */
  async expectUpToDate(target: LoadTarget, databaseUrl: string): Promise<void> {
    const client = new Client(target.url, target.token);
    const idOf = async (selector: string) => (await client.get(`${this.datamart}/user_points/${selector}`)).id;
    await eventually(async () => {
      expect((await this.identifiers(databaseUrl)).sort()).toEqual(
        ['[object Object]', emailHash('ann@example.org'), 'first', 'fourth', 'second', 'third', 'u1'].sort(),
      );
    }, longWait);
    const person = await idOf('compartment_id=c,user_account_id=u1');
    expect([await idOf('user_agent_id=first'), await idOf('user_agent_id=second')]).toEqual([person, person]);
    expect(await idOf(`email_hash=${emailHash('ann@example.org')}`)).toBe(await idOf('user_agent_id=third'));
    const point = `${this.datamart}/user_points/${person}`;
    expect(await client.get(`${point}/user_profiles/compartment_id=c/user_account_id=u1`)).toMatchObject({
      city: 'Rome',
    });
    const refusal = { $choice_acceptance_value: false, $choice_ts: Date.now() };
    await client.put(`${point}/user_choices/processing_id=5`, refusal);
    await eventually(
      async () =>
        expect(await client.list(`${point}/user_choices`)).toMatchObject([{ $choice_acceptance_value: false }]),
      longWait,
    );
    await this.expectResend(client);
    await this.expectReports(client);
    await this.expectBots(client);
    await this.expectCredential(client);
    await this.expectMerges(client);
  }

  private readonly sendKeyed = (client: Client) =>
    client.post(
      `${this.datamart}/user_activities`,
      { $type: 'SITE_VISIT', $user_agent_id: 'third' },
      { 'idempotency-key': 'sent to both versions' },
    );

  /** An activity whose answer the upgrade has cost is stored once. Those of a person are stored in their order. */
  private async expectResend(client: Client): Promise<void> {
    await this.sendKeyed(client);
    const last = { $type: 'SITE_VISIT', $user_agent_id: 'third', $site_id: 'last' };
    await client.post(`${this.datamart}/user_activities`, last);
    const activities = `${this.datamart}/user_points/user_agent_id=third/user_activities`;
    await eventually(
      async () => expect(await client.list(activities)).toContainEqual(expect.objectContaining({ $site_id: 'last' })),
      longWait,
    );
    expect(await client.list(activities)).toHaveLength(3);
  }

  /** In the zone of the datamart, with merged people as one. */
  private async expectReports(client: Client): Promise<void> {
    await eventually(async () => {
      const { headers, body } = await client.call<{ data: { report_view: { rows: unknown[] } } }>(
        'POST',
        `${this.datamart}/user_activities_analytics`,
        { metrics: [{ expression: 'users' }], date_ranges: [{ start_date: 'now-7d/d', end_date: 'now+1h' }] },
      );
      expect(headers.get('x-time-zone')).toBe('Asia/Tokyo');
      expect(body.data.report_view.rows).toEqual([[3]]);
    }, longWait);
  }

  /** Activities of the old version count as those of people, and new ones as their user agents say. */
  private async expectBots(client: Client): Promise<void> {
    const users = () => reportRows(client, this.datamart, ['users'], ['is_bot']);
    await eventually(async () => expect(await users()).toEqual([[false, 3]]), longWait);
    const activity = { $type: 'SITE_VISIT', $user_identifiers: [agent('fourth')], $user_agent_info: ofBot };
    await client.post(`${this.datamart}/user_activities`, activity);
    await eventually(async () => {
      expect(await users()).toEqual([
        [false, 3],
        [true, 1],
      ]);
    }, longWait);
  }

  /** A token that another user has made does not grow with the roles of its user. */
  private async expectCredential(client: Client): Promise<void> {
    const member = client.as(this.member.client.token);
    expect(await member.get(`${this.datamart}`)).toMatchObject({ time_zone: 'Asia/Tokyo' });
    const roles = `/users/${this.member.user.id}/user_roles`;
    await client.put(`${roles}/${this.member.role.id}`, {
      organisation_id: this.tenant.organisation_id,
      role: 'EDITOR',
    });
    await eventually(async () => {
      expect(await member.get('/connected_user')).toMatchObject({ credential: { lacks_later_roles: true } });
    }, longWait);
    const activity = { $type: 'SITE_VISIT', $user_identifiers: [agent('fifth')] };
    expect((await member.call('POST', `${this.datamart}/user_activities`, activity)).status).toBe(403);
  }

  private async createKey(client: Client): Promise<void> {
    const { id } = (await newMember(client, this.tenant, 'EDITOR')).user;
    const body = { key_id: `older-${id}`, scheme: 'HMAC_SHA256' };
    this.signingKey = await client.post<SigningKey>(`/users/${id}/message_authentication_keys`, body);
  }

  /** A key made before keys could be refused to merge accounts still does. */
  private async expectMerges(client: Client): Promise<void> {
    const path = `${this.datamart}/user_activities`;
    for (const name of ['one', 'other'])
      await client.post(path, { $type: 'SITE_VISIT', $user_identifiers: [account(name), agent(`of-${name}`)] });
    const signed = { $type: 'SITE_VISIT', $user_identifiers: [account('one'), agent('of-other')] };
    const headers = signatureHeaders(this.signingKey, `/v1${path}`, JSON.stringify(signed));
    const signs = client.as('');
    expect((await signs.withRetries(() => signs.call('POST', path, signed, headers))).status).toBe(200);
    const idOf = async (name: string) =>
      (await client.get(`${this.datamart}/user_points/compartment_id=c,user_account_id=${name}`)).id;
    await eventually(async () => expect(await idOf('one')).toBe(await idOf('other')), longWait);
  }

  private async identifiers(databaseUrl: string): Promise<string[]> {
    const { rows } = await queryDatabase<{ value: string }>(
      databaseUrl,
      `select value from tracking_ingest.user_identifiers where datamart_id = ${Number(this.tenant.datamart_id)}`,
    );
    return rows.map(({ value }) => value);
  }
}
