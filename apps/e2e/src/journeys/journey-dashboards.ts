import { beforeAll, expect, it } from '@jest/globals';
import type { Platform } from '@tributary/testing/processes/platform';
import { Client, type Resource } from '../client/client.js';
import { newMember, newTenant, type Tenant } from '../client/tenant.js';

const chart = { title: 'Visits', type: 'Pie', colors: ['#00A1DF'], dataset: { type: 'activities_analytics' } };
const content = (colors: string[]) => ({
  sections: [{ title: 'One', cards: [{ x: 0, y: 0, w: 4, h: 5, charts: [{ ...chart, colors }] }] }],
});

/** Dashboards and their content history; plugins and their throttlings. */
export function dashboardsJourney(platform: () => Platform): void {
  let client: Client;
  let tenant: Tenant;

  beforeAll(async () => {
    const admin = new Client(platform().url, platform().token);
    tenant = await newTenant(admin);
    ({ client } = await newMember(admin, tenant, 'ORGANISATION_ADMIN'));
  });

  const registration = () => ({
    title: 'Mine',
    scopes: ['home'],
    segment_ids: [],
    builder_ids: [],
    archived: false,
    community_id: '1',
    organisation_id: tenant.organisation_id,
  });

  it('keeps every version of a dashboard, and refuses a write based on an older version', async () => {
    const { id } = await client.post('/dashboards', registration());
    const query = `organisation_id=${tenant.organisation_id}`;
    const path = `/dashboards/${id}/content`;
    const first = await client.put<Resource>(`${path}?${query}`, content(['#FFFFFF']));
    const stale = { 'if-match': `"${first.id}"` };
    const second = await client.call<{ data: Resource }>('PUT', `${path}?${query}`, content(['#000000']), stale);
    expect(second).toMatchObject({ status: 200 });
    const message = await client.expectError(
      412,
      'CONSTRAINT_VIOLATION_EXCEPTION',
      'PUT',
      `${path}?${query}`,
      content([]),
      stale,
    );
    expect(message).toContain(second.body.data.id);
    expect(await client.get(`${path}?${query}&version=${first.id}`)).toMatchObject({ content: content(['#FFFFFF']) });
    expect(await client.get(`/dashboards/${id}?${query}`)).toMatchObject({ dashboard_content_id: second.body.data.id });
    const colorError = await client.expectError(
      400,
      'BAD_REQUEST_DATA',
      'PUT',
      `${path}?${query}`,
      content(['#FFFFFF', 'red']),
    );
    expect(colorError).toContain('sections[0].cards[0].charts[0].colors[1]');
    await client.delete(`/dashboards/${id}?${query}`);
    await client.expectError(404, 'RESOURCE_NOT_FOUND', 'GET', `${path}?${query}`);
  });

  it('throttles a version of a plugin', async () => {
    const plugin = await client.post('/plugins', {
      organisation_id: tenant.organisation_id,
      plugin_type: 'ACTIVITY_ANALYZER',
      group_id: `e2e-${tenant.organisation_id}`,
      artifact_id: 'analyzer',
    });
    const version = await client.post(`/plugins/${plugin.id}/versions`, { version_id: '1.0.0' });
    const path = `/plugins/${plugin.id}/versions/${version.id}/throttlings`;
    const throttling = {
      scope: 'DATAMART',
      throttling_key: tenant.datamart_id,
      plugin_version_id: version.id,
      plugin_endpoint: '/v1/activity_analysis',
      max_qps: 0.5,
    };
    const { id } = await client.post(path, throttling);
    expect(await client.list(path)).toMatchObject([{ id, max_qps: 0.5 }]);
    expect(
      await client.put(`${path}/${id}`, { scope: 'GLOBAL', plugin_endpoint: 'activity_analysis', timeout_ms: 5 }),
    ).toEqual({
      id,
      scope: 'GLOBAL',
      plugin_endpoint: 'activity_analysis',
      timeout_ms: 5,
      plugin_version_id: version.id,
    });
    await client.expectError(400, 'BAD_REQUEST_DATA', 'POST', path, { ...throttling, max_qps: 0 });
    await client.delete(`${path}/${id}`);
    expect(await client.list(path)).toEqual([]);
  });
}
