import { beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { randomUUID } from 'node:crypto';
import { Client, type ApiResponse } from '../client/client.js';
import { reportRows } from '../client/report.js';
import { signatureHeaders, type SigningKey } from '@tributary/testing/signed-request';
import { newMember, newTenant, type Member } from '../client/tenant.js';

interface Association {
  user_point_id: string;
}

const account = { type: 'USER_ACCOUNT', compartment_id: 'loyalty/1', user_account_id: 'u,1' };
const agent = (user_agent_id: string) => ({ type: 'USER_AGENT', user_agent_id });

/** Compartments, live associations, and the older paths of segment reads. */
export function compartmentsJourney(platform: () => Platform): void {
  let admin: Client;
  let reader: Member;
  let datamart: string;
  const associate = (...identifiers: object[]) =>
    admin.post<Association>(`${datamart}/user_identifiers_association_declarations`, { identifiers });

  beforeAll(async () => {
    admin = new Client(platform().url, platform().token);
    const tenant = await newTenant(admin);
    datamart = `/datamarts/${tenant.datamart_id}`;
    reader = await newMember(admin, tenant, 'READER');
  });

  it('finds the default compartment in a new datamart, and registers another', async () => {
    const [first] = await admin.list(`${datamart}/compartments?default=true`);
    expect(first).toMatchObject({ compartment_id: 'default', default: true, archived: false });
    await admin.post(`${datamart}/compartments`, { compartment_id: account.compartment_id, name: 'Loyalty cards' });
    const listed = await reader.client.list(`${datamart}/user_account_compartments`);
    expect(listed.map(({ compartment_id }) => compartment_id)).toEqual(['default', account.compartment_id]);
    const refused = ['POST', `${datamart}/compartments`, { compartment_id: 'x', name: 'x' }] as const;
    await reader.client.expectError(403, 'AUTHORIZATION_ERROR', ...refused);
  });

  it('joins people live, also in reports, and keeps the compartment of their accounts', async () => {
    const compartment = `${datamart}/compartments/${encodeURIComponent(account.compartment_id)}`;
    for (const $user_agent_id of ['live-1', 'live-2'])
      await admin.post(`${datamart}/user_activities`, { $type: 'SITE_VISIT', $user_agent_id });
    await eventually(async () => expect(await reportRows(admin, datamart, ['users'])).toEqual([[2]]));
    const { user_point_id } = await associate(agent('live-1'), account);
    expect(await associate(account, agent('live-2'))).toEqual({ user_point_id });
    expect(await associate(agent('live-2'))).toEqual({ user_point_id });
    await eventually(async () => expect(await reportRows(admin, datamart, ['users'])).toEqual([[1]]));
    await admin.expectError(400, 'CONSTRAINT_VIOLATION_EXCEPTION', 'DELETE', compartment);
    expect(await admin.put(compartment, { name: 'Old cards', archived: true })).toMatchObject({ archived: true });
    await admin.delete(`${datamart}/user_points/${user_point_id}`);
    await admin.delete(compartment);
    expect((await associate(account)).user_point_id).not.toBe(user_point_id);
  });

  it('leaves a shared device with the account that was named with it last', async () => {
    const members = { compartment_id: 'members', name: 'Members', exclusive: true };
    expect(await admin.post(`${datamart}/compartments`, members)).toMatchObject({ exclusive: true });
    const member = (user_account_id: string) => ({ type: 'USER_ACCOUNT', compartment_id: 'members', user_account_id });
    const eve = await associate(member('eve'), agent('tablet'));
    const finn = await associate(member('finn'), agent('tablet'));
    expect(finn).not.toEqual(eve);
    expect(await associate(agent('tablet'))).toEqual(finn);
    expect(await associate(member('eve'))).toEqual(eve);
  });

  it('reads segments under the older paths, with a token and with a signature', async () => {
    await associate(account, agent('older'));
    const kind = { document_type: 'USER_SEGMENT', mime_type: 'APPLICATION_X_NDJSON', encoding: 'utf-8', name: 'older' };
    const { id } = await admin.post(`${datamart}/document_imports`, kind);
    const line = JSON.stringify({ operation: 'UPDATE', user_agent_id: 'older', segment_id: 's' });
    const file = { 'content-type': 'application/x-ndjson' };
    await admin.post(`${datamart}/document_imports/${id}/executions`, line, file);
    const key_id = randomUUID();
    const key = await admin.post<SigningKey & { id: string }>(`/users/${reader.user.id}/message_authentication_keys`, {
      scheme: 'HMAC_SHA256',
      key_id,
    });
    const read = (path: string): Promise<ApiResponse[]> => {
      const headers = signatureHeaders(key, `/v1${datamart}/${path}`);
      return Promise.all([
        admin.call('GET', `${datamart}/${path}`),
        admin.call('GET', `${datamart}/${path}`, undefined, headers),
      ]);
    };
    const [compartment_id, user_account_id] = [account.compartment_id, account.user_account_id].map(encodeURIComponent);
    const newer = `user_points/compartmentId=${compartment_id},user_account_id=${user_account_id}/user_segments`;
    await eventually(async () => {
      const [answer] = await read(newer);
      expect(answer).toMatchObject({ status: 200, body: { data: [{ segment_id: 's' }], total: 1 } });
    });
    const [{ body }] = (await read(newer)) as [ApiResponse];
    for (const older of [
      'user_agent_id=older',
      `compartment_id=${compartment_id},user_account_id=${user_account_id}`,
      `compartmentId=${compartment_id}/user_account_id=${user_account_id}`,
    ])
      for (const answer of await read(`user_segments/${older}`)) expect(answer).toMatchObject({ status: 200, body });
    const { user_point_id } = await associate(agent('older'));
    const [byToken, bySignature] = await read(`user_segments/user_point_id=${user_point_id}`);
    expect([byToken?.status, bySignature?.status]).toEqual([200, 403]);
  });
}
