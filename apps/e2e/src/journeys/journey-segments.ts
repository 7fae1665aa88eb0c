import { beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { Client, type Resource } from '../client/client.js';
import { importFile } from '../client/import-file.js';
import { reportRows } from '../client/report.js';
import { newTenant } from '../client/tenant.js';

interface Membership {
  segment_id: string;
  creation_ts: number;
  expiration_ts: number | null;
}

const hourMs = 3_600_000;

/** Registered segments: their memberships by import and live, in reads, counts and reports, until their deletion. */
export function segmentsJourney(platform: () => Platform): void {
  let client: Client;
  let datamart: string;
  let segment: Resource;
  const memberships = (person: string) => `${datamart}/user_points/user_agent_id=${person}/user_segments`;
  const members = () => reportRows(client, datamart, ['users'], ['segment_id']);

  beforeAll(async () => {
    client = new Client(platform().url, platform().token);
    const { organisation_id, datamart_id } = await newTenant(client);
    datamart = `/datamarts/${datamart_id}`;
    // Every process learns of a new datamart on its own.
    segment = await eventually(() =>
      client.post(`/audience_segments?organisation_id=${organisation_id}`, {
        datamart_id,
        name: 'Buyers',
        technical_name: 'buyers',
        type: 'USER_LIST',
        default_ttl: hourMs,
      }),
    );
    for (const $user_agent_id of ['s-1', 's-2', 's-3'])
      await client.post(`${datamart}/user_activities`, { $type: 'SITE_VISIT', $site_id: '1', $user_agent_id });
  });

  it('is read by its id and found by its technical name', async () => {
    const path = `/audience_segments/${segment.id}`;
    expect(await client.get(path)).toEqual(segment);
    const { organisation_id } = segment as Resource & { organisation_id: string };
    const found = `/audience_segments?organisation_id=${organisation_id}&technical_name=buyers&keywords=buy`;
    expect(await client.list(found)).toEqual([segment]);
    await client.expectError(400, 'BAD_REQUEST_DATA', 'PUT', path, { name: 'Buyers', type: 'USER_QUERY' });
  });

  it('takes lines that name it by its technical name, and ends their memberships after its ttl', async () => {
    const lines = ['UPDATE,s-1,buyers', 'UPDATE,s-2,buyers', 'UPDATE,s-3,unknown'];
    const execution = await importFile(client, datamart, {
      document_type: 'USER_SEGMENT',
      mime_type: 'TEXT_CSV',
      content_type: 'text/csv',
      file: ['operation,user_agent_id,segment_technical_name', ...lines].join('\n'),
    });
    expect(execution.result).toMatchObject({ total_success: 2, total_failure: 1 });
    const [membership] = await client.list<Membership & Resource>(memberships('s-1'));
    expect(membership).toMatchObject({ segment_id: segment.id, expiration_ts: execution.creation_date + hourMs });
  });

  it('takes people live, and reports and counts them', async () => {
    const path = `${memberships('s-3')}/${segment.id}`;
    const membership = await client.put<Membership & Resource>(path, { expiration_duration: 0, data_bag: [1.5] });
    expect(membership).toMatchObject({ segment_id: segment.id, data_bag: [1.5], expiration_ts: null });
    expect(await client.list(memberships('s-3'))).toEqual([membership]);
    await client.expectError(400, 'BAD_REQUEST_DATA', 'PUT', path, { expiration_duration: -1 });
    await eventually(async () => expect(await members()).toEqual([[Number(segment.id), 3]]));
    await client.delete(`${memberships('s-1')}/${segment.id}`);
    await eventually(async () =>
      expect(await members()).toEqual([
        [Number(segment.id), 2],
        [null, 1],
      ]),
    );
    const countedWithin = { within: 180_000, every: 1_000 };
    await eventually(
      async () => expect(await client.get(`/audience_segments/${segment.id}`)).toMatchObject({ user_points_count: 2 }),
      countedWithin,
    );
  });

  it('gives all of its members, and all of a person', async () => {
    const exported = await client.call<string>('GET', `/audience_segments/${segment.id}/members`);
    const lines = exported.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    const s3 = { identifiers: [{ type: 'USER_AGENT', user_agent_id: 's-3' }], data_bag: [1.5] };
    expect(lines.toReversed()).toMatchObject([{ end: true, count: 2 }, {}, {}]);
    expect(lines).toContainEqual(expect.objectContaining({ data_bag: [1.5] }));
    expect(lines.find((line) => (line as { data_bag?: unknown }).data_bag !== undefined)).toMatchObject(s3);
    const person = await client.call('GET', `${datamart}/user_points/user_agent_id=s-3/export`);
    expect(person.body).toMatchObject({
      identifiers: [{ user_agent_id: 's-3' }],
      segments: [{ segment_id: segment.id }],
      activities: [{ $type: 'SITE_VISIT' }],
    });
  });

  it('takes its memberships along when it is deleted, in reads and in reports', async () => {
    await client.put(`${memberships('s-3')}/kept`, {});
    await client.delete(`/audience_segments/${segment.id}`);
    await client.expectError(404, 'RESOURCE_NOT_FOUND', 'GET', `/audience_segments/${segment.id}`);
    const deletedWithin = { within: 180_000, every: 500 };
    await eventually(async () => {
      expect(await client.list(memberships('s-2'))).toEqual([]);
      expect(await client.list(memberships('s-3'))).toMatchObject([{ segment_id: 'kept' }]);
      expect(await members()).toEqual([
        ['kept', 1],
        [null, 2],
      ]);
    }, deletedWithin);
  });
}
