import { beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { Client } from '../client/client.js';
import { importFile } from '../client/import-file.js';
import { newTenant, type Tenant } from '../client/tenant.js';

/** Words that a datamart takes out of the junk list identify people, wherever they come in. */
export function junkExceptionsJourney(platform: () => Platform): void {
  let client: Client;
  let datamart: string;
  let tenant: Tenant;

  beforeAll(async () => {
    client = new Client(platform().url, platform().token);
    tenant = await newTenant(client);
    datamart = `/datamarts/${tenant.datamart_id}`;
  });

  const account = ($user_account_id: string) => ({ $type: 'USER_ACCOUNT', $compartment_id: 'c', $user_account_id });
  const visit = (...$user_identifiers: object[]) => ({ $type: 'SITE_VISIT', $user_identifiers });
  const point = `user_points/compartment_id=c,user_account_id=guest`;
  const profile = () => `${datamart}/${point}/user_profiles/compartment_id=c/user_account_id=guest`;

  it('are junk before', async () => {
    await client.expectError(400, 'BAD_REQUEST_DATA', 'POST', `${datamart}/user_activities`, visit(account('guest')));
    await client.expectError(404, 'RESOURCE_NOT_FOUND', 'GET', `${datamart}/${point}`);
    await client.expectError(400, 'BAD_REQUEST_DATA', 'PUT', profile(), { city: 'Rome' });
    await client.expectError(400, 'BAD_REQUEST_DATA', 'PUT', datamart, { name: 'x', junk_exceptions: ['ghost'] });
  });

  it('identify people in activities and their events, paths, associations and files', async () => {
    await client.put(datamart, { name: 'Guests', junk_exceptions: ['Guest'] });
    expect(await client.get(datamart)).toMatchObject({ junk_exceptions: ['guest'] });
    const $properties = { $user_account_id: 'guest', $compartment_id: 'c', city: 'Rome' };
    const $events = [{ $event_name: '$set_user_profile_properties', $properties }];
    const activity = { ...visit(account('guest'), { $type: 'USER_AGENT', $user_agent_id: 'web:1:g' }), $events };
    await eventually(() => client.post(`${datamart}/user_activities`, activity));
    const { id } = await eventually(() => client.get(`${datamart}/${point}`));
    await eventually(async () => expect(await client.get(profile())).toMatchObject({ city: 'Rome' }));
    expect(await client.get(`${datamart}/user_points/user_agent_id=web:1:g`)).toMatchObject({ id });
    // Each process learns of the exception by itself.
    await eventually(() => client.put(profile(), { city: 'Oslo' }));
    const identifiers = [
      { type: 'USER_ACCOUNT', compartment_id: 'c', user_account_id: 'GUEST' },
      { type: 'USER_ACCOUNT', compartment_id: 'c', user_account_id: 'guest' },
    ];
    await eventually(async () => {
      const associated = await client.post(`${datamart}/user_identifiers_association_declarations`, { identifiers });
      expect(associated).toEqual({ user_point_id: id });
    });
    const file =
      '{"compartment_id":"c","user_account_id":"guest","segment_id":"s"}\n{"user_agent_id":"nil","segment_id":"s"}';
    await eventually(async () => {
      const { result } = await importFile(client, datamart, {
        document_type: 'USER_SEGMENT',
        mime_type: 'APPLICATION_X_NDJSON',
        content_type: 'application/x-ndjson',
        file,
      });
      expect(result).toMatchObject({ total_success: 1, total_failure: 1 });
    });
    expect(await client.list(`${datamart}/${point}/user_segments`)).toMatchObject([{ segment_id: 's' }]);
  });

  it('are junk in another datamart, and again without the exception', async () => {
    const other = `/datamarts/${(await newTenant(client)).datamart_id}`;
    await client.expectError(400, 'BAD_REQUEST_DATA', 'POST', `${other}/user_activities`, visit(account('guest')));
    await client.put(datamart, { name: 'Guests' });
    await eventually(() =>
      client.expectError(400, 'BAD_REQUEST_DATA', 'POST', `${datamart}/user_activities`, visit(account('guest'))),
    );
    await eventually(() => client.expectError(404, 'RESOURCE_NOT_FOUND', 'GET', `${datamart}/${point}`));
    await client.delete(`${datamart}/${point}`);
  });
}
