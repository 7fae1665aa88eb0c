import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { BootedAdmin, expectError, user } from '../booted-admin.js';

let api: BootedAdmin;

beforeAll(async () => (api = await BootedAdmin.boot()));
afterAll(() => api.stop());

const admin = user('ORGANISATION_ADMIN');
const ids = '?organisation_id=1';
const aDashboard = {
  title: 'Visits',
  scopes: [],
  segment_ids: [],
  builder_ids: [],
  community_id: '1',
  organisation_id: '1',
};
const aPlugin = { organisation_id: '1', plugin_type: 'ACTIVITY_ANALYZER', group_id: 'g', artifact_id: 'a' };
const aThrottling = {
  scope: 'GLOBAL',
  plugin_version_id: '1',
  plugin_endpoint: '/v1/activity_analysis',
  timeout_ms: 5,
};

const calls: [string, string, unknown][] = [
  ['POST', '/dashboards', aDashboard],
  ['PUT', `/dashboards/1${ids}`, aDashboard],
  ['GET', `/dashboards${ids}`, undefined],
  ['PUT', `/dashboards/1/content${ids}`, { sections: [] }],
  ['GET', `/dashboards/1/content${ids}`, undefined],
  ['POST', '/plugins', aPlugin],
  ['POST', '/plugins/1/versions', { version_id: '1.0.0' }],
  ['POST', '/plugins/1/versions/1/throttlings', aThrottling],
  ['GET', '/plugins/1/versions/1/throttlings', undefined],
];

describe('without a database', () => {
  it('every call answers 503, and the same calls work before and after the outage', async () => {
    await api.data(admin, 'POST', '/dashboards', aDashboard);
    await api.postgres.kill();
    for (const call of calls) expectError(await api.call(admin, ...call), 503, 'SERVICE_UNAVAILABLE');
    await api.postgres.start();
    await eventually(() => api.data(admin, 'GET', `/dashboards${ids}`));
    for (const call of calls) await api.data(admin, ...call);
    // The refused calls changed nothing.
    const all = await api.call(admin, 'GET', `/dashboards${ids}`);
    expect(all.body.total).toBe(2);
  });
});
